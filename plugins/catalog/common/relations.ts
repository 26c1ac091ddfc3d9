import type { Entity } from './entity.ts'
import { entityRefOf, toEntityRef } from './entity-ref.ts'
import type { KindDefinition, RelationField } from './kinds/definition.ts'

const pairs = [
  ['ownedBy', 'ownerOf'],
  ['consumesApi', 'apiConsumedBy'],
  ['providesApi', 'apiProvidedBy'],
  ['dependsOn', 'dependencyOf'],
  ['parentOf', 'childOf'],
  ['memberOf', 'hasMember'],
  ['partOf', 'hasPart'],
] as const

/** A relation type of the standard model; organisations may add their own. */
export type RelationType = (typeof pairs)[number][number]

/** What the other end calls each standard relation. */
export const inverseRelations = Object.fromEntries(
  pairs.flatMap(([left, right]) => [
    [left, right],
    [right, left],
  ]),
) as Readonly<Record<RelationType, RelationType>>

/** Every standard relation type. */
export const relationTypes = Object.keys(inverseRelations) as readonly RelationType[]

/** One tie between two entities, seen from the one that declares it. Refs are whole and lower-cased. */
export interface RelationPair {
  readonly source: string
  readonly type: string
  readonly target: string
  readonly inverse: string
}

/** A value in a relation field, and where it stands. */
export interface RelationValue {
  readonly path: readonly (string | number)[]
  readonly value: unknown
}

/** The definition that an entity's kind and version ask for. */
export function kindOf(
  entity: { readonly kind: string; readonly apiVersion: string },
  kinds: readonly KindDefinition[],
): KindDefinition | undefined {
  return kinds.find(({ kind, apiVersions }) => kind === entity.kind && apiVersions.includes(entity.apiVersion))
}

/** The relations that an entity's spec declares, each once. Values that are not refs are left out: `validateEntity` reports them. */
export function relationsOf(entity: Entity, kinds: readonly KindDefinition[]): RelationPair[] {
  const definition = kindOf(entity, kinds)
  if (!definition || definition.relations.length === 0) return []
  const source = entityRefOf(entity)
  const namespace = entity.metadata.namespace
  const found = new Map<string, RelationPair>()
  for (const field of definition.relations) {
    for (const { value } of relationValues(entity.spec, field)) {
      const target =
        typeof value === 'string' ? toEntityRef(value, { defaultKind: field.defaultKind, defaultNamespace: namespace }) : undefined
      if (target !== undefined) found.set(`${field.type} ${target}`, { source, type: field.type, target, inverse: field.inverse })
    }
  }
  return [...found.values()]
}

/** The values of a relation field, whether it holds one or a list. */
export function relationValues(spec: unknown, { field }: RelationField): RelationValue[] {
  let value = spec
  const path: string[] = ['spec']
  for (const key of field.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return []
    value = (value as Record<string, unknown>)[key]
    path.push(key)
  }
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value.map((item, index) => ({ path: [...path, index], value: item })) : [{ path, value }]
}

import { entityRefOf, type Entity } from '@portico/catalog/common'
import type { Catalog } from '@portico/catalog/server'
import type { Facts } from '@portico/connectors/server'
import type { DocumentSet } from '../documents/documents.ts'
import { facetsOf, systemOf, type Facets } from '../results/facets.ts'
import type { EvaluatedEntity, EvaluatedFact, Inspection, RelatedEntity } from './evaluation.ts'

/** The name of the fact with what the catalog finds wrong with an entity. */
export const problemsFact = 'catalog.problems'

export interface Inputs {
  /** In the order of the refs; undefined where there is no entity any more. */
  readonly entities: readonly (EvaluatedEntity | undefined)[]
  readonly related: Readonly<Record<string, RelatedEntity>>
}

export interface InputDependencies {
  readonly catalog: Pick<Catalog, 'getEntities' | 'problemsOf'>
  readonly facts: Pick<Facts, 'latest' | 'definitions'> | undefined
}

/** What checks need to know: which facts, and over which relations other entities. */
export interface Needs {
  readonly facts: readonly string[]
  /** In small letters; `*` is any. */
  readonly relations: readonly string[]
}

export function needsOf(inspections: Iterable<Inspection | undefined>): Needs {
  const facts = new Set<string>()
  const relations = new Set<string>()
  for (const inspection of inspections) {
    if (!inspection || 'error' in inspection) continue
    inspection.facts.forEach(name => facts.add(name))
    inspection.relations.forEach(type => relations.add(type))
  }
  return { facts: [...facts], relations: [...relations] }
}

/** What all active checks need. */
export function needsOfAll({ checks }: Pick<DocumentSet, 'checks'>): Needs {
  return needsOf([...checks.values()].map(({ document, inspection }) => (document.spec.state === 'active' ? inspection : undefined)))
}

/** Tells which of some entities a caller may see. */
export type SeenAmong = (refs: readonly string[]) => Promise<ReadonlySet<string>>

/** Entities as a caller may see them: relations lead to nothing that is hidden. Who sees everything needs no question. */
export async function withoutHidden(
  entities: readonly (Entity | undefined)[],
  seenAmong: SeenAmong | undefined,
): Promise<readonly (Entity | undefined)[]> {
  if (!seenAmong) return entities
  const targets = entities.flatMap(entity => entity?.relations ?? []).map(({ targetRef }) => targetRef.toLowerCase())
  const seen = await seenAmong([...new Set(targets)])
  return entities.map(
    entity => entity && { ...entity, relations: (entity.relations ?? []).filter(({ targetRef }) => seen.has(targetRef.toLowerCase())) },
  )
}

/** Whom an entity is tied to, over the relations that checks read. */
function targetsOf({ relations = [] }: Entity, needs: Needs): string[] {
  const isAny = needs.relations.includes('*')
  return relations.flatMap(({ type, targetRef }) =>
    isAny || needs.relations.includes(type.toLowerCase()) ? [targetRef.toLowerCase()] : [],
  )
}

/** Reads everything that checks need of some entities; for what a user tries, only what that user may see of others. */
export async function readInputs(
  { catalog, facts }: InputDependencies,
  refs: readonly string[],
  needs: Needs,
  seenAmong?: SeenAmong,
): Promise<Inputs> {
  const [stored, factsOf] = await Promise.all([catalog.getEntities(refs, { isBulk: true }), readFacts({ catalog, facts }, refs, needs)])
  const entities = await withoutHidden(stored, seenAmong)
  const others = await byRef(
    catalog,
    entities.flatMap(entity => (entity ? targetsOf(entity, needs) : [])),
  )
  return {
    entities: entities.map((entity, at) => entity && { entity, facts: factsOf.get(refs[at]!) ?? {} }),
    related: toRelated(others),
  }
}

/** By what entities are grouped; the domain may be that of their system. */
export async function readFacets(
  { catalog }: Pick<InputDependencies, 'catalog'>,
  { entities }: Pick<Inputs, 'entities'>,
): Promise<(Facets | undefined)[]> {
  const systems = await byRef(
    catalog,
    entities.flatMap(each => (each ? (systemOf(each.entity) ?? []) : [])),
  )
  return entities.map(each => each && facetsOf(each.entity, systems.get(systemOf(each.entity) ?? '')))
}

async function byRef(catalog: InputDependencies['catalog'], refs: readonly string[]): Promise<Map<string, Entity>> {
  const unique = [...new Set(refs)]
  if (unique.length === 0) return new Map()
  const entities = await catalog.getEntities(unique, { isBulk: true })
  return new Map(entities.flatMap(entity => (entity ? [[entityRefOf(entity), entity] as const] : [])))
}

/** What expressions read of entities that another one is tied to, by ref. */
export function toRelated(entities: ReadonlyMap<string, Entity>): Record<string, RelatedEntity> {
  const toOne = (ref: string, { kind, metadata, spec }: Entity): RelatedEntity => ({
    ref,
    exists: true,
    kind,
    type: spec?.['type'],
    lifecycle: spec?.['lifecycle'],
    title: metadata.title ?? metadata.name,
  })
  return Object.fromEntries([...entities].map(([ref, entity]) => [ref, toOne(ref, entity)]))
}

async function readFacts({ catalog, facts }: InputDependencies, refs: readonly string[], needs: Needs) {
  const found = new Map<string, Record<string, EvaluatedFact>>(refs.map(ref => [ref, {}]))
  if (needs.facts.includes(problemsFact)) {
    const problems = await catalog.problemsOf(refs)
    const at = new Date().toISOString()
    for (const ref of refs)
      found.get(ref)![problemsFact] = { value: (problems.get(ref) ?? []).map(({ type }) => ({ type })), at, checkedAt: at, isStale: false }
  }
  const names = needs.facts.filter(name => name !== problemsFact)
  if (!facts || names.length === 0) return found
  const staleAfter = new Map(facts.definitions().map(({ name, staleAfter: ms }) => [name, ms]))
  for (const { entityRef, name, value, at, checkedAt, stale, error } of await facts.latest({ entityRefs: refs, names })) {
    const of = found.get(entityRef)
    if (of)
      of[name] = {
        value,
        at,
        checkedAt,
        isStale: stale,
        staleAfterMs: staleAfter.get(name),
        error: error && { message: error.message, since: error.since },
      }
  }
  return found
}

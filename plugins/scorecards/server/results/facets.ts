import { entityRefOf, parseEntityRef, type Entity } from '@portico/catalog/common'

/** By what entities are grouped and filtered, kept with their results: the past is grouped as it was then. */
export interface Facets {
  readonly title: string
  readonly kind: string
  readonly type?: string | undefined
  readonly lifecycle?: string | undefined
  readonly owner?: string | undefined
  readonly system?: string | undefined
  readonly domain?: string | undefined
}

const targetOf = (entity: Entity, type: string, kind?: string): string | undefined =>
  entity.relations?.find(each => each.type === type && (kind === undefined || each.targetRef.startsWith(`${kind}:`)))?.targetRef

const textAt = (entity: Entity, key: string): string | undefined => {
  const value = entity.spec?.[key]
  return typeof value === 'string' ? value : undefined
}

export const systemOf = (entity: Entity): string | undefined => targetOf(entity, 'partOf', 'system')

/** The facets of an entity; the domain may be that of its system. */
export function facetsOf(entity: Entity, system: Entity | undefined): Facets {
  const isSystem = entity.kind.toLowerCase() === 'system'
  return {
    title: entity.metadata.title ?? entity.metadata.name,
    kind: entity.kind,
    type: textAt(entity, 'type'),
    lifecycle: textAt(entity, 'lifecycle'),
    owner: targetOf(entity, 'ownedBy'),
    system: isSystem ? entityRefOf(entity) : systemOf(entity),
    domain: targetOf(entity, 'partOf', 'domain') ?? (system && targetOf(system, 'partOf', 'domain')),
  }
}

/** How a ref reads where no title is known. */
export function shortName(ref: string): string {
  try {
    return parseEntityRef(ref).name
  } catch {
    return ref
  }
}

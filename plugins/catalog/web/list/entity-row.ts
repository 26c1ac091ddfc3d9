import { entityRefOf, ownersOf, relationTargets, tryParseEntityRef, type Entity } from '@portico/catalog/common'
import { presentEntity } from '../presentation/entity-presentation.ts'

/** A row of the list: an entity, and what was resolved about it. */
export interface EntityRow {
  readonly entity: Entity
  readonly resolved: {
    readonly name: string
    readonly entityRef: string
    /** Refs of the owners. */
    readonly owners: readonly string[]
    /** Refs of the systems that it is part of. */
    readonly systems: readonly string[]
  }
}

export function toEntityRow(entity: Entity): EntityRow {
  return {
    entity,
    resolved: {
      name: presentEntity(entity, { defaultKind: entity.kind }).primaryTitle,
      entityRef: entityRefOf(entity),
      owners: ownersOf(entity),
      systems: relationTargets(entity, 'partOf').filter(ref => tryParseEntityRef(ref)?.kind.toLowerCase() === 'system'),
    },
  }
}

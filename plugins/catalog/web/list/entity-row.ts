import { entityRefOf, ownersOf, parseEntityRef, relationTargets, type Entity } from '@portico/catalog/common'
import { presentEntity } from '../presentation/entity-presentation.ts'
import { isSameText } from './same-text.ts'

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
      systems: relationTargets(entity, 'partOf').filter(isSystem),
    },
  }
}

function isSystem(ref: string): boolean {
  try {
    return isSameText(parseEntityRef(ref).kind, 'system')
  } catch {
    return false
  }
}

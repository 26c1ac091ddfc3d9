import type { Entity, EntityRelation } from '@portico/catalog/common'
import type { ChangeRecord } from './history-store.ts'

/** The entity as it was before a change, from how it was after it. Undefined: it was not there. */
export function undo(change: ChangeRecord, after: Entity | undefined): Entity | undefined {
  if (change.kind === 'created') return undefined
  if (change.finalBefore !== undefined) return JSON.parse(change.finalBefore) as Entity
  if (!after) return undefined
  const added = new Set(change.relationsAdded.map(keyOf))
  const kept = (after.relations ?? []).filter(relation => !added.has(keyOf(relation)))
  const relations = [...kept, ...change.relationsRemoved].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  return { ...after, relations }
}

function keyOf({ type, targetRef }: EntityRelation): string {
  return `${type} ${targetRef}`
}

/** An entity's own words: what others add to it, and what the catalog notes about it, left out. */
export function documentOf(entity: Entity): Record<string, unknown> {
  const { relations: _relations, status: _status, metadata, ...rest } = entity
  const { uid: _uid, etag: _etag, ...own } = metadata
  return { ...rest, metadata: own }
}

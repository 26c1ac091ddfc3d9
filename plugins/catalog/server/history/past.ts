import { annotations, entityRefOf, relationsOf, type Entity, type EntityRelation, type KindDefinition } from '@portico/catalog/common'
import { hash } from 'node:crypto'
import { relationChanges, sortRelations } from '../processing/stitch/stitch-entity.ts'
import { changedFields } from '../processing/write/changed-fields.ts'
import { documentOf } from './undo.ts'

/** What happened to an entity before this catalog knew it: it came or changed, or it was removed. */
export type PastChange = { readonly at: Date } & ({ readonly entity: Entity } | { readonly removed: string })

/** One line of the history that is brought in. */
export interface PastRow {
  readonly at: Date
  readonly ref: string
  readonly kind: 'created' | 'updated' | 'deleted'
  readonly fields: readonly string[]
  readonly relationsAdded: readonly string[]
  readonly relationsRemoved: readonly string[]
  readonly source: string | undefined
  readonly before: Entity | undefined
}

export interface PlannedPast {
  /** The oldest first. */
  readonly rows: readonly PastRow[]
  /** The entities as they were at the end of it, with their relations. */
  readonly last: ReadonlyMap<string, Entity>
}

/** The steps that some changes make, with the relations that the entities had to each other at each moment. */
export function planPast(changes: readonly PastChange[], kinds: readonly KindDefinition[], uidOf: (ref: string) => string): PlannedPast {
  const graph = createPastGraph(kinds)
  const rows: PastRow[] = []
  const moments = Map.groupBy(changes, ({ at }) => at.getTime())
  for (const time of [...moments.keys()].sort((a, b) => a - b)) {
    const steps = moments.get(time)!.map(change => {
      if ('removed' in change) return { ref: change.removed.toLowerCase(), entity: undefined }
      const ref = entityRefOf(change.entity)
      return { ref, entity: withUid(change.entity, uidOf(ref)) }
    })
    const touched = new Set(steps.flatMap(({ ref, entity }) => [ref, ...graph.endsOf(ref), ...(entity ? graph.endsIn(entity) : [])]))
    const before = new Map([...touched].map(ref => [ref, graph.get(ref)]))
    for (const { ref, entity } of steps) graph.set(ref, entity)
    for (const ref of touched) {
      const row = rowOf(new Date(time), ref, before.get(ref), graph.get(ref))
      if (row) rows.push(row)
    }
  }
  return { rows, last: graph.all() }
}

/** What is different between two versions of an entity, as the history writes it; undefined where nothing is. */
export function differenceOf(before: Entity, after: Entity): Pick<PastRow, 'fields' | 'relationsAdded' | 'relationsRemoved'> | undefined {
  const fields = changedFields(documentOf(before), documentOf(after))
  const relations = relationChanges(JSON.stringify(before.relations ?? []), JSON.stringify(after.relations ?? []))
  const count = fields.length + relations.relationsAdded.length + relations.relationsRemoved.length
  return count === 0 ? undefined : { fields, ...relations }
}

function rowOf(at: Date, ref: string, before: Entity | undefined, after: Entity | undefined): PastRow | undefined {
  const none = { fields: [], relationsAdded: [], relationsRemoved: [] }
  const source = (after ?? before)?.metadata.annotations?.[annotations.managedByLocation]
  if (!after) return before && { at, ref, kind: 'deleted', ...none, source, before }
  if (!before) return { at, ref, kind: 'created', ...none, source, before }
  const difference = differenceOf(before, after)
  if (!difference) return undefined
  // Where only relations changed, others made the change, and the version before follows from the one after.
  const isOwn = difference.fields.length > 0
  return { at, ref, kind: 'updated', ...difference, source: isOwn ? source : undefined, before: isOwn ? before : undefined }
}

/** Some entities, and who of them is related to whom. */
function createPastGraph(kinds: readonly KindDefinition[]) {
  const entities = new Map<string, Entity>()
  /** By the entity at the end of a relation, and by the one that declares it. */
  const relations = new Map<string, Map<string, EntityRelation[]>>()
  const declaredBy = (entity: Entity | undefined) => (entity ? relationsOf(entity, kinds) : [])
  const endsIn = (entity: Entity | undefined) => declaredBy(entity).flatMap(({ source, target }) => [source, target])

  function add(end: string, declarer: string, relation: EntityRelation): void {
    const known = relations.get(end) ?? new Map<string, EntityRelation[]>()
    relations.set(end, known.set(declarer, [...(known.get(declarer) ?? []), relation]))
  }

  function get(ref: string): Entity | undefined {
    const entity = entities.get(ref)
    if (!entity) return undefined
    const related = sortRelations([...(relations.get(ref)?.values() ?? [])].flat())
    const etag = hash('sha1', JSON.stringify([entity, related]))
    return { ...entity, metadata: { ...entity.metadata, etag }, relations: related }
  }

  return {
    get,
    endsIn,
    endsOf: (ref: string) => endsIn(entities.get(ref)),
    set(ref: string, entity: Entity | undefined): void {
      for (const end of endsIn(entities.get(ref))) relations.get(end)?.delete(ref)
      if (!entity) return void entities.delete(ref)
      entities.set(ref, entity)
      for (const { source, type, target, inverse } of declaredBy(entity)) {
        add(source, ref, { type, targetRef: target })
        add(target, ref, { type: inverse, targetRef: source })
      }
    },
    all: () => new Map([...entities.keys()].map(ref => [ref, get(ref)!])),
  }
}

/** What others add to an entity is found again, and its number in this catalog is its own. */
function withUid(given: Entity, uid: string): Entity {
  const { relations: _relations, status: _status, metadata, ...rest } = given
  const { etag: _etag, ...own } = metadata
  return { ...rest, metadata: { ...own, namespace: metadata.namespace ?? 'default', uid } }
}

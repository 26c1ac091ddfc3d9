import { annotations, type Entity, type EntityRelation } from '@portico/catalog/common'
import type { CatalogDatabase, CatalogTransaction } from './catalog-database-store.ts'
import { changeStore, type ChangeWrite } from './change-store.ts'
import { entityStore, type StoredEntity } from './entity-store.ts'
import type { EntityError } from './process-entity.ts'
import type { RefStore } from './ref-store.ts'
import { relationKeys, stitchEntity, toCoreText, unstitchEntity, type CoreText, type Stitched } from './stitch-entity.ts'
import { stitchStore } from './stitch-store.ts'

/** The relations of each entity, in both directions. */
export async function relationsOfMany(
  trx: CatalogTransaction,
  refs: RefStore,
  ids: readonly number[],
): Promise<Map<number, EntityRelation[]>> {
  const rows = await entityStore.relationsAt(trx, ids)
  const nameOf = await refs.namesOf(rows.flatMap(({ from, to }) => [from, to]))
  const typeOf = await refs.typeOf(new Set(rows.map(({ type }) => type)))
  const relations = new Map<number, EntityRelation[]>(ids.map(id => [id, []]))
  for (const { from, to, type } of rows) {
    const pair = typeOf(type)
    relations.get(from)?.push({ type: pair.type, targetRef: nameOf(to) })
    relations.get(to)?.push({ type: pair.inverse, targetRef: nameOf(from) })
  }
  return relations
}

interface Stitchable {
  readonly id: number
  readonly uid: string
  readonly kind: string
  readonly text: CoreText
  readonly coreHash: string
  readonly isOrphan: boolean
  readonly errors: readonly EntityError[]
}

/** Stitches entities with relations that are known. Locations also show what is wrong with the sources they lead to. */
export async function stitchMany(
  trx: CatalogTransaction,
  entities: readonly Stitchable[],
  relations: ReadonlyMap<number, readonly EntityRelation[]>,
): Promise<Stitched[]> {
  const locations = entities.filter(({ kind }) => kind === 'Location').map(({ id }) => id)
  const sourceErrors = await stitchStore.sourceErrors(trx, locations)
  return entities.map(({ id, errors, ...entity }) =>
    stitchEntity({ ...entity, errors: [...errors, ...(sourceErrors.get(id) ?? [])], relations: relations.get(id) ?? [] }),
  )
}

/** The processed entity inside of a stored one. */
export function unstitch(stored: StoredEntity, before = JSON.parse(stored.final ?? '{}') as Entity) {
  return { ...stored, kind: before.kind, text: toCoreText(unstitchEntity(before, stored.hasOwnEtag)) }
}

/** Writes entities again that others have a relation to, or whose status has changed. Returns how many were looked at. */
export function createStitcher({ db, refs }: { readonly db: CatalogDatabase; readonly refs: RefStore }) {
  return async function stitchDirty(most: number): Promise<number> {
    return db.transaction().execute(async trx => {
      const revision = await entityStore.lock(trx)
      const ids = await stitchStore.take(trx, most)
      if (ids.length === 0) return 0
      const stored = await entityStore.read(trx, ids)
      const relations = await relationsOfMany(
        trx,
        refs,
        stored.map(({ id }) => id),
      )
      const before = stored.map(({ final }) => JSON.parse(final ?? '{}') as Entity)
      const entities = stored.map((entity, at) => unstitch(entity, before[at]!))
      const stitched = await stitchMany(trx, entities, relations)
      const changed = stored.flatMap((entity, at) => (stitched[at]!.final === entity.final ? [] : [{ entity, at }]))
      if (changed.length === 0) return ids.length
      await entityStore.writeFinals(
        trx,
        changed.map(({ entity, at }) => ({ id: entity.id, ...stitched[at]! })),
        revision,
      )
      await changeStore.append(
        trx,
        revision,
        changed.map(({ entity, at }) => toChange(entity, before[at]!, stitched[at]!)),
      )
      await entityStore.advance(trx, revision)
      return ids.length
    })
  }
}

function toChange(stored: StoredEntity, before: Entity, after: Stitched): ChangeWrite {
  const had = new Set(relationKeys(before.relations))
  const has = new Set(relationKeys(after.relations))
  const wasOrphan = before.metadata.annotations?.[annotations.orphan] === 'true'
  const fields = [
    ...(wasOrphan === stored.isOrphan ? [] : [`metadata.annotations.${annotations.orphan}`]),
    ...(after.status === (before.status ? JSON.stringify(before.status) : '') ? [] : ['status']),
  ]
  return {
    entityId: stored.id,
    ref: `${before.kind}:${before.metadata.namespace ?? 'default'}/${before.metadata.name}`.toLowerCase(),
    kind: 'updated',
    fields,
    relationsAdded: [...has].filter(key => !had.has(key)),
    relationsRemoved: [...had].filter(key => !has.has(key)),
    source: undefined,
    sourceRevision: undefined,
    finalBefore: fields.length > 0 ? stored.final : undefined,
  }
}

import { annotations, type EntityRelation } from '@portico/catalog/common'
import type { Logger } from '@portico/core/server'
import type { CatalogDatabase, CatalogTransaction } from '../write/catalog-database-store.ts'
import { changeStore, type ChangeWrite } from '../write/change-store.ts'
import { entityStore } from '../write/entity-store.ts'
import { isTransient, retryMsAfter, toFault } from '../ingest-fault.ts'
import type { EntityError } from '../process/process-entity.ts'
import type { RefStore } from '../write/ref-store.ts'
import { relationKeys, stitchEntity, unstitch, type CoreText, type Stitched, type Unstitched } from './stitch-entity.ts'
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
  readonly ref: string
  readonly uid: string
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
  const locations = entities.filter(({ ref }) => ref.startsWith('location:')).map(({ id }) => id)
  const sourceErrors = await stitchStore.sourceErrors(trx, locations)
  return entities.map(({ id, errors, ...entity }) =>
    stitchEntity({ ...entity, errors: [...errors, ...(sourceErrors.get(id) ?? [])], relations: relations.get(id) ?? [] }),
  )
}

/** Writes entities again that others have a relation to, or whose status has changed. Returns how many were looked at. */
export function createStitcher({ db, refs, log }: { readonly db: CatalogDatabase; readonly refs: RefStore; readonly log: Logger }) {
  /** One that cannot be stitched is found by halving what is taken at once; it keeps its error, and the others go on without it. */
  return async function stitchDirty(max: number): Promise<number> {
    try {
      return await stitch(max)
    } catch (error) {
      if (isTransient(error)) throw error
      if (max > 1) return stitchDirty(max >> 1)
      return leaveOut(error)
    }
  }

  async function leaveOut(error: unknown): Promise<number> {
    const culprit = await stitchStore.first(db)
    if (!culprit) return 0
    const nameOf = await refs.namesOf([culprit.id])
    log.error({ error, ref: nameOf(culprit.id) }, `the relations of ${nameOf(culprit.id)} could not be brought up to date`)
    await stitchStore.fail(db, culprit.id, toFault(error), retryMsAfter(culprit.failures))
    return 1
  }

  async function stitch(max: number): Promise<number> {
    return db.transaction().execute(async trx => {
      const revision = await entityStore.lock(trx)
      const ids = await stitchStore.take(trx, max)
      if (ids.length === 0) return 0
      const stored = await entityStore.read(trx, ids)
      const found = stored.map(({ id }) => id)
      const relations = await relationsOfMany(trx, refs, found)
      const before = stored.map(entity => unstitch(entity.final, entity))
      const refOf = await refs.namesOf(found)
      const stitched = await stitchMany(
        trx,
        stored.map((entity, at) => ({ ...entity, ref: refOf(entity.id), text: before[at]!.text })),
        relations,
      )
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
        changed.map(({ entity, at }) => toChange({ ...entity, ref: refOf(entity.id) }, before[at]!, stitched[at]!)),
      )
      await entityStore.advance(trx, revision)
      return ids.length
    })
  }
}

function toChange(
  { id, ref, isOrphan, final }: { readonly id: number; readonly ref: string; readonly isOrphan: boolean; readonly final: string },
  before: Unstitched,
  after: Stitched,
): ChangeWrite {
  const had = new Set(relationKeys(before.relations))
  const has = new Set(relationKeys(after.relations))
  const fields = [
    ...(before.isOrphan === isOrphan ? [] : [`metadata.annotations.${annotations.orphan}`]),
    ...(after.status === before.status ? [] : ['status']),
  ]
  return {
    entityId: id,
    ref,
    kind: 'updated',
    fields,
    relationsAdded: [...has].filter(key => !had.has(key)),
    relationsRemoved: [...had].filter(key => !has.has(key)),
    source: undefined,
    sourceRevision: undefined,
    finalBefore: fields.length > 0 ? final : undefined,
  }
}

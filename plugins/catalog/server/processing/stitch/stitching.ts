import { annotations, type EntityRelation } from '@portico/catalog/common'
import type { Logger } from '@portico/core/server'
import type { CatalogDatabase, CatalogTransaction } from '../write/catalog-database-store.ts'
import { changeStore, type ChangeWrite } from '../write/change-store.ts'
import { entityStore, type StitchedEntity } from '../write/entity-store.ts'
import { isTransient, retryMsAfter, toFault } from '../ingest-fault.ts'
import type { EntityError } from '../process/process-entity.ts'
import type { RefStore } from '../write/ref-store.ts'
import { relationChanges, stitchEntity, toOrphanCore, type Stitched } from './stitch-entity.ts'
import { stitchStore, type StitchRange } from './stitch-store.ts'

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
  readonly coreHash: string
  readonly ownEtag: string | undefined
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

/**
 * Writes the relations and the status of entities again that others have a relation to, or whose status has changed. What came from their
 * sources is neither read nor written. Returns the highest number that was looked at; undefined when there was none.
 */
export function createStitcher({ db, refs, log }: { readonly db: CatalogDatabase; readonly refs: RefStore; readonly log: Logger }) {
  /** One that cannot be stitched is found by halving what is taken at once; it keeps its error, and the others go on without it. */
  return async function stitchDirty(max: number, range: StitchRange): Promise<number | undefined> {
    try {
      return await stitch(max, range)
    } catch (error) {
      if (isTransient(error)) throw error
      if (max > 1) return stitchDirty(max >> 1, range)
      return leaveOut(error, range)
    }
  }

  async function leaveOut(error: unknown, range: StitchRange): Promise<number | undefined> {
    const culprit = await stitchStore.first(db, range)
    if (!culprit) return undefined
    const nameOf = await refs.namesOf([culprit.id])
    log.error({ error, ref: nameOf(culprit.id) }, `the relations of ${nameOf(culprit.id)} could not be brought up to date`)
    await stitchStore.fail(db, culprit.id, toFault(error), retryMsAfter(culprit.failures))
    return culprit.id
  }

  async function stitch(max: number, range: StitchRange): Promise<number | undefined> {
    return db.transaction().execute(async trx => {
      const revision = await entityStore.lock(trx)
      const ids = await stitchStore.take(trx, max, range)
      if (ids.length === 0) return undefined
      const last = ids.reduce((highest, id) => Math.max(highest, id))
      const stored = await entityStore.readStitched(trx, ids)
      const found = stored.map(({ id }) => id)
      const relations = await relationsOfMany(trx, refs, found)
      const refOf = await refs.namesOf(found)
      const entities = stored.map(entity => ({ ...entity, ref: refOf(entity.id) }))
      const stitched = await stitchMany(trx, entities, relations)
      const changed = entities.flatMap((before, at) => (isSame(before, stitched[at]!) ? [] : [{ before, after: stitched[at]! }]))
      if (changed.length === 0) return last
      // The history first: it keeps what is replaced.
      await changeStore.append(trx, revision, changed.map(toChange))
      await entityStore.writeStitched(
        trx,
        changed.map(({ before: { id, unmarkedCore }, after }) => ({
          id,
          ...after,
          orphanCore: unmarkedCore && toOrphanCore(unmarkedCore),
        })),
        revision,
      )
      await entityStore.advance(trx, revision)
      return last
    })
  }
}

function isSame(before: StitchedEntity, after: Stitched): boolean {
  const { etag, relations, status } = after
  return before.etag === etag && before.relations === relations && before.status === status && before.unmarkedCore === undefined
}

function toChange({
  before,
  after,
}: {
  readonly before: StitchedEntity & { readonly ref: string }
  readonly after: Stitched
}): ChangeWrite {
  const fields = [
    ...(before.unmarkedCore === undefined ? [] : [`metadata.annotations.${annotations.orphan}`]),
    ...(after.status === before.status ? [] : ['status']),
  ]
  return {
    entityId: before.id,
    ref: before.ref,
    kind: 'updated',
    fields,
    ...relationChanges(before.relations, after.relations),
    source: undefined,
    sourceRevision: undefined,
    keepsBefore: fields.length > 0,
  }
}

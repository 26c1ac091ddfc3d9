import { entityRefOf, type Entity, type KindDefinition } from '@portico/catalog/common'
import { pastKnown, pastTooLate } from '../errors.ts'
import type { CatalogDatabase, CatalogTransaction } from '../processing/write/catalog-database-store.ts'
import { entityStore } from '../processing/write/entity-store.ts'
import { createRefStore } from '../processing/write/ref-store.ts'
import { newUid } from '../processing/write/uid.ts'
import { createHistoryStore, type ChangeRecord } from './history-store.ts'
import { differenceOf, planPast, type PastChange, type PastRow, type PlannedPast } from './past.ts'
import { pastStore } from './past-store.ts'
import { stepsOfMany, type Step } from './versions.ts'

/** For those who move over from another portal: what that one knew of the time before. */
export interface CatalogPast {
  /** When this catalog's own history begins; undefined while it has none. */
  begins(): Promise<Date | undefined>
  /**
   * Puts changes before the own history, all of them or none, once for each database. Entities are as their sources had them; their relations are
   * found again. False: the catalog still reads or relates what it has found, so it is too early. True also where a past was brought in before.
   */
  bringIn(changes: readonly PastChange[]): Promise<boolean>
}

export function createCatalogPast({
  db,
  kinds,
}: {
  readonly db: CatalogDatabase
  readonly kinds: () => readonly KindDefinition[]
}): CatalogPast {
  const refs = createRefStore(db)
  return {
    begins: async () => (await createHistoryStore(db).oldest())?.at,
    async bringIn(changes) {
      if (changes.length === 0) return true
      const planned = await plan(changes)
      const idOf = await refs.idsOf(planned.rows.map(({ ref }) => ref))
      return db.transaction().execute(async trx => {
        const revision = await entityStore.lock(trx)
        if (await pastStore.hasPast(trx)) return true
        if (!(await pastStore.isSettled(trx))) return false
        await joinOwn(trx, planned)
        await pastStore.moveFirst(trx)
        await pastStore.add(trx, planned.rows, idOf)
        // What was answered about the past is asked for again.
        await entityStore.advance(trx, revision)
        return true
      })
    },
  }

  async function plan(changes: readonly PastChange[]): Promise<PlannedPast> {
    const named = changes.map(change => ('removed' in change ? change.removed.toLowerCase() : entityRefOf(change.entity)))
    const uids = await pastStore.uidsOf(db, named)
    for (const ref of named) if (!uids.has(ref)) uids.set(ref, newUid())
    return planPast(changes, kinds(), ref => uids.get(ref)!)
  }
}

/** That an entity came, and was related to those that came with it, is one step from what was known of it before. */
async function joinOwn(trx: CatalogTransaction, { rows, last }: PlannedPast): Promise<void> {
  const store = createHistoryStore(trx)
  const newest = new Map(rows.map(({ ref, at }) => [ref, at]))
  const own = await store.ofEntitiesFrom([...newest.keys()], { revision: 1, sequence: 0 })
  const steps = Map.groupBy(await stepsOfMany(store, own.toReversed()), ({ change }) => change.ref)
  for (const [ref, all] of steps) {
    const first = all[0]!.change
    if (first.kind !== 'created') throw pastKnown(ref)
    if (newest.get(ref)! >= new Date(first.at)) throw pastTooLate(ref, newest.get(ref)!, first.at)
    const before = last.get(ref)
    if (before) await join(trx, all, before)
  }
}

async function join(trx: CatalogTransaction, all: readonly Step[], before: Entity): Promise<void> {
  const isRelating = ({ kind, fields }: ChangeRecord) => kind === 'updated' && fields.length === 0
  const end = all.findIndex(({ change }, at) => at > 0 && !isRelating(change))
  const taken = all.slice(0, end === -1 ? undefined : end)
  const [{ change }, { after }] = [taken[0]!, taken.at(-1)!]
  const difference = after && differenceOf(before, after)
  const row: PastRow | undefined = difference && {
    ...difference,
    at: new Date(change.at),
    ref: change.ref,
    kind: 'updated',
    source: change.source,
    before,
  }
  if (row) await pastStore.rewrite(trx, change, row)
  await pastStore.remove(
    trx,
    taken.slice(row ? 1 : 0).map(step => step.change),
  )
}

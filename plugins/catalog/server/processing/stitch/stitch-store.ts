import { anyOf, now, secondsFromNow } from '@portico/core/server/expressions'
import { sql, type ExpressionBuilder, type NotNull } from 'kysely'
import type { CatalogTables } from '../../migrations/tables.ts'
import { idsOf, type CatalogDatabase, type CatalogTransaction } from '../write/catalog-database-store.ts'
import type { EntityError } from '../process/process-entity.ts'

const maxErrors = 20

/** Which of the entities that wait to be stitched. */
export interface StitchRange {
  /** Those with a higher number. They are taken by number: no statement looks at more of the queue than it takes. */
  readonly after: number
  /** Also those that came in a reading that still goes on. */
  readonly includesDeferred: boolean
}

/** Entities that may look different because others changed. */
export const stitchStore = {
  /** The time of the database. As text, because a `Date` has no microseconds. */
  async now(db: CatalogDatabase): Promise<string> {
    return (await db.selectNoFrom(sql<string>`now()::text`.as('now')).executeTakeFirstOrThrow()).now
  },

  async take(trx: CatalogTransaction, max: number, range: StitchRange): Promise<number[]> {
    // The numbers as an array, which is made once: a subquery would be joined with the whole queue.
    const taken = trx.selectFrom('stitch').select('id').where(within(range)).orderBy('id').limit(max).forUpdate().skipLocked()
    const rows = await trx
      .deleteFrom('stitch')
      .where('id', '=', sql<number>`any(array(${taken}))`)
      .returning('id')
      .execute()
    return idsOf(rows)
  },

  /** The one that `take` would give first. */
  async first(db: CatalogDatabase, range: StitchRange): Promise<{ readonly id: number; readonly failures: number } | undefined> {
    return db.selectFrom('stitch').select(['id', 'failures']).where(within(range)).orderBy('id').limit(1).executeTakeFirst()
  },

  /** This one cannot be stitched, and is left alone for a while. */
  async fail(db: CatalogDatabase, id: number, error: EntityError, retryMs: number): Promise<void> {
    await db
      .updateTable('stitch')
      .set(eb => ({ error: JSON.stringify(error), failures: eb('failures', '+', 1), retry_at: secondsFromNow(retryMs / 1000) }))
      .where('id', '=', id)
      .execute()
  },

  /** What is wrong with the sources that these Location entities stand for or lead to. */
  async sourceErrors(trx: CatalogTransaction, ids: readonly number[]): Promise<Map<number, EntityError[]>> {
    const errors = new Map<number, EntityError[]>()
    if (ids.length === 0) return errors
    const rows = await trx
      .selectFrom('source_parent as p')
      .innerJoin('source as s', 's.id', 'p.source_id')
      .select(['p.parent_id as id', 's.error'])
      .where('p.parent_id', '=', anyOf(ids))
      .where('s.error', 'is not', null)
      .$narrowType<{ id: NotNull; error: EntityError }>()
      .execute()
    for (const { id, error } of rows) {
      const known = errors.get(id)
      if (!known) errors.set(id, [error])
      else if (known.length < maxErrors) known.push(error)
    }
    // In whatever order the rows came: the same errors are the same text.
    for (const list of errors.values()) list.sort((left, right) => (left.message < right.message ? -1 : 1))
    return errors
  },
}

function within({ after, includesDeferred }: StitchRange) {
  return (eb: ExpressionBuilder<CatalogTables, 'stitch'>) =>
    eb.and([
      eb('id', '>', after),
      eb.or([eb('retry_at', 'is', null), eb('retry_at', '<=', now)]),
      ...(includesDeferred ? [] : [eb('is_deferred', '=', false)]),
    ])
}

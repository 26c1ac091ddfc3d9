import { sql } from 'kysely'
import type { CatalogDatabase, CatalogTransaction } from '../write/catalog-database-store.ts'
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
    const { rows } = await sql<{ now: string }>`select now()::text as now`.execute(db)
    return rows[0]!.now
  },

  async take(trx: CatalogTransaction, max: number, range: StitchRange): Promise<number[]> {
    const { rows } = await sql<{ id: number }>`
      delete from stitch where id = any(array(
        select id from stitch where ${within(range)} order by id limit ${max} for update skip locked)) returning id`.execute(trx)
    return rows.map(({ id }) => id)
  },

  /** The one that `take` would give first. */
  async first(db: CatalogDatabase, range: StitchRange): Promise<{ readonly id: number; readonly failures: number } | undefined> {
    const { rows } = await sql<{ id: number; failures: number }>`
      select id, failures from stitch where ${within(range)} order by id limit 1`.execute(db)
    return rows[0]
  },

  /** This one cannot be stitched, and is left alone for a while. */
  async fail(db: CatalogDatabase, id: number, error: EntityError, retryMs: number): Promise<void> {
    await sql`
      update stitch set error = ${JSON.stringify(error)}::json, failures = failures + 1, retry_at = now() + make_interval(secs => ${retryMs / 1000})
      where id = ${id}`.execute(db)
  },

  /** What is wrong with the sources that these Location entities stand for or lead to. */
  async sourceErrors(trx: CatalogTransaction, ids: readonly number[]): Promise<Map<number, EntityError[]>> {
    const errors = new Map<number, EntityError[]>()
    if (ids.length === 0) return errors
    const { rows } = await sql<{ id: number; error: EntityError }>`
      select p.parent_id as id, s.error from source_parent p join source s on s.id = p.source_id
      where p.parent_id = any(${ids}::int[]) and s.error is not null`.execute(trx)
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
  return sql`id > ${after} and (retry_at is null or retry_at <= now()) and (${includesDeferred} or not is_deferred)`
}

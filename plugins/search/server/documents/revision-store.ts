import { sql, type Kysely, type Transaction } from 'kysely'
import type { SearchTables } from '../migrations/tables.ts'

export const revisionChannel = 'search_revision'

/** What remains of a document that is gone. */
export const emptyDocument = { body: null, hash: '' }

/** A transaction that writes documents under a revision. */
export interface Writing {
  readonly trx: Transaction<SearchTables>
  readonly revision: number
}

export type InRevision = ReturnType<typeof createInRevision>

/** Runs under the next revision; readers see either nothing or all of it. Returns how many documents were written. */
export function createInRevision(db: Kysely<SearchTables>) {
  return (run: (writing: Writing) => Promise<number>): Promise<number> =>
    db.transaction().execute(async trx => {
      const { value } = await trx
        .updateTable('revision')
        .set(({ eb }) => ({ value: eb('value', '+', '1') }))
        .returning('value')
        .executeTakeFirstOrThrow()
      const revision = Number(value)
      const written = await run({ trx, revision })
      if (written > 0) await sql`select pg_notify(${revisionChannel}, ${String(revision)})`.execute(trx)
      return written
    })
}

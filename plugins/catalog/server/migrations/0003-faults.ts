import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** What cannot be stitched, or ends the process that reads it, is told apart from the rest and tried again later. */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table stitch add column failures integer not null default 0, add column error json, add column retry_at timestamptz`.execute(
    db,
  )
  // How often whoever read the source ended without a word, and the content that was being processed when it did so the last time.
  await sql`alter table source add column crashes integer not null default 0, add column suspect_hash uuid`.execute(db)
}

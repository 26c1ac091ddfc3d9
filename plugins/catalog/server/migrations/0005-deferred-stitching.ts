import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** Entities that came in a reading that still goes on need not be stitched before its end, when all that relates to them is there. */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table stitch add column is_deferred boolean not null default false`.execute(db)
}

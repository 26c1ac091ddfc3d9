import type { Kysely } from 'kysely'

export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable('source')
    // What stood for all that the source had when it was last read whole, and when that was.
    .addColumn('version', 'text')
    .addColumn('read_at', 'timestamptz')
    .execute()
}

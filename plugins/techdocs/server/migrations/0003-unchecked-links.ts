import type { Kysely } from 'kysely'

/** Links of docs that others publish are not checked. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable('report')
    .alterColumn('broken_links', column => column.dropNotNull())
    .alterColumn('unsupported', column => column.dropNotNull())
    .execute()
}

import type { Kysely } from 'kysely'

export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('report')
    .addColumn('entity_ref', 'text', column => column.primaryKey())
    .addColumn('checked_at', 'timestamptz', column => column.notNull())
    .addColumn('last_modified_at', 'timestamptz')
    .addColumn('etag', 'text')
    .addColumn('pages', 'integer', column => column.notNull())
    .addColumn('broken_links', 'integer', column => column.notNull())
    .addColumn('unsupported', 'integer', column => column.notNull())
    .addColumn('error', 'text')
    .addColumn('notices', 'jsonb', column => column.notNull())
    .execute()
}

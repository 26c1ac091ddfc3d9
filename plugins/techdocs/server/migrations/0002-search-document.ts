import type { Kysely } from 'kysely'

export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('search_document')
    .addColumn('entity_ref', 'text', column => column.primaryKey())
    .addColumn('documents', 'jsonb', column => column.notNull())
    .execute()
}

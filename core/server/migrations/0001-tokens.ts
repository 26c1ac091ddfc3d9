import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** Keys that user and plugin tokens are signed with. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('signing_key')
    .addColumn('kid', 'text', column => column.primaryKey())
    .addColumn('owner', 'text', column => column.notNull())
    .addColumn('algorithm', 'text', column => column.notNull())
    .addColumn('public_key', 'jsonb', column => column.notNull())
    // Deleted as soon as the key no longer signs.
    .addColumn('private_key', 'jsonb')
    .addColumn('created_at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`))
    .addColumn('signs_until', 'timestamptz', column => column.notNull())
    .addColumn('published_until', 'timestamptz', column => column.notNull())
    .execute()
  await db.schema.createIndex('signing_key_owner').on('signing_key').columns(['owner', 'signs_until']).execute()
}

import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** What was known of each user at the last sign-in. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('user_info')
    .addColumn('sub', 'text', column => column.primaryKey())
    .addColumn('ent', sql`text[]`, column => column.notNull())
    .addColumn('claims', 'jsonb', column => column.notNull())
    .addColumn('updated_at', 'timestamptz', column => column.notNull())
    .execute()
}

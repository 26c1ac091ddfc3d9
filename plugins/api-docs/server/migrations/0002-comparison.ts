import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** What changed between two readings, and of which versions consumers were told. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('comparison')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('changes', 'text', column => column.notNull())
    .addColumn('counts', 'json', column => column.notNull())
    .addColumn('total', 'integer', column => column.notNull())
    .addColumn('failure', 'text')
    .addColumn('before_about', 'json', column => column.notNull())
    .addColumn('after_about', 'json', column => column.notNull())
    .addColumn('used_at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`))
    .execute()
  await db.schema
    .createTable('announced_version')
    .addColumn('entity_ref', 'text', column => column.notNull())
    .addColumn('text_id', 'text', column => column.notNull())
    .addColumn('at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`))
    .addPrimaryKeyConstraint('announced_version_pkey', ['entity_ref', 'text_id'])
    .execute()
}

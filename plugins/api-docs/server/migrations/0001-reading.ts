import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** What was read from definitions, and which of it is that of the definitions as they are. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('reading')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('outline', 'text', column => column.notNull())
    .addColumn('problems', 'text', column => column.notNull())
    .addColumn('documents', 'text', column => column.notNull())
    .addColumn('format', 'text', column => column.notNull())
    .addColumn('version', 'text')
    .addColumn('counts', 'json', column => column.notNull())
    .addColumn('bytes', 'integer', column => column.notNull())
    .addColumn('attempts', 'integer', column => column.notNull())
    .addColumn('is_failure', 'boolean', column => column.notNull())
    .addColumn('used_at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`))
    .execute()
  // Ids may be longer than an index entry.
  await db.schema
    .createTable('part')
    .addColumn('reading_id', 'text', column => column.notNull().references('reading.id').onDelete('cascade'))
    .addColumn('key', 'text', column => column.notNull())
    .addColumn('id', 'text', column => column.notNull())
    .addColumn('json', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('part_pkey', ['reading_id', 'key'])
    .execute()
  await db.schema
    .createTable('definition')
    .addColumn('entity_ref', 'text', column => column.primaryKey())
    .addColumn('entity_version', 'text')
    .addColumn('text_id', 'text', column => column.notNull())
    .addColumn('reading_id', 'text', column => column.notNull())
    .execute()
  await db.schema.createIndex('definition_reading').on('definition').column('reading_id').execute()
}

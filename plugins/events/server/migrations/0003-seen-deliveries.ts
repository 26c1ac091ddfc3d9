import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('seen_delivery')
    .addColumn('digest', 'text', column => column.primaryKey())
    .addColumn('at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`))
    .execute()
  await db.schema.createIndex('seen_delivery_at').on('seen_delivery').column('at').execute()
}

import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('subscription')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('topics', sql`text[]`, column => column.notNull())
    .addColumn('read_to', 'bigint', column => column.notNull())
    .addColumn('seen_at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`))
    .execute()
  await db.schema
    .createTable('event')
    .addColumn('id', 'bigint', column => column.primaryKey().generatedAlwaysAsIdentity())
    .addColumn('topic', 'text', column => column.notNull())
    .addColumn('payload', 'jsonb', column => column.notNull())
    .addColumn('notified', sql`text[]`, column => column.notNull())
    .addColumn('at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`))
    .execute()
}

import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('newest_version')
    // The address that was asked: another one has other answers.
    .addColumn('source', 'text', column => column.primaryKey())
    .addColumn('version', 'text')
    .addColumn('failure', 'text')
    .addColumn('asked_at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`))
    .execute()
}

import type { Kysely } from 'kysely'

export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('delivery')
    .addColumn('topic', 'text', column => column.primaryKey())
    .addColumn('taken_at', 'timestamptz')
    .addColumn('refused_at', 'timestamptz')
    .addColumn('refusal', 'text')
    .execute()
}

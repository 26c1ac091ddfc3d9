import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('source')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('is_paused', 'boolean', column => column.notNull().defaultTo(false))
    // What the last run that was applied brought: a hash by entity ref.
    .addColumn('snapshot', 'jsonb', column => column.notNull().defaultTo(sql`'{}'::jsonb`))
    .addColumn('last_run', 'jsonb')
    .addColumn('last_delivery', 'jsonb')
    .execute()
}

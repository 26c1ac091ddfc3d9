import type { Kysely } from 'kysely'

/** Repeated entries of the audit trail can be collapsed into one with a count. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable('audit_event')
    .addColumn('repeat_key', 'text', column => column.unique())
    .addColumn('count', 'integer', column => column.notNull().defaultTo(1))
    .addColumn('last_occurred_at', 'timestamptz')
    .execute()
}

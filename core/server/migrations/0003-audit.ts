import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** The audit trail: who did what to what. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('audit_event')
    .addColumn('id', 'bigint', column => column.primaryKey().generatedAlwaysAsIdentity())
    // The one clock that all replicas share.
    .addColumn('occurred_at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`))
    .addColumn('plugin_id', 'text', column => column.notNull())
    .addColumn('action', 'text', column => column.notNull())
    .addColumn('subject', 'text')
    .addColumn('result', 'text', column => column.notNull().check(sql`result in ('success', 'failure', 'denied')`))
    .addColumn('caller_type', 'text', column => column.notNull())
    .addColumn('caller', 'text', column => column.notNull())
    .addColumn('actor', 'text')
    .addColumn('request_id', 'text')
    .addColumn('details', 'jsonb')
    .execute()
  await db.schema.createIndex('audit_event_occurred_at').on('audit_event').column('occurred_at').execute()
  await db.schema.createIndex('audit_event_action').on('audit_event').columns(['action', 'id']).execute()
  await db.schema.createIndex('audit_event_subject').on('audit_event').columns(['subject', 'id']).where('subject', 'is not', null).execute()
  await db.schema.createIndex('audit_event_caller').on('audit_event').columns(['caller', 'id']).execute()
}

import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** Jobs, scheduled tasks, and the event bus. */
export async function up(db: Kysely<any>): Promise<void> {
  await createJob(db)
  await createScheduledTask(db)
  await createEvent(db)
}

async function createJob(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('job')
    .addColumn('id', 'uuid', column => column.primaryKey().defaultTo(sql`gen_random_uuid()`))
    // Those of equal priority go first come, first served.
    .addColumn('number', 'bigint', column => column.notNull().generatedAlwaysAsIdentity())
    .addColumn('plugin', 'text', column => column.notNull())
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('payload', 'json', column => column.notNull())
    .addColumn('key', 'text')
    .addColumn('priority', 'integer', column => column.notNull())
    .addColumn('state', 'text', column =>
      column
        .notNull()
        .defaultTo('waiting')
        .check(sql`state in ('waiting', 'running', 'completed', 'failed', 'cancelled')`),
    )
    .addColumn('attempt', 'integer', column => column.notNull().defaultTo(0))
    .addColumn('attempts', 'integer', column => column.notNull())
    .addColumn('run_at', 'timestamptz', column => column.notNull())
    .addColumn('created_at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`))
    .addColumn('started_at', 'timestamptz')
    .addColumn('finished_at', 'timestamptz')
    .addColumn('owner', 'uuid')
    .addColumn('lease_until', 'timestamptz')
    .addColumn('error', 'text')
    .execute()
  await sql`create index job_next on job (plugin, name, priority desc, number) where state = 'waiting'`.execute(db)
  await sql`create index job_due on job (run_at) where state = 'waiting'`.execute(db)
  await sql`create index job_lease on job (lease_until) where state = 'running'`.execute(db)
  await sql`create index job_finished on job (finished_at) where finished_at is not null`.execute(db)
  await sql`create unique index job_key on job (plugin, name, key) where state = 'waiting' and started_at is null`.execute(db)
}

async function createScheduledTask(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('scheduled_task')
    .addColumn('plugin', 'text', column => column.notNull())
    .addColumn('id', 'text', column => column.notNull())
    .addColumn('cadence', 'text', column => column.notNull())
    // Stays at the time a run was due until that run has ended, so that a run whose server died is due at once.
    .addColumn('next_run_at', 'timestamptz')
    .addColumn('owner', 'uuid')
    .addColumn('lease_until', 'timestamptz')
    .addColumn('started_at', 'timestamptz')
    .addColumn('timeout_at', 'timestamptz')
    .addColumn('last_ended_at', 'timestamptz')
    .addColumn('last_result', 'text', column => column.check(sql`last_result in ('completed', 'failed', 'timed-out', 'cancelled')`))
    .addColumn('last_error', 'text')
    .addPrimaryKeyConstraint('scheduled_task_pkey', ['plugin', 'id'])
    .execute()
}

async function createEvent(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('event')
    .addColumn('position', 'bigint', column => column.primaryKey().generatedAlwaysAsIdentity())
    // Positions are given out before commit, so they may appear out of order; readers stop before the oldest open transaction.
    .addColumn('transaction', sql`xid8`, column => column.notNull().defaultTo(sql`pg_current_xact_id()`))
    .addColumn('plugin', 'text', column => column.notNull())
    .addColumn('topic', 'text', column => column.notNull())
    .addColumn('payload', 'json', column => column.notNull())
    .addColumn('published_at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`))
    .execute()
  await db.schema.createIndex('event_order').on('event').columns(['transaction', 'position']).execute()
  await db.schema.createIndex('event_published_at').on('event').column('published_at').execute()
  await db.schema
    .createTable('event_subscription')
    .addColumn('plugin', 'text', column => column.notNull())
    .addColumn('id', 'text', column => column.notNull())
    .addColumn('topics', sql`text[]`, column => column.notNull())
    .addColumn('last_transaction', sql`xid8`, column => column.notNull())
    .addColumn('last_position', 'bigint', column => column.notNull())
    .addColumn('owner', 'uuid')
    .addColumn('lease_until', 'timestamptz')
    .addColumn('failures', 'integer', column => column.notNull().defaultTo(0))
    .addColumn('retry_at', 'timestamptz')
    .addColumn('last_error', 'text')
    .addColumn('seen_at', 'timestamptz', column => column.notNull())
    .addPrimaryKeyConstraint('event_subscription_pkey', ['plugin', 'id'])
    .execute()
}

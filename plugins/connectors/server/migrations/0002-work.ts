import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<any>): Promise<void> {
  // What is asked when: one row for each request of a connector and each entity.
  await sql`
    create table work_item (
      connector text not null,
      request text not null,
      entity_ref text not null,
      target text not null,
      due_at timestamptz(3) not null,
      checked_at timestamptz(3),
      failures integer not null default 0,
      error text,
      left_out boolean not null default false,
      -- Which run of the matching has confirmed it.
      matched bigint not null,
      primary key (connector, request, entity_ref)
    ) with (fillfactor = 80)`.execute(db)
  await sql`create index work_item_due on work_item (connector, target, due_at)`.execute(db)
  await sql`create index work_item_entity on work_item (entity_ref)`.execute(db)
  // One server asks a target at a time; what it has learnt is there for the next one.
  await sql`
    create table target_state (
      connector text not null,
      target text not null,
      holder text,
      lease_until timestamptz(3),
      paused_until timestamptz(3),
      failures integer not null default 0,
      is_limited boolean not null default false,
      error text,
      last_ok_at timestamptz(3),
      sent_in_minute integer not null default 0,
      requests jsonb not null default '[]',
      primary key (connector, target)
    )`.execute(db)
}

import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<any>): Promise<void> {
  // One row for each message to one recipient by one channel: what is known about it, from waiting to the end. Rows that have ended stay for a
  // while without their text, so that a repeated delivery adds nothing and operators see what failed.
  await sql`
    create table outgoing (
      id bigint generated always as identity primary key,
      channel text not null,
      recipient text not null,
      delivery_id text not null,
      notification jsonb,
      state text not null default 'waiting' check (state in ('waiting', 'claimed', 'sent', 'skipped', 'failed', 'unknown')),
      attempts int not null default 0,
      error text,
      due_at timestamptz not null default now(),
      claimed_until timestamptz,
      changed timestamptz not null default now(),
      unique (channel, recipient, delivery_id)
    )`.execute(db)
  await sql`create index outgoing_waiting on outgoing (channel, recipient, due_at) where state = 'waiting'`.execute(db)
  await sql`create index outgoing_changed on outgoing (state, changed)`.execute(db)
  // Broadcasts in the old table do not say to whom they were sent already.
  await sql`
    insert into outgoing (channel, recipient, delivery_id, notification)
    select 'E-mail', user_ref, delivery_id, notification from mail where user_ref <> 'broadcast' order by id`.execute(db)
  await sql`drop table mail`.execute(db)
}

import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<any>): Promise<void> {
  await sql`
    create table notification (
      id uuid primary key default gen_random_uuid(),
      -- Null for a broadcast, which is one row for everybody.
      user_ref text,
      origin text not null,
      created timestamptz(3) not null default now(),
      updated timestamptz(3),
      read timestamptz(3),
      saved timestamptz(3),
      title text not null,
      description text,
      link text,
      -- 0 is critical, 3 is low.
      severity smallint not null,
      topic text,
      scope text,
      icon text,
      metadata jsonb
    )`.execute(db)
  await sql`create index notification_user on notification (user_ref, created desc)`.execute(db)
  await sql`create index notification_created on notification (created)`.execute(db)
  await sql`create unique index notification_scope on notification (origin, scope, user_ref) nulls not distinct where scope is not null`.execute(
    db,
  )
  // What a user did with a broadcast: there is no row until then.
  await sql`
    create table broadcast_state (
      user_ref text not null,
      notification_id uuid not null references notification on delete cascade,
      read timestamptz(3),
      saved timestamptz(3),
      primary key (user_ref, notification_id)
    )`.execute(db)
  await sql`create index broadcast_state_notification on broadcast_state (notification_id)`.execute(db)
  // An empty origin stands for the whole channel, an empty topic for the whole origin.
  await sql`
    create table channel_setting (
      user_ref text not null,
      channel text not null,
      origin text not null,
      topic text not null,
      enabled boolean not null,
      primary key (user_ref, channel, origin, topic)
    )`.execute(db)
  await sql`
    create table origin_rate (
      origin text primary key,
      since timestamptz(3) not null default now(),
      count integer not null default 1
    )`.execute(db)
}

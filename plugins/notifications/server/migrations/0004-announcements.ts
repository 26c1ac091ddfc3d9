import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<any>): Promise<void> {
  await sql`
    create table announcement (
      id uuid primary key default gen_random_uuid(),
      title text not null,
      text text not null,
      severity smallint not null,
      starts timestamptz(3) not null,
      ends timestamptz(3)
    )`.execute(db)
  await sql`
    create table acknowledgement (
      announcement_id uuid not null references announcement on delete cascade,
      user_ref text not null,
      acknowledged_at timestamptz(3) not null default now(),
      primary key (announcement_id, user_ref)
    )`.execute(db)
}

import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<any>): Promise<void> {
  // What waits to be mailed. A delivery that is repeated adds nothing, and a row is gone once its mail has been taken by the mail server.
  await sql`
    create table mail (
      id bigint generated always as identity primary key,
      user_ref text not null,
      delivery_id text not null,
      notification jsonb not null,
      created timestamptz(3) not null default now(),
      leased_until timestamptz,
      unique (user_ref, delivery_id)
    )`.execute(db)
  await sql`create table signing_key (name text primary key, value bytea not null)`.execute(db)
}

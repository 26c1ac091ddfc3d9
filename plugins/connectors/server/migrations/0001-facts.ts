import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<any>): Promise<void> {
  await sql`
    create table fact (
      entity_ref text not null,
      name text not null,
      source text not null,
      value jsonb,
      -- Since when it has this value.
      at timestamptz(3) not null,
      checked_at timestamptz(3) not null,
      error jsonb,
      primary key (entity_ref, name)
    ) with (fillfactor = 80)`.execute(db)
  await sql`create index fact_name on fact (name, entity_ref)`.execute(db)
  // The values that facts had, each from its moment on.
  await sql`
    create table fact_point (
      entity_ref text not null,
      name text not null,
      at timestamptz(3) not null,
      value jsonb,
      primary key (entity_ref, name, at)
    )`.execute(db)
  await sql`create index fact_point_at on fact_point (at)`.execute(db)
  // Facts that programs have described.
  await sql`create table pushed_fact (name text primary key, definition jsonb not null)`.execute(db)
}

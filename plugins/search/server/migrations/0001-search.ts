import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<any>): Promise<void> {
  await sql`
    create table document (
      id bigint generated always as identity primary key,
      type text not null,
      location text not null,
      -- What changes together: all sections of one site, for one.
      group_key text not null,
      hash text not null,
      -- Null for one that is gone: replicas that follow must learn of it.
      body text,
      revision bigint not null,
      changed_at timestamptz not null default now(),
      unique (type, location)
    )`.execute(db)
  await sql`create index document_revision on document (revision)`.execute(db)
  await sql`create index document_group on document (type, group_key)`.execute(db)
  await sql`create index document_gone on document (changed_at) where body is null`.execute(db)
  // One row. Whoever writes holds it until the commit, so that revisions are committed in order.
  await sql`create table revision (value bigint not null)`.execute(db)
  await sql`insert into revision values (0)`.execute(db)
  // What a run has read so far. Lost with a crash, as the run is.
  await sql`
    create unlogged table staged (
      run uuid not null,
      type text not null,
      location text not null,
      group_key text not null,
      hash text not null,
      body text,
      primary key (run, location)
    )`.execute(db)
  await sql`
    create table type_run (
      type text primary key,
      started_at timestamptz,
      ended_at timestamptz,
      result text,
      error text,
      documents int not null default 0,
      changed int not null default 0,
      refused int not null default 0,
      refusal text,
      succeeded_at timestamptz
    )`.execute(db)
  await sql`
    create table question (
      hour timestamptz not null,
      term text not null,
      asked int not null,
      empty int not null,
      slowest_ms double precision not null,
      primary key (hour, term)
    )`.execute(db)
}

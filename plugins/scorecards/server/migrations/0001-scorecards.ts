import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<any>): Promise<void> {
  await sql`
    create table document (
      id serial primary key, kind text not null, name text not null, source text not null, target text not null default '', line int not null default 1,
      text text not null, etag text, changed_at timestamptz not null default now(), changed_by text
    )`.execute(db)
  await sql`create unique index document_in_portal on document (kind, name) where source = 'portal'`.execute(db)
  await sql`create table location (target text primary key, etag text, read_at timestamptz, problems text not null default '[]')`.execute(
    db,
  )
  // Numbers stand for checks, and for the membership of scorecards and campaigns, wherever there are many.
  await sql`create table check_number (id serial primary key, name text not null unique)`.execute(db)
  await sql`
    create table cause (
      id serial primary key, state text not null, code text not null, input text not null, message text not null, unique (state, code, input, message)
    )`.execute(db)
  await sql`create sequence entity_revision`.execute(db)
  await sql`
    create table entity (
      id bigserial primary key, ref text not null unique, facets text not null, cells text not null default '', created_at timestamptz,
      evaluated_at timestamptz not null, due_at timestamptz, changes_since_full int not null default 0,
      revision bigint not null default nextval('entity_revision')
    )`.execute(db)
  await sql`create index entity_revision_index on entity (revision)`.execute(db)
  await sql`create index entity_due on entity (due_at) where due_at is not null`.execute(db)
  // Append only. Cells and facets are those after the change; the difference and the details are those of what changed.
  await sql`
    create table change (
      id bigserial primary key, entity_id bigint not null references entity (id) on delete cascade, at timestamptz not null, facets text not null,
      cells text not null, difference text not null, details text not null, is_full boolean not null default false
    )`.execute(db)
  await sql`create index change_of_entity on change (entity_id, at desc, id desc)`.execute(db)
  await sql`create index change_at on change (at)`.execute(db)
  await sql`
    create table pending (
      ref text primary key, at timestamptz not null default now(), priority smallint not null default 0, created_at timestamptz, is_removed boolean not null default false
    )`.execute(db)
  await sql`create index pending_order on pending (priority, at)`.execute(db)
  await sql`
    create table exemption (
      id uuid primary key default gen_random_uuid(), check_name text not null, entity_ref text not null, state text not null default 'asked', reason text not null,
      until text not null, asked_by text not null, asked_at timestamptz not null default now(), decided_by text, decided_at timestamptz, note text
    )`.execute(db)
  await sql`create index exemption_of_entity on exemption (entity_ref, check_name)`.execute(db)
  await sql`create unique index exemption_asked on exemption (entity_ref, check_name) where state = 'asked'`.execute(db)
  // What was done once: reminders that were sent, until when owners were told, which documents were evaluated.
  await sql`create table mark (name text primary key, value text not null, at timestamptz not null default now())`.execute(db)
}

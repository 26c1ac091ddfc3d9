import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** Sources and what is read from them, the entities as they go out, their relations, and everything that ever changed. */
export async function up(db: Kysely<any>): Promise<void> {
  await createNames(db)
  await createSources(db)
  await createEntities(db)
  await createRefusals(db)
  await createHistory(db)
  await compress(db)
}

async function createNames(db: Kysely<any>): Promise<void> {
  // One row. Whoever changes what can be seen locks it first, so revisions are committed in their order.
  await sql`create table revision (
    is_only boolean primary key default true check (is_only),
    value bigint not null)`.execute(db)
  await sql`insert into revision (value) values (0)`.execute(db)
  // One row: up to which revision the event bus has been told.
  await sql`create table publication (is_only boolean primary key default true check (is_only), revision bigint not null)`.execute(db)
  await sql`insert into publication (revision) values (0)`.execute(db)
  // Names are never removed, so that everybody may remember their numbers.
  await sql`create table ref_name (id integer generated always as identity primary key, ref text not null unique)`.execute(db)
  await sql`create table relation_type (
    id smallint generated always as identity primary key, type text not null, inverse text not null, unique (type, inverse))`.execute(db)
}

async function createSources(db: Kysely<any>): Promise<void> {
  await sql`create table location (
    id uuid primary key default gen_random_uuid(), type text not null, target text not null,
    entity_ref text not null, created_at timestamptz not null default now())`.execute(db)
  // Addresses may be longer than an index entry.
  await sql`create unique index location_place on location (type, md5(target))`.execute(db)
  await sql`create table source (
    id integer generated always as identity primary key,
    type text not null,
    target text not null,
    origin text not null,
    depth integer not null default 0,
    is_config boolean not null default false,
    location_id uuid references location on delete set null,
    fingerprint text,
    etag text,
    content_hash uuid,
    version text,
    dependencies json,
    generation integer not null default 0,
    failures integer not null default 0,
    error json,
    problems json,
    created_at timestamptz not null default now(),
    read_at timestamptz,
    succeeded_at timestamptz,
    changed_at timestamptz,
    due_at timestamptz,
    document_id integer[],
    document_line integer[]) with (fillfactor = 70)`.execute(db)
  await sql`create unique index source_place on source (type, md5(target))`.execute(db)
  await sql`create index source_due on source (due_at) where due_at is not null`.execute(db)
  await sql`create index source_location on source (location_id) where location_id is not null`.execute(db)
  // Sources are read again in buckets of 512 consecutive numbers, so that nothing is written when nothing has changed. Those that have a
  // time of their own (new, asked for, failing) are left out of their bucket until then.
  await sql`create table bucket (
    id integer primary key, due_at timestamptz, read_at timestamptz, previous_read_at timestamptz)`.execute(db)
  // The Location entity that leads to a source, and the source in which that entity stands (none: it is kept as an orphan).
  await sql`create table source_edge (
    parent_id integer not null, source_id integer not null references source on delete cascade,
    via_id integer, is_optional boolean not null, primary key (parent_id, source_id))`.execute(db)
  await sql`create index source_edge_source on source_edge (source_id)`.execute(db)
  await sql`create index source_edge_via on source_edge (via_id)`.execute(db)
  await sql`create table refresh_key (
    source_id integer not null references source on delete cascade, key text not null, primary key (source_id, key))`.execute(db)
  await sql`create index refresh_key_key on refresh_key (key)`.execute(db)
  // What a server is reading at the moment; when it stops renewing, another takes its sources over.
  await sql`create table claim (
    id bigint generated always as identity primary key, owner uuid not null, source_id integer[] not null, lease_until timestamptz not null)`.execute(
    db,
  )
}

async function createEntities(db: Kysely<any>): Promise<void> {
  await sql`create table entity (
    id integer primary key,
    ref text not null unique,
    uid uuid not null unique,
    source_id integer,
    location_key text,
    is_root boolean not null default false,
    is_orphan boolean not null default false,
    has_own_etag boolean not null default false,
    input_hash uuid,
    core_hash uuid not null,
    revision bigint not null,
    created_at timestamptz not null default now(),
    processed_at timestamptz not null default now(),
    errors json,
    etag text not null,
    final text not null)`.execute(db)
  await sql`create index entity_source on entity (source_id)`.execute(db)
  await sql`create index entity_revision on entity (revision)`.execute(db)
  await sql`create index entity_orphan on entity (id) where is_orphan`.execute(db)
  await sql`create index entity_failed on entity (id) where errors is not null`.execute(db)
  // One row holds both directions. The origin is said only where it is another than the entity the relation begins at.
  await sql`create table relation (
    from_id integer not null, to_id integer not null, type_id smallint not null, origin_id integer)`.execute(db)
  await sql`create index relation_from on relation (from_id)`.execute(db)
  await sql`create index relation_to on relation (to_id)`.execute(db)
  await sql`create index relation_origin on relation (origin_id) where origin_id is not null`.execute(db)
  // Entities whose relations or status may have changed through others.
  await sql`create table stitch (id integer primary key, since timestamptz not null default now())`.execute(db)
}

async function createRefusals(db: Kysely<any>): Promise<void> {
  await sql`create table unprocessed (
    id uuid not null unique default gen_random_uuid(),
    source_id integer not null references source on delete cascade, ref text not null, location_key text, line integer,
    errors json not null, document text not null, attempts integer not null default 1, since timestamptz not null default now(),
    primary key (source_id, ref))`.execute(db)
  await sql`create table conflict (
    source_id integer not null references source on delete cascade, ref_id integer not null, location_key text, line integer,
    since timestamptz not null default now(), primary key (source_id, ref_id))`.execute(db)
  await sql`create index conflict_ref on conflict (ref_id)`.execute(db)
  await sql`create index unprocessed_ref on unprocessed (ref)`.execute(db)
}

async function createHistory(db: Kysely<any>): Promise<void> {
  await sql`create table change (
    revision bigint not null,
    sequence integer not null,
    at timestamptz not null default now(),
    entity_id integer not null,
    ref text not null,
    kind text not null check (kind in ('created', 'updated', 'deleted')),
    fields text[] not null default '{}',
    relations_added text[] not null default '{}',
    relations_removed text[] not null default '{}',
    source text,
    source_revision text,
    final_before text,
    primary key (revision, sequence))`.execute(db)
  await sql`create index change_entity on change (entity_id, revision)`.execute(db)
  await sql`create index change_at on change using brin (at)`.execute(db)
  await sql`create index change_deleted on change (revision) where kind = 'deleted'`.execute(db)
}

/** Texts of entities shrink to a half; lz4 is several times as fast as what PostgreSQL takes otherwise. */
async function compress(db: Kysely<any>): Promise<void> {
  const { rows } = await sql`select from pg_settings where name = 'default_toast_compression' and 'lz4' = any (enumvals)`.execute(db)
  if (rows.length === 0) return
  for (const [table, column] of [
    ['entity', 'final'],
    ['change', 'final_before'],
    ['change', 'relations_added'],
    ['change', 'relations_removed'],
    ['unprocessed', 'document'],
  ]) {
    await sql`alter table ${sql.ref(table!)} alter column ${sql.ref(column!)} set compression lz4`.execute(db)
  }
}

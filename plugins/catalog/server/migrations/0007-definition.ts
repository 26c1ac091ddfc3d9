import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/**
 * Long definitions of APIs stand in a table of their own, by their hash: once, however many versions of an entity have them. Where one was cut
 * out, the text of the entity has `null`, at `definition_at` (counted in characters). What was stored before stays as it is until it changes.
 */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`create table definition (id text primary key, text text not null)`.execute(db)
  const { rows } = await sql`select from pg_settings where name = 'default_toast_compression' and 'lz4' = any (enumvals)`.execute(db)
  if (rows.length > 0) await sql`alter table definition alter column text set compression lz4`.execute(db)
  await sql`alter table entity add column definition_id text, add column definition_at integer`.execute(db)
  await sql`alter table change add column definition_id text, add column definition_at integer`.execute(db)
  await sql`create index entity_definition on entity (definition_id) where definition_id is not null`.execute(db)
  await sql`create index change_definition on change (definition_id) where definition_id is not null`.execute(db)
  await sql`drop view entity_text`.execute(db)
  // `bare_…` has no definition, `short_…` says how long it is, the others have it.
  await sql`create view entity_text as
    select id, ref, uid, revision, core_revision, head, tail, head || (',' || tail || '}') as text, definition_id, definition_at, bare_head,
      bare_head || (',' || tail || '}') as bare_text, short_head, short_head || (',' || tail || '}') as short_text
    from (
      select part.*,
        case when definition_id is null then bare_head else left(bare_head, definition_at)
          || (select to_json(d.text)::text from definition d where d.id = definition_id) || substr(bare_head, definition_at + 5) end as head,
        case when definition_id is null then bare_head else left(bare_head, definition_at)
          || (select to_json('A text of ' || octet_length(d.text) || ' bytes, SHA-256 ' || d.id)::text from definition d where d.id = definition_id)
          || substr(bare_head, definition_at + 5) end as short_head
      from (
        select id, ref, uid, revision, core_revision, definition_id, definition_at,
          coalesce(orphan_core, core) || (',"uid":"' || uid::text || '","etag":'
            || case when has_own_etag then to_json(etag)::text else '"' || etag || '"' end || '}') as bare_head,
          '"relations":' || relations || coalesce(',"status":' || status, '') as tail
        from entity) part) spliced`.execute(db)
}

import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** Files that a pattern fits are sources of their own; a provider that was refused a name can have it later. */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`create table source_match (
    pattern_id integer not null references source on delete cascade, source_id integer not null references source on delete cascade,
    primary key (pattern_id, source_id))`.execute(db)
  await sql`create index source_match_source on source_match (source_id)`.execute(db)
  // Every way to a source: by a Location entity that stands in another, or because a pattern fits it. What a pattern fitted may be gone.
  await sql`create view way as
    select source_id, via_id, is_optional, 1 as step from source_edge
    union all select source_id, pattern_id, true, 0 from source_match`.execute(db)
  // The Location entities that lead to a source or stand for it, also by a pattern.
  await sql`create view source_parent as
    select source_id, parent_id from source_edge
    union all select source_id, id from entity where is_root
    union all select m.source_id, e.parent_id from source_match m join source_edge e on e.source_id = m.pattern_id
    union all select m.source_id, e.id from source_match m join entity e on e.source_id = m.pattern_id and e.is_root`.execute(db)
  await sql`create index entity_root on entity (source_id) where is_root`.execute(db)
  // What a provider said, which nobody can ask again.
  await sql`alter table conflict add column document text`.execute(db)
}

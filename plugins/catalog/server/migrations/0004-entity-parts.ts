import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/**
 * What came from the source, the relations and the status of an entity stand in columns of their own, so that one can change without the
 * others. Until now they were one text, the answer itself, in which the parts were found again by searching.
 */
export async function up(db: Kysely<any>): Promise<void> {
  // `core` is the entity as its source has it: an object that is still open, as is `metadata`, its last member. `orphan_core` is the same
  // with the annotation of orphans, where it has to be shown. `core_revision` is the revision that last changed either of the two.
  await sql`alter table entity add column core text, add column orphan_core text, add column relations text, add column status text,
    add column core_revision bigint, alter column final drop not null`.execute(db)
  await compress(db)
  await convert(db)
  await sql`alter table entity alter column core set not null, alter column relations set not null, alter column core_revision set not null,
    drop column final`.execute(db)
  // An answer, in one part (text) and in two: the part up to the metadata, and the members that follow it.
  await sql`create view entity_text as
    select id, ref, uid, revision, core_revision, head, tail, head || (',' || tail || '}') as text from (
      select id, ref, uid, revision, core_revision,
        coalesce(orphan_core, core) || (',"uid":"' || uid::text || '","etag":'
          || case when has_own_etag then to_json(etag)::text else '"' || etag || '"' end || '}') as head,
        '"relations":' || relations || coalesce(',"status":' || status, '') as tail
      from entity) part`.execute(db)
}

interface OldRow {
  readonly id: number
  readonly is_orphan: boolean
  readonly final: string
}

interface Parts {
  readonly id: number
  readonly core: string
  readonly orphan_core?: string
  readonly relations: string
  readonly status?: string
}

const batchSize = 1000
const orphanAnnotation = 'backstage.io/orphan'

async function convert(db: Kysely<any>): Promise<void> {
  for (let last = 0; ;) {
    const { rows } = await sql<OldRow>`
      select id, is_orphan, final from entity where id > ${last} order by id limit ${batchSize}`.execute(db)
    const end = rows.at(-1)
    if (!end) return
    last = end.id
    await sql`
      update entity set core = n.core, orphan_core = n.orphan_core, relations = n.relations, status = n.status, core_revision = revision, final = null
      from json_to_recordset(${JSON.stringify(rows.map(toParts))}::json) as n (id int, core text, orphan_core text, relations text, status text)
      where entity.id = n.id`.execute(db)
  }
}

function toParts({ id, is_orphan: isOrphan, final }: OldRow): Parts {
  const { metadata, relations = [], status, ...rest } = JSON.parse(final) as Record<string, any>
  const { uid: _uid, etag: _etag, ...described } = metadata
  const open = (own: object) => `${JSON.stringify(rest).slice(0, -1)},"metadata":${JSON.stringify(own).slice(0, -1)}`
  const parts = { id, relations: JSON.stringify(relations), ...(status !== undefined && { status: JSON.stringify(status) }) }
  const { [orphanAnnotation]: mark, ...annotations } = described.annotations ?? {}
  if (!isOrphan || mark !== 'true') return { ...parts, core: open(described) }
  return { ...parts, core: open({ ...described, annotations }), orphan_core: open(described) }
}

async function compress(db: Kysely<any>): Promise<void> {
  const { rows } = await sql`select from pg_settings where name = 'default_toast_compression' and 'lz4' = any (enumvals)`.execute(db)
  if (rows.length === 0) return
  for (const column of ['core', 'orphan_core', 'relations', 'status']) {
    await sql`alter table entity alter column ${sql.ref(column)} set compression lz4`.execute(db)
  }
}

import { sql } from 'kysely'
import type { CatalogDatabase, CatalogTransaction } from './catalog-database-store.ts'
import type { EntityError } from '../process/process-entity.ts'

/** An entity as it is before a write. */
export interface StoredEntity {
  readonly id: number
  readonly uid: string
  readonly sourceId: number | undefined
  readonly isRoot: boolean
  readonly isOrphan: boolean
  readonly hasOwnEtag: boolean
  readonly coreHash: string
  readonly inputHash: string | undefined
  readonly errors: readonly EntityError[]
  /** Only where it is needed. */
  readonly final: string | undefined
}

/** An entity as it is to be. */
export interface EntityWrite {
  readonly id: number
  readonly ref: string
  readonly uid: string
  readonly sourceId: number | undefined
  readonly locationKey: string | undefined
  readonly isRoot: boolean
  readonly isOrphan: boolean
  readonly hasOwnEtag: boolean
  readonly inputHash: string | undefined
  readonly coreHash: string
  readonly errors: readonly EntityError[]
  readonly etag: string
  readonly final: string
}

export interface RelationRow {
  readonly from: number
  readonly to: number
  readonly type: number
  readonly origin: number | undefined
}

interface RawEntity {
  id: number
  uid: string
  source_id: number | null
  is_root: boolean
  is_orphan: boolean
  has_own_etag: boolean
  core_hash: string
  input_hash: string | null
  errors: EntityError[] | null
  final: string | null
}

const columns = sql`e.id, e.uid, e.source_id, e.is_root, e.is_orphan, e.has_own_etag, e.core_hash, e.input_hash, e.errors`

/** The entities and their relations. Everything here happens inside of a transaction that holds the lock of the revision. */
export const entityStore = {
  /** Locks the catalog against other writers and returns the revision that this transaction makes, if it changes anything. */
  async lock(trx: CatalogTransaction): Promise<number> {
    const { rows } = await sql<{ value: string }>`select value from revision for no key update`.execute(trx)
    return Number(rows[0]?.value ?? 0) + 1
  },

  /** Tells everybody of the new revision once the transaction commits. */
  async advance(trx: CatalogTransaction, revision: number): Promise<void> {
    await sql`update revision set value = ${revision}`.execute(trx)
    await sql`select pg_notify('catalog_revision', ${String(revision)})`.execute(trx)
  },

  /** Those with these numbers; the text only of those that have become something else than the hash says, or another source's. */
  async find(
    trx: CatalogTransaction,
    ids: readonly number[],
    hashes: readonly (string | undefined)[],
    sourceIds: readonly number[],
  ): Promise<Map<number, StoredEntity>> {
    const { rows } = await sql<RawEntity>`
      select ${columns}, case when e.core_hash is distinct from n.hash or e.source_id is distinct from n.source_id or e.is_orphan
        or e.errors is not null then e.final end as final
      from unnest(${ids}::int[], ${hashes}::uuid[], ${sourceIds}::int[]) n (id, hash, source_id) join entity e using (id)
      order by final is not null`.execute(trx)
    return new Map(rows.map(row => [row.id, toEntity(row)]))
  },

  /** Those with these numbers, whole. */
  async read(trx: CatalogTransaction, ids: readonly number[]): Promise<(StoredEntity & { readonly final: string })[]> {
    const { rows } = await sql<
      RawEntity & { final: string }
    >`select ${columns}, e.final from entity e where id = any(${ids}::int[]) order by id`.execute(trx)
    return rows.map(row => ({ ...toEntity(row), final: row.final }))
  },

  async write(trx: CatalogTransaction, entities: readonly EntityWrite[], revision: number): Promise<void> {
    if (entities.length === 0) return
    const column = <T>(pick: (entity: EntityWrite) => T) => entities.map(pick)
    await sql`
      insert into entity (id, ref, uid, source_id, location_key, is_root, is_orphan, has_own_etag, input_hash, core_hash, errors, etag, final, revision)
      select n.*, ${revision} from unnest(
        ${column(each => each.id)}::int[], ${column(each => each.ref)}::text[], ${column(each => each.uid)}::uuid[],
        ${column(each => each.sourceId)}::int[], ${column(each => each.locationKey)}::text[], ${column(each => each.isRoot)}::bool[],
        ${column(each => each.isOrphan)}::bool[], ${column(each => each.hasOwnEtag)}::bool[], ${column(each => each.inputHash)}::uuid[],
        ${column(each => each.coreHash)}::uuid[], ${column(each => (each.errors.length > 0 ? JSON.stringify(each.errors) : undefined))}::json[],
        ${column(each => each.etag)}::text[], ${texts(column(each => each.final))}) n
      on conflict (id) do update set uid = excluded.uid, source_id = excluded.source_id, location_key = excluded.location_key,
        is_root = excluded.is_root, is_orphan = excluded.is_orphan, has_own_etag = excluded.has_own_etag, input_hash = excluded.input_hash,
        core_hash = excluded.core_hash, errors = excluded.errors, etag = excluded.etag, final = excluded.final, revision = excluded.revision,
        processed_at = now()`.execute(trx)
  },

  /** Only what goes out. */
  async writeFinals(
    trx: CatalogTransaction,
    finals: readonly Pick<EntityWrite, 'id' | 'etag' | 'final'>[],
    revision: number,
  ): Promise<void> {
    if (finals.length === 0) return
    await sql`
      update entity set etag = n.etag, final = n.final, revision = ${revision}
      from unnest(${finals.map(each => each.id)}::int[], ${finals.map(each => each.etag)}::text[],
        ${texts(finals.map(each => each.final))}) n (id, etag, final)
      where entity.id = n.id`.execute(trx)
  },

  /** The document reads differently and means the same. */
  async writeInputs(
    trx: CatalogTransaction,
    inputs: readonly { readonly id: number; readonly inputHash: string | undefined }[],
  ): Promise<void> {
    if (inputs.length === 0) return
    await sql`
      update entity set input_hash = n.hash from unnest(${inputs.map(each => each.id)}::int[], ${inputs.map(each => each.inputHash)}::uuid[]) n (id, hash)
      where entity.id = n.id`.execute(trx)
  },

  /** The relations that these entities declare. */
  async relationsDeclared(trx: CatalogTransaction, ids: readonly number[]): Promise<RelationRow[]> {
    if (ids.length === 0) return []
    const { rows } = await sql<RelationRow>`
      select from_id as "from", to_id as "to", type_id as type, origin_id as origin from relation
      where (from_id = any(${ids}::int[]) and origin_id is null) or origin_id = any(${ids}::int[])`.execute(trx)
    return rows.map(row => ({ ...row, origin: row.origin ?? undefined }))
  },

  /** The relations that begin or end at these entities; one that does both may come twice. */
  async relationsAt(trx: CatalogTransaction, ids: readonly number[]): Promise<Omit<RelationRow, 'origin'>[]> {
    if (ids.length === 0) return []
    // As one text: thousands of rows of three numbers each cost more to take apart than to make. Looked up one by one, because for a list
    // of numbers PostgreSQL would rather read the whole table.
    const { rows } = await sql<{ packed: string | null }>`
      select string_agg(r.from_id || ' ' || r.to_id || ' ' || r.type_id, ',') as packed from unnest(${ids}::int[]) n (id), lateral (
        select from_id, to_id, type_id from relation where from_id = n.id
        union all select from_id, to_id, type_id from relation where to_id = n.id) r`.execute(trx)
    const packed = rows[0]?.packed
    return packed ? packed.split(',').map(toRelation) : []
  },

  async addRelations(trx: CatalogTransaction, added: readonly RelationRow[]): Promise<void> {
    if (added.length === 0) return
    await sql`
      insert into relation (from_id, to_id, type_id, origin_id) select * from unnest(
        ${added.map(row => row.from)}::int[], ${added.map(row => row.to)}::int[], ${added.map(row => row.type)}::smallint[],
        ${added.map(row => row.origin)}::int[])`.execute(trx)
  },

  async removeRelations(trx: CatalogTransaction, removed: readonly RelationRow[]): Promise<void> {
    if (removed.length === 0) return
    await sql`
      delete from relation r using unnest(
        ${removed.map(row => row.from)}::int[], ${removed.map(row => row.to)}::int[], ${removed.map(row => row.type)}::smallint[],
        ${removed.map(row => row.origin)}::int[]) n (from_id, to_id, type_id, origin_id)
      where r.from_id = n.from_id and r.to_id = n.to_id and r.type_id = n.type_id and r.origin_id is not distinct from n.origin_id`.execute(
      trx,
    )
  },

  /** Notes that these must be looked at again, as far as they exist. */
  async markDirty(trx: CatalogDatabase, ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return
    await sql`
      insert into stitch (id) select id from entity where id = any(${ids}::int[]) order by id
      on conflict (id) do update set retry_at = null where stitch.retry_at is not null`.execute(trx)
  },
}

/** Long texts as one parameter. As an array of PostgreSQL each of their quotes would be escaped twice, slowly. */
function texts(values: readonly string[]) {
  return sql`array(select json_array_elements_text(${JSON.stringify(values)}::json))`
}

function toEntity(row: RawEntity): StoredEntity {
  return {
    id: row.id,
    uid: row.uid,
    sourceId: row.source_id ?? undefined,
    isRoot: row.is_root,
    isOrphan: row.is_orphan,
    hasOwnEtag: row.has_own_etag,
    coreHash: row.core_hash.replaceAll('-', ''),
    inputHash: row.input_hash?.replaceAll('-', ''),
    errors: row.errors ?? [],
    final: row.final ?? undefined,
  }
}

function toRelation(packed: string): Omit<RelationRow, 'origin'> {
  const [from, to, type] = packed.split(' ', 3)
  return { from: Number(from), to: Number(to), type: Number(type) }
}

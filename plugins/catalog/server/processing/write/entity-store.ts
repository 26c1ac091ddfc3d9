import { anyOf } from '@portico/core/server/expressions'
import { sql, type Selectable } from 'kysely'
import type { CatalogTables } from '../../migrations/tables.ts'
import { toHash, type CatalogDatabase, type CatalogTransaction } from './catalog-database-store.ts'
import type { EntityError } from '../process/process-entity.ts'
import type { CoreText, Stitched } from '../stitch/stitch-entity.ts'
import { longDefinitionStore } from './long-definition-store.ts'

/** An entity as it is before a write. */
export interface StoredEntity {
  readonly id: number
  readonly uid: string
  readonly sourceId: number | undefined
  readonly isRoot: boolean
  readonly isOrphan: boolean
  readonly ownEtag: string | undefined
  readonly coreHash: string
  readonly inputHash: string | undefined
  readonly errors: readonly EntityError[]
  /** Only where it is needed. */
  readonly parts: EntityParts | undefined
}

/** The texts of an entity. */
export interface EntityParts {
  readonly core: string
  /** Of the long definition that was cut out of the core. */
  readonly definitionId: string | undefined
  /** The core as it is shown while the entity is an orphan. */
  readonly orphanCore: string | undefined
  readonly relations: string
  readonly status: string | undefined
}

/** What an entity shows that depends on others, with what that is made of. */
export interface StitchedEntity extends Stitched {
  readonly id: number
  readonly coreHash: string
  readonly ownEtag: string | undefined
  readonly isOrphan: boolean
  readonly errors: readonly EntityError[]
  /** The core of an orphan that is not shown as one yet. */
  readonly unmarkedCore: string | undefined
}

/** An entity as it is to be. */
export interface EntityWrite extends Stitched {
  readonly id: number
  readonly ref: string
  readonly uid: string
  readonly sourceId: number
  readonly locationKey: string | undefined
  readonly isRoot: boolean
  readonly inputHash: string | undefined
  readonly coreHash: string
  readonly text: CoreText
}

export interface RelationRow {
  readonly from: number
  readonly to: number
  readonly type: number
  readonly origin: number | undefined
}

type OwnColumn = 'id' | 'uid' | 'source_id' | 'is_root' | 'is_orphan' | 'core_hash' | 'input_hash' | 'errors'

interface RawEntity extends Pick<Selectable<CatalogTables['entity']>, OwnColumn> {
  readonly own_etag: string | null
  readonly core: string | null
  readonly definition_id: string | null
  readonly orphan_core: string | null
  readonly relations: string | null
  readonly status: string | null
}

/** The entities and their relations. Everything here happens inside of a transaction that holds the lock of the revision. */
export const entityStore = {
  /** Locks the catalog against other writers and returns the revision that this transaction makes, if it changes anything. */
  async lock(trx: CatalogTransaction): Promise<number> {
    const locked = await trx.selectFrom('revision').select('value').forNoKeyUpdate().executeTakeFirst()
    return Number(locked?.value ?? 0) + 1
  },

  /** Notifies all servers of the new revision once the transaction commits. */
  async advance(trx: CatalogTransaction, revision: number): Promise<void> {
    await trx.updateTable('revision').set({ value: revision }).execute()
    await trx.selectNoFrom(({ fn, val }) => fn('pg_notify', [val('catalog_revision'), val(String(revision))]).as('notified')).execute()
  },

  /** Those with these numbers; the texts only of those that have become something else than what is wanted. */
  async find(
    trx: CatalogTransaction,
    wanted: readonly { readonly id: number; readonly sourceId: number; readonly coreHash: string | undefined; readonly isRoot: boolean }[],
  ): Promise<Map<number, StoredEntity>> {
    const { rows } = await sql<RawEntity>`
      select e.id, uid, e.source_id, e.is_root, is_orphan, case when has_own_etag then etag end as own_etag, core_hash, input_hash, errors, p.*
      from unnest(${wanted.map(each => each.id)}::int[], ${wanted.map(each => each.coreHash)}::uuid[],
          ${wanted.map(each => each.sourceId)}::int[], ${wanted.map(each => each.isRoot)}::bool[]) n (id, hash, source_id, is_root)
        join entity e using (id) left join lateral (select e.core, e.definition_id, e.orphan_core, e.relations, e.status) p
          on core_hash is distinct from n.hash or e.source_id is distinct from n.source_id or e.is_root <> n.is_root or is_orphan or errors is not null
      order by p.core is not null`.execute(trx)
    return new Map(rows.map(row => [row.id, toEntity(row)]))
  },

  /** What those with these numbers show that depends on others. */
  async readStitched(trx: CatalogTransaction, ids: readonly number[]): Promise<StitchedEntity[]> {
    const rows = await trx
      .selectFrom('entity')
      .select(eb => [
        'id',
        'core_hash',
        'is_orphan',
        'errors',
        'etag',
        'relations',
        'status',
        eb.case().when('has_own_etag', '=', true).then(eb.ref('etag')).end().as('own_etag'),
        eb
          .case()
          .when(eb.and([eb('is_orphan', '=', true), eb('orphan_core', 'is', null)]))
          .then(eb.ref('core'))
          .end()
          .as('unmarked_core'),
      ])
      .where('id', '=', anyOf(ids))
      .orderBy('id')
      .execute()
    return rows.map(row => ({
      id: row.id,
      coreHash: toHash(row.core_hash),
      ownEtag: row.own_etag ?? undefined,
      isOrphan: row.is_orphan,
      errors: (row.errors as EntityError[] | null) ?? [],
      etag: row.etag,
      relations: row.relations,
      status: row.status ?? undefined,
      unmarkedCore: row.unmarked_core ?? undefined,
    }))
  },

  /** Writes entities that have a source, and are fine. */
  async write(trx: CatalogTransaction, entities: readonly EntityWrite[], revision: number): Promise<void> {
    if (entities.length === 0) return
    const column = <T>(pick: (entity: EntityWrite) => T) => entities.map(pick)
    for (const { text } of entities) if (text.definition) await longDefinitionStore.add(trx, text.definition)
    await sql`
      insert into entity (id, ref, uid, source_id, location_key, is_root, has_own_etag, input_hash, core_hash, etag, status, definition_id,
        definition_at, core, relations, revision, core_revision)
      select n.*, ${revision}, ${revision} from unnest(
        ${column(each => each.id)}::int[], ${column(each => each.ref)}::text[], ${column(each => each.uid)}::uuid[],
        ${column(each => each.sourceId)}::int[], ${column(each => each.locationKey)}::text[], ${column(each => each.isRoot)}::bool[],
        ${column(each => each.text.ownEtag !== undefined)}::bool[], ${column(each => each.inputHash)}::uuid[], ${column(each => each.coreHash)}::uuid[],
        ${column(each => each.etag)}::text[], ${column(each => each.status)}::text[], ${column(each => each.text.definition?.id)}::text[],
        ${column(each => each.text.definition?.at)}::int[], ${texts(column(({ text }) => text.definition?.opening ?? text.opening))},
        ${texts(column(each => each.relations))}) n
      on conflict (id) do update set uid = excluded.uid, source_id = excluded.source_id, location_key = excluded.location_key,
        is_root = excluded.is_root, is_orphan = false, has_own_etag = excluded.has_own_etag, input_hash = excluded.input_hash,
        core_hash = excluded.core_hash, errors = null, etag = excluded.etag, core = excluded.core, orphan_core = null,
        definition_id = excluded.definition_id, definition_at = excluded.definition_at,
        relations = excluded.relations, status = excluded.status, revision = excluded.revision,
        core_revision = case when entity.core_hash = excluded.core_hash and entity.orphan_core is null then entity.core_revision
          else excluded.core_revision end,
        processed_at = now()`.execute(trx)
  },

  /** Notes what is wrong with the newest documents of entities; they stay as they are. */
  async writeErrors(
    trx: CatalogTransaction,
    failed: readonly { readonly id: number; readonly locationKey: string | undefined; readonly errors: readonly EntityError[] }[],
  ): Promise<void> {
    if (failed.length === 0) return
    await sql`
      update entity set location_key = n.location_key, errors = n.errors, input_hash = null, processed_at = now()
      from unnest(${failed.map(each => each.id)}::int[], ${failed.map(each => each.locationKey)}::text[],
        ${failed.map(each => JSON.stringify(each.errors))}::json[]) n (id, location_key, errors)
      where entity.id = n.id`.execute(trx)
  },

  /** Writes what depends on others, and nothing else. */
  async writeStitched(
    trx: CatalogTransaction,
    entities: readonly (Stitched & { readonly id: number; readonly orphanCore?: string | undefined })[],
    revision: number,
  ): Promise<void> {
    if (entities.length === 0) return
    await sql`
      update entity set etag = n.etag, relations = n.relations, status = n.status, orphan_core = coalesce(n.orphan_core, entity.orphan_core),
        revision = ${revision}, core_revision = case when n.orphan_core is null then core_revision else ${revision} end
      from unnest(${entities.map(each => each.id)}::int[], ${entities.map(each => each.etag)}::text[],
        ${entities.map(each => each.status)}::text[], ${entities.map(each => each.orphanCore)}::text[],
        ${texts(entities.map(each => each.relations))}) n (id, etag, status, orphan_core, relations)
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
    // Looked up one by one: for two lists with `or` PostgreSQL reads the whole table while it has no statistics of it.
    const { rows } = await sql<RelationRow>`
      select r.* from unnest(${ids}::int[]) n (id), lateral (
        select from_id as "from", to_id as "to", type_id as type, origin_id as origin from relation where from_id = n.id and origin_id is null
        union all select from_id, to_id, type_id, origin_id from relation where origin_id = n.id) r`.execute(trx)
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

  /** Notes that these must be looked at again, as far as they exist; those that came since a reading began when it ends. */
  async markDirty(trx: CatalogDatabase, ids: readonly number[], readingSince?: string): Promise<void> {
    if (ids.length === 0) return
    await trx
      .insertInto('stitch')
      .columns(['id', 'is_deferred'])
      .expression(eb =>
        eb
          .selectFrom('entity')
          .select(['id', sql`coalesce(created_at >= ${readingSince ?? null}::timestamptz, false)`.as('is_deferred')])
          .where('id', '=', anyOf(ids))
          .orderBy('id'),
      )
      .onConflict(conflict => conflict.column('id').doUpdateSet({ retry_at: null }).where('stitch.retry_at', 'is not', null))
      .execute()
  },
}

/** Long texts as one parameter. As an array of PostgreSQL each of their quotes would be escaped twice, slowly. */
function texts(values: readonly string[]) {
  return sql`array(select json_array_elements_text(${JSON.stringify(values)}::json))`
}

function toEntity(row: RawEntity): StoredEntity {
  const { core, relations } = row
  const parts = core !== null && relations !== null && { core, relations }
  return {
    id: row.id,
    uid: row.uid,
    sourceId: row.source_id ?? undefined,
    isRoot: row.is_root,
    isOrphan: row.is_orphan,
    ownEtag: row.own_etag ?? undefined,
    coreHash: toHash(row.core_hash),
    inputHash: row.input_hash === null ? undefined : toHash(row.input_hash),
    errors: (row.errors as EntityError[] | null) ?? [],
    parts: parts
      ? {
          ...parts,
          definitionId: row.definition_id ?? undefined,
          orphanCore: row.orphan_core ?? undefined,
          status: row.status ?? undefined,
        }
      : undefined,
  }
}

function toRelation(packed: string): Omit<RelationRow, 'origin'> {
  const [from, to, type] = packed.split(' ', 3)
  return { from: Number(from), to: Number(to), type: Number(type) }
}

import { anyOf } from '@portico/core/server/expressions'
import { sql } from 'kysely'
import { idsOf, type CatalogTransaction } from './catalog-database-store.ts'
import { changeStore } from './change-store.ts'
import { dueNow, dueWhole } from '../read/claim-store.ts'
import type { ChildTarget } from '../read/location-targets.ts'

export interface ParentWrite {
  /** The Location entity. */
  readonly parentId: number
  /** The source it stands in. */
  readonly viaId: number
  readonly origin: string
  readonly depth: number
  readonly children: readonly ChildTarget[]
}

/** An entity that a source holds. */
export interface SeenEntity {
  readonly id: number
  readonly sourceId: number
}

/** What becomes of entities that nothing lists any more. */
export type OrphanStrategy = 'delete' | 'keep'

export interface Removal {
  readonly revision: number
  readonly strategy: OrphanStrategy
  /** For the history. */
  readonly source?: string | undefined
}

/**
 * Which Location leads to which source, and what goes when nothing leads there any more. Everything happens inside of a transaction
 * that holds the lock of the revision.
 */
export const graphStore = {
  /** Sets what Location entities lead to. Returns sources that lost a path to them. */
  async setChildren(trx: CatalogTransaction, parents: readonly ParentWrite[]): Promise<number[]> {
    if (parents.length === 0) return []
    const rows = parents.flatMap(({ children, ...parent }) => children.map(child => ({ ...parent, ...child })))
    if (rows.length > 0) {
      await addChildren(trx, rows)
      const reached = await trx
        .selectFrom('source_edge')
        .select('source_id as id')
        .where('parent_id', '=', anyOf(parents.map(({ parentId }) => parentId)))
        .execute()
      const ids = idsOf(reached)
      await adoptOrigins(trx, ids)
      // Whether it may be missing could have changed.
      await trx.updateTable('source').set(dueNow).where('id', '=', anyOf(ids)).where('error', 'is not', null).execute()
    }
    const { rows: lost } = await sql<{ source_id: number; parent_id: number; had_error: boolean }>`
      delete from source_edge e using source s
      where e.parent_id = any(${parents.map(({ parentId }) => parentId)}::int[]) and s.id = e.source_id and not exists (
        select from unnest(${rows.map(row => row.parentId)}::int[], ${rows.map(row => row.type)}::text[], ${rows.map(row => row.target)}::text[]) n (parent_id, type, target)
        where n.parent_id = e.parent_id and n.type = s.type and n.target = s.target)
      returning e.source_id, e.parent_id, s.error is not null as had_error`.execute(trx)
    // Locations show the errors of what they lead to, so they look different when that is something else.
    await sql`
      insert into stitch (id)
      select unnest(${lost.filter(({ had_error }) => had_error).map(({ parent_id }) => parent_id)}::int[])
      union select e.parent_id from source_edge e join source s on s.id = e.source_id
        where e.parent_id = any(${parents.map(({ parentId }) => parentId)}::int[]) and s.error is not null
      on conflict do nothing`.execute(trx)
    return lost.map(({ source_id }) => source_id)
  },

  /** The entities of sources that these do not hold any more. */
  async vanished(trx: CatalogTransaction, sourceIds: readonly number[], seen: readonly SeenEntity[]): Promise<SeenEntity[]> {
    if (sourceIds.length === 0) return []
    const { rows } = await sql<SeenEntity>`
      select id, source_id as "sourceId" from entity e where source_id = any(${sourceIds}::int[]) and not exists (
        select from unnest(${seen.map(({ sourceId }) => sourceId)}::int[], ${seen.map(({ id }) => id)}::int[]) n (source_id, id)
        where n.id = e.id and n.source_id = e.source_id)`.execute(trx)
    return rows
  },

  /** Those of the entities that a source holds. */
  async ownedBy(trx: CatalogTransaction, sourceId: number, ids: readonly number[]): Promise<number[]> {
    const rows = await trx.selectFrom('entity').select('id').where('source_id', '=', sourceId).where('id', '=', anyOf(ids)).execute()
    return idsOf(rows)
  },

  /** Removes entities, or keeps them as orphans. Returns sources that lost a path to them. */
  async removeEntities(trx: CatalogTransaction, ids: readonly number[], removal: Removal): Promise<number[]> {
    if (ids.length === 0) return []
    await graphStore.offerNames(trx, ids)
    if (removal.strategy === 'keep') {
      await trx.updateTable('entity').set({ is_orphan: true, source_id: null, input_hash: null }).where('id', '=', anyOf(ids)).execute()
      await trx.updateTable('source_edge').set({ via_id: null }).where('parent_id', '=', anyOf(ids)).execute()
      await sql`insert into stitch (id) select unnest(${ids}::int[]) on conflict do nothing`.execute(trx)
      return []
    }
    await dropEntities(trx, ids, removal)
    const lost = await trx.deleteFrom('source_edge').where('parent_id', '=', anyOf(ids)).returning('source_id as id').execute()
    return idsOf(lost)
  },

  /** The same for all entities of some sources. */
  async removeEntitiesOf(trx: CatalogTransaction, sourceIds: readonly number[], removal: Removal): Promise<number[]> {
    const entities = await trx.selectFrom('entity').select('id').where('source_id', '=', anyOf(sourceIds)).execute()
    return graphStore.removeEntities(trx, idsOf(entities), removal)
  },

  /** Sources that were refused one of these names may have it now. What providers gave is kept, and taken in at the end of the next pass. */
  async offerNames(trx: CatalogTransaction, ids: readonly number[]): Promise<void> {
    await trx
      .updateTable('source')
      .from('conflict')
      .set(dueWhole)
      .whereRef('conflict.source_id', '=', 'source.id')
      .where('conflict.ref_id', '=', anyOf(ids))
      .where('source.type', '<>', 'provider')
      .execute()
  },

  /** Takes away sources that no root leads to any more, with all that was read from them. Returns whether anything was. */
  async removeUnreachable(trx: CatalogTransaction, candidates: readonly number[], removal: Removal): Promise<boolean> {
    let next = [...new Set(candidates)]
    let hasRemoved = false
    while (next.length > 0) {
      const unreachable = await findUnreachable(trx, next)
      await adoptOrigins(trx, next)
      if (unreachable.length === 0) break
      hasRemoved = true
      const lost = await graphStore.removeEntitiesOf(trx, unreachable, removal)
      // Locations of these sources that were not entities at the moment.
      const paths = await trx
        .with('edges', cte => cte.deleteFrom('source_edge').where('via_id', '=', anyOf(unreachable)).returning('source_id as id'))
        .with('matches', cte => cte.deleteFrom('source_match').where('pattern_id', '=', anyOf(unreachable)).returning('source_id as id'))
        .selectFrom('edges')
        .select('id')
        .union(union => union.selectFrom('matches').select('id'))
        .execute()
      await trx.deleteFrom('source').where('id', '=', anyOf(unreachable)).execute()
      next = [...new Set([...lost, ...idsOf(paths)])].filter(id => !unreachable.includes(id))
    }
    return hasRemoved
  },

  /** Removes entities at once, whatever lists them. */
  drop: dropEntities,
}

interface ChildRow extends ChildTarget {
  readonly parentId: number
  readonly viaId: number
  readonly origin: string
  readonly depth: number
}

async function addChildren(trx: CatalogTransaction, rows: readonly ChildRow[]): Promise<void> {
  const column = <T>(pick: (row: ChildRow) => T) => rows.map(pick)
  await sql`
    with n as (select * from unnest(
        ${column(row => row.parentId)}::int[], ${column(row => row.viaId)}::int[], ${column(row => row.type)}::text[], ${column(row => row.target)}::text[],
        ${column(row => row.origin)}::text[], ${column(row => row.depth)}::int[], ${column(row => row.isOptional)}::bool[]
      ) n (parent_id, via_id, type, target, origin, depth, is_optional)),
      added as (
        insert into source (type, target, origin, depth, due_at)
        select distinct on (type, target) type, target, origin, depth, now() from n
        where not exists (select from source s where s.type = n.type and md5(s.target) = md5(n.target)) order by type, target, origin
        on conflict (type, md5(target)) do nothing returning id, type, target),
      known as (
        select s.id, s.type, s.target from source s
        where exists (select from n where n.type = s.type and md5(n.target) = md5(s.target)) union all select * from added)
    insert into source_edge (parent_id, source_id, via_id, is_optional)
    select distinct on (n.parent_id, known.id) n.parent_id, known.id, n.via_id, n.is_optional from n join known using (type, target)
    on conflict (parent_id, source_id) do update set via_id = excluded.via_id, is_optional = excluded.is_optional`.execute(trx)
}

async function dropEntities(
  trx: CatalogTransaction,
  ids: readonly number[],
  { revision, source }: Pick<Removal, 'revision' | 'source'>,
): Promise<void> {
  await changeStore.appendDeleted(trx, revision, ids, { source })
  // In two, because for two lists with `or` PostgreSQL reads the whole table while it has no statistics of it.
  await sql`
    with own as (delete from relation where from_id = any(${ids}::int[]) and origin_id is null returning from_id, to_id),
      others as (delete from relation where origin_id = any(${ids}::int[]) returning from_id, to_id),
      gone as (select * from own union all select * from others),
      touched as (select to_id as id from gone union select from_id from gone)
    insert into stitch (id) select id from entity where id in (select id from touched) and id <> all(${ids}::int[]) order by id on conflict do nothing`.execute(
    trx,
  )
  await trx.deleteFrom('entity').where('id', '=', anyOf(ids)).execute()
  await trx.deleteFrom('stitch').where('id', '=', anyOf(ids)).execute()
}

/** Those of the candidates that no root leads to. Locations in a circle lead to each other and are still unreachable. */
async function findUnreachable(trx: CatalogTransaction, candidates: readonly number[]): Promise<number[]> {
  const isRoot = sql`(s.is_config or s.location_id is not null or s.type = 'provider')`
  const { rows } = await sql<{ id: number; has_way: boolean }>`
    select s.id, exists (select from way where way.source_id = s.id) as has_way
    from source s where s.id = any(${candidates}::int[]) and not ${isRoot}`.execute(trx)
  if (rows.every(({ has_way }) => !has_way)) return idsOf(rows)
  const { rows: unreached } = await sql<{ id: number }>`
    with recursive reached (id) as (
      (select s.id from source s where ${isRoot}
        union select e.source_id from source_edge e join entity on entity.id = e.parent_id and entity.is_orphan where e.via_id is null)
      union select way.source_id from reached join way on way.via_id = reached.id)
    select id from source where not exists (select from reached where reached.id = source.id)`.execute(trx)
  return idsOf(unreached)
}

/** Sources that are now found through another root have to say so. */
export async function adoptOrigins(trx: CatalogTransaction, ids: readonly number[]): Promise<void> {
  await sql`
    update source s set origin = n.origin, depth = n.depth, due_at = now(), etag = null, content_hash = null, generation = generation + 1
    from (
      select distinct on (w.source_id) w.source_id, via.origin, via.depth + w.step as depth from way w join source via on via.id = w.via_id
      where w.source_id = any(${ids}::int[]) and via.type <> 'provider' order by w.source_id, via.depth + w.step, via.id) n
    where n.source_id = s.id and not s.is_config and s.location_id is null and s.origin <> n.origin`.execute(trx)
}

import { sql, type NotNull } from 'kysely'
import { idsOf, type CatalogDatabase } from './catalog-database-store.ts'
import { entityStore } from './entity-store.ts'
import { graphStore } from './graph-store.ts'
import { dueWhole } from '../read/claim-store.ts'
import { notifyWork, rootStore } from '../read/root-store.ts'

const maxDepth = 32

/** An entity and the Location entities that lead to it. */
export interface AncestryItem {
  readonly ref: string
  readonly parentRefs: readonly string[]
}

/** What users ask of single entities. */
export function createEntityServiceStore(db: CatalogDatabase) {
  /** The sources on the path from the roots to an entity, its own first. */
  async function sourcesAbove(ref: string): Promise<number[]> {
    const { rows } = await sql<{ id: number }>`
      with recursive above (id, depth) as (
        select source_id, 0 from entity where ref = ${ref} and source_id is not null
        union select way.via_id, above.depth + 1 from above join way on way.source_id = above.id
        where way.via_id is not null and above.depth < ${maxDepth})
      select distinct id from above`.execute(db)
    return idsOf(rows)
  }

  return {
    /** Has everything read again that leads to an entity. False when there is none, nor a document that names it. */
    async refresh(ref: string): Promise<boolean> {
      const ids = await sourcesAbove(ref)
      const wanting = await db
        .selectFrom('unprocessed')
        .select('source_id as id')
        .where('ref', '=', ref)
        .union(
          db
            .selectFrom('conflict')
            .innerJoin('ref_name', 'ref_name.id', 'conflict.ref_id')
            .select('source_id as id')
            .where('ref_name.ref', '=', ref),
        )
        .execute()
      const all = [...new Set([...ids, ...idsOf(wanting)])]
      // What a Location leads to is read again too: that is what a user who refreshes it wants to see.
      const below = await db
        .selectFrom('source_parent')
        .innerJoin('entity', 'entity.id', 'source_parent.parent_id')
        .select('source_parent.source_id as id')
        .where('entity.ref', '=', ref)
        .limit(1000)
        .$narrowType<{ id: NotNull }>()
        .execute()
      await rootStore.refresh(db, [...all, ...idsOf(below)])
      if (all.length > 0) return true
      return (await db.selectFrom('entity').select('id').where('ref', '=', ref).executeTakeFirst()) !== undefined
    },

    /** Removes an entity. A source that still lists it is read at once and brings it back, as a new one. */
    async deleteByUid(uid: string): Promise<{ ref: string; revision: number } | undefined> {
      return db.transaction().execute(async trx => {
        const revision = await entityStore.lock(trx)
        const entity = await trx
          .selectFrom('entity')
          .select(['id', 'ref', 'source_id'])
          .where(sql`uid::text`, '=', uid.toLowerCase())
          .executeTakeFirst()
        if (!entity) return undefined
        await graphStore.drop(trx, [entity.id], { revision, source: 'request' })
        let isListed = false
        if (entity.source_id === null) {
          // Nothing will bring an orphan back, nor what only it led to.
          const lost = await trx.deleteFrom('source_edge').where('parent_id', '=', entity.id).returning('source_id as id').execute()
          await graphStore.removeUnreachable(trx, idsOf(lost), { revision, strategy: 'delete' })
        } else {
          // A file that still lists it keeps the name; a provider does not say it again by itself.
          const { numUpdatedRows } = await trx
            .updateTable('source')
            .set(dueWhole)
            .where('id', '=', entity.source_id)
            .where('type', '<>', 'provider')
            .executeTakeFirst()
          isListed = numUpdatedRows > 0n
        }
        if (!isListed) await graphStore.offerNames(trx, [entity.id])
        await entityStore.advance(trx, revision)
        await notifyWork(trx)
        return { ref: entity.ref, revision }
      })
    },

    /** An entity and everything that leads to it; undefined when there is none. The entity comes first. */
    async ancestry(ref: string): Promise<AncestryItem[] | undefined> {
      const { rows } = await sql<{ ref: string; parents: string[] | null }>`
        with recursive above (id, depth) as (
          select id, 0 from entity where ref = ${ref}
          union select parent.id, above.depth + 1 from above join entity e on e.id = above.id
            join source_parent p on p.source_id = e.source_id join entity parent on parent.id = p.parent_id
          where above.depth < ${maxDepth} and parent.id <> above.id and not (e.is_root and parent.is_root and parent.source_id = e.source_id))
        select e.ref, (
          select array_agg(distinct p.ref order by p.ref) from source_parent way join entity p on p.id = way.parent_id
          where way.source_id = e.source_id and p.id <> e.id and not (e.is_root and p.is_root and p.source_id = e.source_id)) as parents
        from (select id, min(depth) as depth from above group by id) found join entity e using (id) order by found.depth, e.ref`.execute(db)
      return rows.length === 0 ? undefined : rows.map(row => ({ ref: row.ref, parentRefs: row.parents ?? [] }))
    },
  }
}

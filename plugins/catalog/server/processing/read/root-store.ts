import type { LocationRef } from '@portico/catalog/common'
import { allOf, anyOf, excluded, now } from '@portico/core/server/expressions'
import { sql } from 'kysely'
import { idsOf, type CatalogDatabase, type CatalogTransaction } from '../write/catalog-database-store.ts'
import { entityStore } from '../write/entity-store.ts'
import { graphStore } from '../write/graph-store.ts'
import { toStoredKey } from '../write/refusal-store.ts'
import { dueNow, dueWhole } from './claim-store.ts'
import { isStorable } from './storable-text.ts'

/** Wakes the readers of sources. */
export const workChannel = 'catalog_work'

export async function notifyWork(trx: CatalogDatabase): Promise<void> {
  await trx.selectNoFrom(({ fn, val }) => fn('pg_notify', [val(workChannel), val('')]).as('notified')).execute()
}

/** The sources that need no Location entity to lead to them. */
export const rootStore = {
  /** Makes the configured roots those that config names. Returns the new revision, if anything went. */
  async syncConfig(db: CatalogDatabase, locations: readonly LocationRef[]): Promise<number | undefined> {
    return db.transaction().execute(async trx => {
      const revision = await entityStore.lock(trx)
      const types = locations.map(({ type }) => type)
      const targets = locations.map(({ target }) => target)
      await sql`
        insert into source (type, target, origin, is_config, due_at)
        select n.type, n.target, n.type || ':' || n.target, true, now()
        from unnest(${types}::text[], ${targets}::text[]) with ordinality n (type, target, position)
        -- In the order of the config, which decides who has a name.
        group by n.type, n.target order by min(n.position)
        on conflict (type, md5(target)) do update set is_config = true, origin = excluded.origin, depth = 0, due_at = now(),
          etag = null, content_hash = null, generation = source.generation + 1 where not source.is_config`.execute(trx)
      const { rows } = await sql<{ id: number }>`
        update source s set is_config = false where is_config and not exists (
          select from unnest(${types}::text[], ${targets}::text[]) n (type, target) where n.type = s.type and n.target = s.target)
        returning id`.execute(trx)
      const hasRemoved = await demote(trx, idsOf(rows), revision)
      await notifyWork(trx)
      return hasRemoved ? revision : undefined
    })
  },

  /** Makes the target of a registered location a root. */
  async attach(trx: CatalogTransaction, locationId: string, { type, target }: LocationRef): Promise<void> {
    await trx
      .insertInto('source')
      .values({ type, target, origin: `${type}:${target}`, location_id: locationId, due_at: now })
      .onConflict(conflict =>
        conflict.expression(sql`type, md5(target)`).doUpdateSet({ ...excluded('location_id', 'origin'), ...dueWhole, depth: 0 }),
      )
      .execute()
    await notifyWork(trx)
  },

  /** Removes the target of a location that is no longer registered, with all that only it led to. Returns the new revision, if anything was removed. */
  async detach(trx: CatalogTransaction, locationId: string): Promise<number | undefined> {
    const revision = await entityStore.lock(trx)
    const sources = await trx
      .updateTable('source')
      .set({ location_id: null })
      .where('location_id', '=', locationId)
      .returning('id')
      .execute()
    const hasRemoved = await demote(trx, idsOf(sources), revision)
    await notifyWork(trx)
    return hasRemoved ? revision : undefined
  },

  /** Removes the sources of providers that are not here any more, and their entities. */
  async removeProviders(db: CatalogDatabase, installed: readonly string[]): Promise<string[]> {
    return db.transaction().execute(async trx => {
      const revision = await entityStore.lock(trx)
      const gone = await trx
        .selectFrom('source')
        .select(['id', 'target'])
        .where('type', '=', 'provider')
        .where('target', '<>', allOf(installed))
        .execute()
      if (gone.length === 0) return []
      const ids = idsOf(gone)
      const lost = await graphStore.removeEntitiesOf(trx, ids, { revision, strategy: 'delete', source: 'provider' })
      await graphStore.removeUnreachable(trx, lost, { revision, strategy: 'delete' })
      await trx.deleteFrom('source').where('id', '=', anyOf(ids)).execute()
      await entityStore.advance(trx, revision)
      await notifyWork(trx)
      return gone.map(({ target }) => target)
    })
  },

  /** Everything that was processed differently than it would be now is due. */
  async markOutdated(db: CatalogDatabase, fingerprint: string): Promise<void> {
    await db
      .updateTable('source')
      .set({ due_at: now })
      .where('type', '<>', 'provider')
      .where('fingerprint', 'is distinct from', fingerprint)
      .execute()
  },

  /** Reads these again as soon as possible, whatever they say about not having changed. */
  async refresh(trx: CatalogDatabase, sourceIds: readonly number[]): Promise<void> {
    await trx
      .updateTable('source')
      .set({ ...dueNow, etag: null })
      .where('id', '=', anyOf(sourceIds))
      .where('type', '<>', 'provider')
      .execute()
    await notifyWork(trx)
  },

  /** Reads again what a key stands for: a source itself, or a file that it includes. */
  async refreshKeys(db: CatalogDatabase, given: readonly string[]): Promise<number> {
    // A text that cannot be stored belongs to no source.
    const keys = given.filter(isStorable)
    const { rows } = await sql<{ id: number }>`
      select source_id as id from refresh_key where key = any(${keys.map(toStoredKey)}::text[])
      union select id from source s join unnest(${keys}::text[]) k on s.type = split_part(k, ':', 1) and md5(s.target) = md5(substr(k, strpos(k, ':') + 1))`.execute(
      db,
    )
    await rootStore.refresh(db, idsOf(rows))
    return rows.length
  },
}

/** What is no longer a root loses the entity that stood for it and, unless something else leads there, all that was read from it. */
async function demote(trx: CatalogTransaction, ids: readonly number[], revision: number): Promise<boolean> {
  if (ids.length === 0) return false
  const entities = await trx
    .selectFrom('entity as e')
    .innerJoin('source as s', 's.id', 'e.source_id')
    .leftJoin('location as l', 'l.id', 's.location_id')
    .select('e.id')
    .where('s.id', '=', anyOf(ids))
    .where('e.is_root', '=', true)
    .where('s.is_config', '=', false)
    .whereRef('e.ref', 'is distinct from', 'l.entity_ref')
    .execute()
  const removal = { revision, strategy: 'delete' as const }
  await graphStore.removeEntities(trx, idsOf(entities), removal)
  await graphStore.removeUnreachable(trx, ids, removal)
  await entityStore.advance(trx, revision)
  return true
}

import type { LocationRef } from '@portico/catalog/common'
import { sql } from 'kysely'
import type { CatalogDatabase, CatalogTransaction } from '../write/catalog-database-store.ts'
import { entityStore } from '../write/entity-store.ts'
import { graphStore } from '../write/graph-store.ts'
import { toStoredKey } from '../write/refusal-store.ts'
import { isStorable } from './storable-text.ts'

/** Wakes the readers of sources. */
export const workChannel = 'catalog_work'

export async function notifyWork(trx: CatalogDatabase): Promise<void> {
  await sql`select pg_notify(${workChannel}, '')`.execute(trx)
}

const asAsked = sql`due_at = now(), generation = generation + 1`

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
      const hasRemoved = await demote(
        trx,
        rows.map(({ id }) => id),
        revision,
      )
      await notifyWork(trx)
      return hasRemoved ? revision : undefined
    })
  },

  /** Makes the target of a registered location a root. */
  async attach(trx: CatalogTransaction, locationId: string, { type, target }: LocationRef): Promise<void> {
    await sql`
      insert into source (type, target, origin, location_id, due_at) values (${type}, ${target}, ${`${type}:${target}`}, ${locationId}, now())
      on conflict (type, md5(target)) do update set location_id = excluded.location_id, origin = excluded.origin, depth = 0, due_at = now(),
        etag = null, content_hash = null, generation = source.generation + 1`.execute(trx)
    await notifyWork(trx)
  },

  /** Removes the target of a location that is no longer registered, with all that only it led to. Returns the new revision, if anything was removed. */
  async detach(trx: CatalogTransaction, locationId: string): Promise<number | undefined> {
    const revision = await entityStore.lock(trx)
    const { rows } = await sql<{ id: number }>`update source set location_id = null where location_id = ${locationId} returning id`.execute(
      trx,
    )
    const hasRemoved = await demote(
      trx,
      rows.map(({ id }) => id),
      revision,
    )
    await notifyWork(trx)
    return hasRemoved ? revision : undefined
  },

  /** Removes the sources of providers that are not here any more, and their entities. */
  async removeProviders(db: CatalogDatabase, installed: readonly string[]): Promise<string[]> {
    return db.transaction().execute(async trx => {
      const revision = await entityStore.lock(trx)
      const { rows } = await sql<{ id: number; target: string }>`
        select id, target from source where type = 'provider' and target <> all(${installed}::text[])`.execute(trx)
      if (rows.length === 0) return []
      const ids = rows.map(({ id }) => id)
      const { rows: entities } = await sql<{ id: number }>`select id from entity where source_id = any(${ids}::int[])`.execute(trx)
      const lost = await graphStore.removeEntities(
        trx,
        entities.map(({ id }) => id),
        { revision, strategy: 'delete', source: 'provider' },
      )
      await graphStore.removeUnreachable(trx, lost, { revision, strategy: 'delete' })
      await sql`delete from source where id = any(${ids}::int[])`.execute(trx)
      await entityStore.advance(trx, revision)
      await notifyWork(trx)
      return rows.map(({ target }) => target)
    })
  },

  /** Everything that was processed differently than it would be now is due. */
  async markOutdated(db: CatalogDatabase, fingerprint: string): Promise<void> {
    await sql`update source set due_at = now() where type <> 'provider' and fingerprint is distinct from ${fingerprint}`.execute(db)
  },

  /** Reads these again as soon as possible, whatever they say about not having changed. */
  async refresh(trx: CatalogDatabase, sourceIds: readonly number[]): Promise<void> {
    await sql`update source set ${asAsked}, etag = null where id = any(${sourceIds}::int[]) and type <> 'provider'`.execute(trx)
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
    await rootStore.refresh(
      db,
      rows.map(({ id }) => id),
    )
    return rows.length
  },
}

/** What is no longer a root loses the entity that stood for it and, unless something else leads there, all that was read from it. */
async function demote(trx: CatalogTransaction, ids: readonly number[], revision: number): Promise<boolean> {
  if (ids.length === 0) return false
  const { rows } = await sql<{ id: number }>`
    select e.id from entity e join source s on s.id = e.source_id left join location l on l.id = s.location_id
    where s.id = any(${ids}::int[]) and e.is_root and not s.is_config and e.ref is distinct from l.entity_ref`.execute(trx)
  const removal = { revision, strategy: 'delete' as const }
  await graphStore.removeEntities(
    trx,
    rows.map(({ id }) => id),
    removal,
  )
  await graphStore.removeUnreachable(trx, ids, removal)
  await entityStore.advance(trx, revision)
  return true
}

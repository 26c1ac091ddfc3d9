import { sql } from 'kysely'
import { maskCredentials, type UnprocessedEntity } from '@portico/catalog/common'
import type { CatalogDatabase } from './catalog-database-store.ts'
import { generatedRef, generateLocation } from '../read/generated-location.ts'
import type { EntityError } from '../process/process-entity.ts'

interface RawUnprocessed {
  entity_id: string
  entity_ref: string
  document: string | null
  type: string
  target: string
  location_key: string | null
  due_at: Date | null
  since: Date
  errors: EntityError[] | null
}

/** What is not in the catalog yet: it failed, or it waits. */
export function createUnprocessedStore(db: CatalogDatabase) {
  return {
    /** Documents that are wrong (also where an older version is still there), entities that cannot be stitched, and sources that fail. */
    async failed(owner?: string): Promise<UnprocessedEntity[]> {
      const { rows } = await sql<RawUnprocessed>`
        select u.id as entity_id, u.ref as entity_ref, u.document, s.type, s.target, u.location_key, s.due_at, u.since, u.errors
          from unprocessed u join source s on s.id = u.source_id
        union all
        select e.uid, e.ref, t.text, s.type, s.target, e.location_key, s.due_at, e.processed_at, e.errors
          from entity e join entity_text t using (id) join source s on s.id = e.source_id where e.errors is not null
        union all
        select e.uid, e.ref, t.text, s.type, s.target, e.location_key, d.retry_at, d.since, json_build_array(d.error)
          from stitch d join entity e using (id) join entity_text t using (id) join source s on s.id = e.source_id where d.error is not null
        union all
        select coalesce(s.location_id, md5(s.type || ':' || s.target)::uuid), '', null, s.type, s.target, null, s.due_at, s.created_at, json_build_array(s.error)
          from source s where s.error is not null and (s.failures > 0 or (s.fingerprint is null and (s.is_config or s.location_id is not null)))
        limit 10000`.execute(db)
      return rows.map(toUnprocessed).filter(hasOwner(owner))
    },
    /** Roots that have not been read yet. */
    async pending(owner?: string): Promise<UnprocessedEntity[]> {
      const { rows } = await sql<RawUnprocessed>`
        select coalesce(s.location_id, md5(s.type || ':' || s.target)::uuid) as entity_id, '' as entity_ref, null as document, s.type, s.target,
          null as location_key, s.due_at, s.created_at as since, null as errors
        from source s where s.fingerprint is null and s.error is null and s.type <> 'provider' order by s.id limit 10000`.execute(db)
      return rows.map(toUnprocessed).filter(hasOwner(owner))
    },
    /** Removes one that failed; false when there is none. It comes back when its source is read again. */
    async remove(id: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('unprocessed')
        .where(sql`id::text`, '=', id.toLowerCase())
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}

function toUnprocessed(row: RawUnprocessed): UnprocessedEntity {
  // Named after the location as it is, and shown without passwords.
  const name = generatedRef(row)
  const location = { type: row.type, target: maskCredentials(row.target) }
  const entity = row.document === null ? generateLocation(location, name) : parsed(maskCredentials(row.document))
  return {
    entity_id: row.entity_id,
    entity_ref: row.entity_ref || name,
    unprocessed_entity: entity,
    location_key: maskCredentials(row.location_key ?? `${location.type}:${location.target}`),
    ...(row.due_at && { next_update_at: row.due_at.toISOString() }),
    last_discovery_at: row.since.toISOString(),
    ...(row.errors && { errors: row.errors.map(error => ({ ...error, message: maskCredentials(error.message) })) }),
  }
}

/** What was stored, also where it is not what it should be: that may be what is wrong with it. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text.slice(0, 1000)
  }
}

/** By the owner as the document writes it, with or without kind and namespace. */
function hasOwner(owner: string | undefined): (entity: UnprocessedEntity) => boolean {
  if (!owner) return () => true
  const short = (ref: string) =>
    ref
      .toLowerCase()
      .replace(/^group:/, '')
      .replace(/^default\//, '')
  return ({ unprocessed_entity: entity }) => {
    const written = (entity as { spec?: { owner?: unknown } | null } | null)?.spec?.owner
    return typeof written === 'string' && short(written) === short(owner)
  }
}

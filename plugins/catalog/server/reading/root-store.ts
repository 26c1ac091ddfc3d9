import { maskCredentials } from '@portico/catalog/common'
import { sql } from 'kysely'
import { bucketSize } from '../processing/read/claim-store.ts'
import { generatedRef } from '../processing/read/generated-location.ts'
import type { CatalogDatabase } from '../processing/write/catalog-database-store.ts'

/** A location that config names or that somebody registered, and how reading it goes. */
export interface RootLocation {
  readonly type: string
  readonly target: string
  readonly isConfig: boolean
  /** Its Location entity: what is refreshed to have it read again. */
  readonly entityRef: string
  /** How many entities came from it, also through files that it leads to. */
  readonly entities: number
  readonly readAt?: Date
  readonly nextReadAt?: Date
  readonly error?: string
}

interface RootRow {
  type: string
  target: string
  is_config: boolean
  entity_ref: string | null
  entities: number
  read_at: Date | null
  due_at: Date | null
  error: { readonly message: string } | null
  total: number
}

/** Reads where the catalog begins: those that cannot be read first, then by target. */
export function createRootStore(db: CatalogDatabase) {
  return async ({ limit, offset }: { readonly limit: number; readonly offset: number }) => {
    const { rows } = await sql<RootRow>`
      with root as (
        select s.*, coalesce(s.due_at, b.due_at) as next_at, greatest(s.read_at, case when s.due_at is null then b.read_at end) as last_at,
          count(*) over ()::int as total
        from source s left join bucket b on b.id = s.id / ${bucketSize}
        where s.is_config or s.location_id is not null
        order by s.error is null, s.target limit ${limit} offset ${offset})
      select r.type, r.target, r.is_config, l.entity_ref, r.last_at as read_at, r.next_at as due_at, r.error, r.total,
        (select count(*)::int from source s join entity e on e.source_id = s.id where s.origin = r.origin and not e.is_root) as entities
      from root r left join location l on l.id = r.location_id order by r.error is null, r.target`.execute(db)
    return { items: rows.map(toRoot), total: rows[0]?.total ?? 0 }
  }
}

export type RootStore = ReturnType<typeof createRootStore>

function toRoot(row: RootRow): RootLocation {
  const { type, target, is_config: isConfig, entities, read_at: readAt, due_at: nextReadAt, error } = row
  return {
    type,
    target: maskCredentials(target),
    isConfig,
    entityRef: row.entity_ref ?? generatedRef({ type, target }),
    entities,
    ...(readAt && { readAt }),
    ...(nextReadAt && { nextReadAt }),
    ...(error && { error: maskCredentials(error.message) }),
  }
}

import { maskCredentials, type LocationRef } from '@portico/catalog/common'
import { sql } from 'kysely'
import type { CatalogDatabase } from '../write/catalog-database-store.ts'
import type { EntityError } from '../process/process-entity.ts'
import { rootStore } from './root-store.ts'

/** A registered location. */
export interface StoredLocation extends LocationRef {
  readonly id: string
  readonly entityRef: string
  readonly lastReadAt?: string
  /** Why it could not be read the last time. */
  readonly error?: Pick<EntityError, 'name' | 'message'>
}

interface Row extends Omit<StoredLocation, 'lastReadAt' | 'error'> {
  readonly read?: { readonly at: Date | null; readonly error: EntityError | null } | null
}

const ownColumns = sql`id, type, target, entity_ref as "entityRef"`
const columns = sql`${ownColumns}, (
  select json_build_object('at', s.read_at, 'error', s.error) from source s where s.location_id = location.id limit 1) as read`
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export type LocationStore = ReturnType<typeof createLocationStore>

/** The locations that users have registered. */
export function createLocationStore(db: CatalogDatabase) {
  async function first(condition: ReturnType<typeof sql>): Promise<StoredLocation | undefined> {
    const { rows } = await sql<Row>`select ${columns} from location where ${condition}`.execute(db)
    return rows[0] && toLocation(rows[0])
  }

  return {
    async list(): Promise<StoredLocation[]> {
      const { rows } = await sql<Row>`select ${columns} from location order by id`.execute(db)
      return rows.map(toLocation)
    },
    async find(id: string): Promise<StoredLocation | undefined> {
      return uuid.test(id) ? first(sql`id = ${id}`) : undefined
    },
    findByRef: ({ type, target }: LocationRef) => first(sql`type = ${type} and md5(target) = md5(${target})`),
    /** Undefined when there is one with this type and target. */
    async add({ type, target }: LocationRef, entityRef: string): Promise<StoredLocation | undefined> {
      return db.transaction().execute(async trx => {
        const { rows } = await sql<StoredLocation>`
          insert into location (type, target, entity_ref) values (${type}, ${target}, ${entityRef})
          on conflict (type, md5(target)) do nothing returning ${ownColumns}`.execute(trx)
        const [added] = rows
        if (added) await rootStore.attach(trx, added.id, added)
        return added
      })
    },
    /** Moves a location. Undefined when there is another with this type and target. */
    async update(
      id: string,
      { type, target }: LocationRef,
    ): Promise<{ location: StoredLocation; revision: number | undefined } | undefined> {
      return db.transaction().execute(async trx => {
        const { rows } = await sql<StoredLocation>`
          update location set type = ${type}, target = ${target} where id = ${id} and not exists (
            select from location other where other.id <> ${id} and other.type = ${type} and md5(other.target) = md5(${target}))
          returning ${ownColumns}`.execute(trx)
        const [location] = rows
        if (!location) return undefined
        const revision = await rootStore.detach(trx, id)
        await rootStore.attach(trx, id, location)
        return { location, revision }
      })
    },
    /** Removes a location and everything that only it led to. */
    async remove(id: string): Promise<{ revision: number | undefined }> {
      return db.transaction().execute(async trx => {
        const revision = await rootStore.detach(trx, id)
        await sql`delete from location where id = ${id}`.execute(trx)
        return { revision }
      })
    },
    refresh: async (id: string) => {
      const { rows } = await sql<{ id: number }>`select id from source where location_id = ${id}`.execute(db)
      await rootStore.refresh(
        db,
        rows.map(row => row.id),
      )
    },
  }
}

/** Passwords in targets are refused today; those that were registered before are not shown. */
function toLocation({ read, ...location }: Row): StoredLocation {
  const { at, error } = read ?? {}
  return {
    ...location,
    target: maskCredentials(location.target),
    ...(at && { lastReadAt: new Date(at).toISOString() }),
    ...(error && { error: { name: error.name, message: maskCredentials(error.message) } }),
  }
}

import { maskCredentials, type LocationRef } from '@portico/catalog/common'
import { sql, type ExpressionBuilder } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { CatalogTables } from '../../migrations/tables.ts'
import { idsOf, type CatalogDatabase } from '../write/catalog-database-store.ts'
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

const ownColumns = ['location.id', 'location.type', 'location.target', 'location.entity_ref as entityRef'] as const
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export type LocationStore = ReturnType<typeof createLocationStore>

/** The locations that users have registered. */
export function createLocationStore(db: CatalogDatabase) {
  const selectLocations = () =>
    db
      .selectFrom('location')
      .select(ownColumns)
      .select(eb =>
        jsonObjectFrom(
          eb.selectFrom('source').select(['read_at as at', 'error']).whereRef('source.location_id', '=', 'location.id').limit(1),
        ).as('read'),
      )

  return {
    async list(): Promise<StoredLocation[]> {
      return (await selectLocations().orderBy('id').execute()).map(toLocation)
    },
    async find(id: string): Promise<StoredLocation | undefined> {
      const row = uuid.test(id) ? await selectLocations().where('id', '=', id).executeTakeFirst() : undefined
      return row && toLocation(row)
    },
    async findByRef(ref: LocationRef): Promise<StoredLocation | undefined> {
      const row = await selectLocations().where(isAt(ref)).executeTakeFirst()
      return row && toLocation(row)
    },
    /** Undefined when there is one with this type and target. */
    async add({ type, target }: LocationRef, entityRef: string): Promise<StoredLocation | undefined> {
      return db.transaction().execute(async trx => {
        const added = await trx
          .insertInto('location')
          .values({ type, target, entity_ref: entityRef })
          .onConflict(conflict => conflict.expression(sql`type, md5(target)`).doNothing())
          .returning(ownColumns)
          .executeTakeFirst()
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
        const location = await trx
          .updateTable('location')
          .set({ type, target })
          .where('id', '=', id)
          .where(({ not, exists, selectFrom }) =>
            not(exists(selectFrom('location').select('id').where('id', '<>', id).where(isAt({ type, target })))),
          )
          .returning(ownColumns)
          .executeTakeFirst()
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
        await trx.deleteFrom('location').where('id', '=', id).execute()
        return { revision }
      })
    },
    refresh: async (id: string) => {
      const sources = await db.selectFrom('source').select('id').where('location_id', '=', id).execute()
      await rootStore.refresh(db, idsOf(sources))
    },
  }
}

/** Addresses may be longer than an index entry. */
function isAt({ type, target }: LocationRef) {
  return (eb: ExpressionBuilder<CatalogTables, 'location'>) =>
    eb.and([eb('type', '=', type), eb(eb.fn('md5', ['target']), '=', eb.fn('md5', [eb.val(target)]))])
}

interface Row extends Omit<StoredLocation, 'lastReadAt' | 'error'> {
  readonly read: { readonly at: string | null; readonly error: unknown } | null
}

/** Passwords in targets are refused today; those that were registered before are not shown. */
function toLocation({ read, ...location }: Row): StoredLocation {
  const { at } = read ?? {}
  const error = read?.error as EntityError | null | undefined
  return {
    ...location,
    target: maskCredentials(location.target),
    ...(at && { lastReadAt: new Date(at).toISOString() }),
    ...(error && { error: { name: error.name, message: maskCredentials(error.message) } }),
  }
}

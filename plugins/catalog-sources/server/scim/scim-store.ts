import { now } from '@portico/core/server/expressions'
import type { Kysely, Selectable } from 'kysely'
import type { CatalogSourcesTables } from '../migrations/tables.ts'

export type ScimType = 'Users' | 'Groups'

/** A user or group as the identity provider pushed it. */
export interface ScimResource {
  readonly id: string
  readonly type: ScimType
  readonly data: Readonly<Record<string, unknown>>
  readonly createdAt: Date
  readonly changedAt: Date
}

export type ScimStore = ReturnType<typeof createScimStore>

/** The code of PostgreSQL. */
const uniqueViolation = '23505'

/** What an identity provider has pushed. The key, a user name or the name of a group, is there once. */
export function createScimStore(db: Kysely<CatalogSourcesTables>) {
  const toResource = (row: Omit<Selectable<CatalogSourcesTables['scim_resource']>, 'key'>): ScimResource => ({
    id: row.id,
    type: row.type as ScimType,
    data: row.data as ScimResource['data'],
    createdAt: row.created_at,
    changedAt: row.changed_at,
  })
  const columns = ['id', 'type', 'data', 'created_at', 'changed_at'] as const
  return {
    async list(type: ScimType, key?: string): Promise<ScimResource[]> {
      let query = db.selectFrom('scim_resource').select(columns).where('type', '=', type)
      if (key !== undefined) query = query.where('key', '=', key.toLowerCase())
      return (await query.orderBy('id').execute()).map(toResource)
    },
    async get(type: ScimType, id: string): Promise<ScimResource | undefined> {
      const row = await db.selectFrom('scim_resource').select(columns).where('type', '=', type).where('id', '=', id).executeTakeFirst()
      return row && toResource(row)
    },
    /** Undefined when the key is taken. */
    async add(type: ScimType, id: string, key: string, data: object): Promise<ScimResource | undefined> {
      const row = await db
        .insertInto('scim_resource')
        .values({ id, type, key: key.toLowerCase(), data: JSON.stringify(data), created_at: new Date(), changed_at: new Date() })
        .onConflict(conflict => conflict.columns(['type', 'key']).doNothing())
        .returning(columns)
        .executeTakeFirst()
      return row && toResource(row)
    },
    /** `taken`: another one has the key. */
    async replace(type: ScimType, id: string, key: string, data: object): Promise<ScimResource | 'taken' | undefined> {
      const row = await db
        .updateTable('scim_resource')
        .set({ key: key.toLowerCase(), data: JSON.stringify(data), changed_at: now })
        .where('type', '=', type)
        .where('id', '=', id)
        .returning(columns)
        .executeTakeFirst()
        .catch((error: unknown) => {
          if ((error as { code?: string }).code === uniqueViolation) return 'taken' as const
          throw error
        })
      return row === 'taken' ? row : row && toResource(row)
    },
    async remove(type: ScimType, id: string): Promise<boolean> {
      const { numDeletedRows } = await db.deleteFrom('scim_resource').where('type', '=', type).where('id', '=', id).executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}

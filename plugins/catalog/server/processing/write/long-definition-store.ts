import { anyOf } from '@portico/core/server/expressions'
import { sql } from 'kysely'
import type { LongDefinition } from '../stitch/stitch-entity.ts'
import type { CatalogTransaction } from './catalog-database-store.ts'

/** Long definitions, each text once. Everything here happens inside of a transaction that holds the lock of the revision. */
export const longDefinitionStore = {
  /** One at a time: each may have megabytes. */
  async add(trx: CatalogTransaction, { id, text }: LongDefinition): Promise<void> {
    const known = await trx.selectFrom('definition').select('id').where('id', '=', id).executeTakeFirst()
    if (!known) await trx.insertInto('definition').values({ id, text }).execute()
  },

  async texts(trx: CatalogTransaction, ids: readonly string[]): Promise<Map<string, string>> {
    if (ids.length === 0) return new Map()
    const rows = await trx.selectFrom('definition').select(['id', 'text']).where('id', '=', anyOf(ids)).execute()
    return new Map(rows.map(({ id, text }) => [id, text]))
  },

  /** Deletes those that no entity and no change has any more. */
  async deleteUnused(trx: CatalogTransaction): Promise<void> {
    await sql`
      delete from definition d where not exists (select from entity where definition_id = d.id)
        and not exists (select from change where definition_id = d.id)`.execute(trx)
  },
}

import type { PushedDefinition } from '@portico/connectors/common'
import type { Kysely } from 'kysely'
import type { ConnectorsTables } from '../migrations/tables.ts'

/** Facts that programs have described. */
export function createPushedFactStore(db: Kysely<ConnectorsTables>) {
  return {
    async list(): Promise<PushedDefinition[]> {
      const rows = await db.selectFrom('pushed_fact').select('definition').orderBy('name').execute()
      return rows.map(({ definition }) => definition as PushedDefinition)
    },
    async put(definitions: readonly PushedDefinition[]): Promise<void> {
      await db
        .insertInto('pushed_fact')
        .values(definitions.map(definition => ({ name: definition.name, definition: JSON.stringify(definition) })))
        .onConflict(conflict => conflict.column('name').doUpdateSet(({ ref }) => ({ definition: ref('excluded.definition') })))
        .execute()
    },
    async remove(name: string): Promise<void> {
      await db.deleteFrom('pushed_fact').where('name', '=', name).execute()
    },
  }
}

export type PushedFactStore = ReturnType<typeof createPushedFactStore>

import { anyOf } from '@portico/core/server/expressions'
import { sql, type Kysely } from 'kysely'
import type { SearchTables } from '../migrations/tables.ts'
import type { GroupVersion } from '../search-service.ts'

export type GroupVersionStore = ReturnType<typeof createGroupVersionStore>

/** In which versions the documents of groups were read. A live change that tells none leaves it alone: the next run reads such a group once more. */
export function createGroupVersionStore(db: Kysely<SearchTables>) {
  return {
    async stale(type: string, groups: readonly GroupVersion[]): Promise<readonly GroupVersion[]> {
      if (groups.length === 0) return []
      const rows = await db
        .selectFrom('group_version')
        .select(['group_key', 'version'])
        .where('type', '=', type)
        .where('group_key', '=', anyOf(groups.map(({ group }) => group)))
        .execute()
      const known = new Map(rows.map(row => [row.group_key, row.version]))
      return groups.filter(({ group, version }) => known.get(group) !== version)
    },

    async record(type: string, groups: readonly GroupVersion[]): Promise<void> {
      if (groups.length === 0) return
      await sql`
        insert into group_version (type, group_key, version)
        select ${type}, given.group_key, given.version
        from unnest(${groups.map(({ group }) => group)}::text[], ${groups.map(({ version }) => version)}::text[]) as given (group_key, version)
        on conflict (type, group_key) do update set version = excluded.version where group_version.version <> excluded.version`.execute(db)
    },

    async count(type: string): Promise<number> {
      const versions = db.selectFrom('group_version').where('type', '=', type)
      return Number((await versions.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow()).count)
    },

    async forget(type: string): Promise<void> {
      await db.deleteFrom('group_version').where('type', '=', type).execute()
    },
  }
}

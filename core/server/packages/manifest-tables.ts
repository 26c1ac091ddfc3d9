import { sql, type Kysely } from 'kysely'
import type { PluginManifest } from '@portico/core/common/plugin-manifest'
import { migrationTable } from '../database/migration-plan.ts'

/** Refuses a plugin that has other tables than its manifest lists. */
export async function refuseUnlistedTables(db: Kysely<any>, { id, tables }: PluginManifest): Promise<void> {
  if (!tables) return
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_catalog.pg_tables where schemaname = ${id} and tablename not like ${`${migrationTable}%`}
  `.execute(db)
  const unlisted = rows.find(({ name }) => !tables.includes(name))
  if (unlisted) throw new Error(`it makes the table '${unlisted.name}', which its package.json does not list in 'tables'`)
}

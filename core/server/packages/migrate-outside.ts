import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { migrateEach, type MigrationConsent } from '../database/migrate.ts'
import { migrationTable } from '../database/migration-plan.ts'
import type { Logger } from '../operations/log.ts'
import { PluginOff } from '../host/plugin-off.ts'
import type { OutsidePlugin } from './outside-plugin.ts'
import { withinTime } from './within-time.ts'

/** Brings the tables of a plugin from outside up to date, in the time that its set-up may take, and compares them with its manifest. */
export async function migrateOutside(
  { plugin, entry, package: { manifest } }: OutsidePlugin,
  database: Database,
  migrating: { readonly log: Logger; readonly consent: MigrationConsent },
): Promise<void> {
  const { id, migrations } = plugin
  if (!migrations) return
  const end = new AbortController()
  try {
    const seconds = entry.setupTimeout / 1000
    const work = migrateEach(database, [{ schema: id, migrations }], { ...migrating, signal: end.signal })
    const { failures } = await withinTime(entry.setupTimeout, `its migrations took longer than ${seconds} s`, work)
    for (const failure of failures.values()) throw new PluginOff('database', failure.message)
  } catch (error) {
    end.abort()
    throw error
  }
  if (!manifest.tables) return
  const own = await tablesOf(database, id)
  const unlisted = own.find(table => !manifest.tables?.includes(table))
  if (unlisted !== undefined) throw new Error(`it makes the table '${unlisted}', which its package.json does not list in 'tables'`)
}

async function tablesOf(database: Database, schema: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = ${schema} and table_name not like ${`${migrationTable}%`}
  `.execute(database.forSchema('core'))
  return rows.map(({ name }) => name)
}

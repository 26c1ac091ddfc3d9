import type { Database } from '../database/database.ts'
import { migrateEach, type MigrationConsent } from '../database/migrate.ts'
import type { Logger } from '../operations/log.ts'
import { PluginOff } from '../host/plugin-off.ts'
import type { OutsidePlugin } from './outside-plugin.ts'
import { refuseUnlistedTables } from './manifest-tables.ts'
import { openRole } from './open-role.ts'
import { withinTime } from './within-time.ts'

interface Migrating {
  readonly log: Logger
  readonly consent: MigrationConsent
}

/**
 * Makes the role of a plugin from outside and, with its rights, brings the plugin's tables up to date, in the time that its set-up may take, and
 * compares them with its manifest. Returns the role.
 */
export async function migrateOutside(outside: OutsidePlugin, database: Database, migrating: Migrating): Promise<string | undefined> {
  const {
    entry,
    package: { manifest },
  } = outside
  const end = new AbortController()
  let role: string | undefined
  try {
    const seconds = entry.setupTimeout / 1000
    const work = migrate(outside, database, { ...migrating, signal: end.signal })
    role = await withinTime(entry.setupTimeout, `its migrations took longer than ${seconds} s`, work)
  } catch (error) {
    end.abort()
    throw error
  }
  await refuseUnlistedTables(database.forSchema('core'), manifest)
  return role
}

async function migrate(outside: OutsidePlugin, database: Database, migrating: Migrating & { readonly signal: AbortSignal }) {
  const { id, migrations } = outside.plugin
  const role = await openRole(outside, database, migrating.log)
  outside.running.consent = migrating.consent
  if (!migrations) return role
  const { failures } = await migrateEach(database, [{ schema: id, migrations }], { ...migrating, role })
  for (const failure of failures.values()) throw new PluginOff('database', failure.message)
  return role
}

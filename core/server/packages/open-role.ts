import type { Database } from '../database/database.ts'
import { ensurePluginRole } from '../database/plugin-role.ts'
import type { Logger } from '../operations/log.ts'
import type { OutsidePlugin } from './outside-plugin.ts'

/** The role with whose rights a plugin from outside uses the database. Where none can be made, the portal says so, and the plugin has the portal's rights. */
export async function openRole({ plugin, running, package: { manifest } }: OutsidePlugin, database: Database, log: Logger) {
  if (manifest.server === undefined) return undefined
  const role = await ensurePluginRole(database, plugin.id)
  running.role = role
  if ('name' in role) return role.name
  log.warn({ plugin: plugin.id }, `the plugin '${plugin.id}' can see the tables of others: ${role.problem}`)
  return undefined
}

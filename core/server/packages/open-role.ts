import type { Database } from '../database/database.ts'
import { ensurePluginRole, pluginLogin } from '../database/plugin-role.ts'
import type { Logger } from '../operations/log.ts'
import type { OutsidePlugin } from './outside-plugin.ts'

/**
 * The role with whose rights a plugin from outside uses the database. Where none can be made, the portal says so: a plugin in its process has the
 * portal's rights then, and one in a process of its own has no database.
 */
export async function openRole({ plugin, entry, running, package: { manifest } }: OutsidePlugin, database: Database, log: Logger) {
  if (manifest.server === undefined) return undefined
  const role = await ensurePluginRole(database, plugin.id)
  running.role = role
  if ('name' in role) {
    if (entry.isolation === 'process') running.login = await pluginLogin(database, plugin.id, role.name)
    return role.name
  }
  const effect = entry.isolation === 'process' ? 'has no database' : 'can see the tables of others'
  log.warn({ plugin: plugin.id }, `the plugin '${plugin.id}' ${effect}: ${role.problem}`)
  return undefined
}

import path from 'node:path'
import { restoreBackup } from '../database/backup/restore-backup.ts'
import { portalSchemas } from '../host/portal-schemas.ts'
import type { Command } from './command.ts'
import { withDatabase } from './with-database.ts'

/** `portico restore`: what `portico backup` wrote, into an empty database. */
export const restoreCommand: Command = {
  name: 'restore',
  summary: 'put a backup into an empty database, whole or not at all',
  args: [{ name: '<file>', description: 'what portico backup wrote' }],
  options: [{ flags: '--force', description: 'remove what is in the database first' }],
  async run(context) {
    const { args, options, cwd, plugins, print } = context
    const file = path.resolve(cwd, args[0] ?? '')
    const schemas = portalSchemas(plugins)
    const force = Boolean(options['force'])
    const { tables, version, createdAt } = await withDatabase(context, (database, log) =>
      restoreBackup(database, { file, schemas, force, log }),
    )
    const rows = tables.reduce((sum, each) => sum + each.rows, 0)
    print(`Restored ${rows} rows of ${tables.length} tables, as they were at ${createdAt} in version ${version}`)
  },
}

import { existsSync } from 'node:fs'
import path from 'node:path'
import { writeBackup } from '../database/backup/write-backup.ts'
import type { Command } from './command.ts'
import { withDatabase } from './with-database.ts'

/** `portico backup`: everything that is in the database, in one file. */
export const backupCommand: Command = {
  name: 'backup',
  summary: 'write the database to a file, also while servers run',
  args: [{ name: '<file>', description: 'what to write, such as portico.backup.gz; it must not exist' }],
  async run(context) {
    const { args, cwd, version, print, warn } = context
    const file = path.resolve(cwd, args[0] ?? '')
    if (existsSync(file)) {
      warn(`${file} exists already: name another file`)
      return 1
    }
    const { tables, migrations } = await withDatabase(context, database => writeBackup(database, { file, version }))
    const rows = tables.reduce((sum, each) => sum + each.rows, 0)
    print(`${file}: ${rows} rows of ${tables.length} tables (${Object.keys(migrations).join(', ')})`)
    print('It holds signing keys and sessions: keep it as you keep passwords.')
    return 0
  },
}

import { readCoreConfig } from '../config/core-config.ts'
import { migrateAll } from '../database/migrate.ts'
import { openCoreDatabase } from '../host/core-database.ts'
import { coreMigrations } from '../migrations/core-migrations.ts'
import { createLog } from '../operations/create-log.ts'
import { createRedactor } from '../operations/redactor.ts'
import type { Command } from './command.ts'

/** `portico migrate`: for those who want the database ready before the first server of a new version starts. */
export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'bring the database up to date, as a start would',
  async run({ loadConfig, print, warn, plugins, cwd }) {
    const config = await loadConfig()
    const redactor = createRedactor()
    redactor.add(config.secrets())
    const log = createLog({ level: 'info', format: 'pretty', redact: redactor, destination: { write: line => warn(line.trimEnd()) } })
    const { backend } = readCoreConfig(config)
    const { database, closeDatabase } = await openCoreDatabase({ backend, cwd, log })
    try {
      const theirs = plugins.flatMap(({ id, migrations }) => (migrations ? [{ schema: id, migrations }] : []))
      await migrateAll(database, [{ schema: 'core', migrations: coreMigrations }, ...theirs], log)
      print(`The database is up to date: ${['core', ...theirs.map(each => each.schema)].join(', ')}`)
    } finally {
      await closeDatabase()
    }
  },
}

import { migrateAll } from '../database/migrate.ts'
import { coreMigrations } from '../migrations/core-migrations.ts'
import type { Command } from './command.ts'
import { withDatabase } from './with-database.ts'

/** `portico migrate`: for those who want the database ready before the first server of a new version starts. */
export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'bring the database up to date, as a start would',
  async run(context) {
    const theirs = context.plugins.flatMap(({ id, migrations }) => (migrations ? [{ schema: id, migrations }] : []))
    const schemas = [{ schema: 'core', migrations: coreMigrations }, ...theirs]
    await withDatabase(context, (database, log) => migrateAll(database, schemas, log))
    context.print(`The database is up to date: ${schemas.map(each => each.schema).join(', ')}`)
  },
}

import { readCoreConfig } from '../config/core-config.ts'
import { migrateEach } from '../database/migrate.ts'
import { migrationLine, planMigrations } from '../database/migration-plan.ts'
import { portalSchemas } from '../host/portal-schemas.ts'
import type { Command, CommandContext } from './command.ts'
import { hasDatabase, withDatabase } from './with-database.ts'

/** `portico migrate`: for those who want the database ready before the first server of a new version starts. */
export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'bring the database up to date, as a start would',
  options: [
    { flags: '--plan', description: 'only list what would run, and what of it cannot be undone' },
    { flags: '--accept-irreversible', description: 'also run what cannot be undone; make a backup first' },
  ],
  run: context => (context.options['plan'] ? showPlan(context) : migrate(context)),
}

async function migrate(context: CommandContext): Promise<number> {
  const { options, plugins, version, print, warn } = context
  const schemas = portalSchemas(plugins)
  const { failures } = await withDatabase(context, async (database, log, config) => {
    const { acceptIrreversible } = readCoreConfig(config).backend.database
    const isGiven = Boolean(options['acceptIrreversible']) || acceptIrreversible === version
    return migrateEach(database, schemas, { log, consent: { isGiven, version } })
  })
  for (const failure of failures.values()) warn(`error: ${failure.message}`)
  const done = schemas.filter(({ schema }) => !failures.has(schema))
  print(`The database is up to date: ${done.map(each => each.schema).join(', ')}`)
  return failures.size > 0 ? 1 : 0
}

async function showPlan(context: CommandContext): Promise<number> {
  const { plugins, print } = context
  if (!(await hasDatabase(context))) {
    print('There is no database yet. The first start makes it.')
    return 0
  }
  const plan = await withDatabase(context, database => planMigrations(database.pool, portalSchemas(plugins)))
  if (plan.unknown.length > 0) {
    print('The database was migrated by a newer version. This one does not know:')
    plan.unknown.map(migrationLine).forEach(print)
  }
  if (plan.pending.length === 0) print('The database is up to date: nothing would run.')
  else {
    print('These migrations would run, in this order:')
    // In a schema that is new nothing can be lost.
    const lost = new Set(plan.irreversible.map(({ schema }) => schema))
    for (const { schema, name, ...mark } of plan.pending) print(migrationLine({ schema, name, ...(lost.has(schema) && mark) }))
  }
  if (plan.irreversible.length > 0) print('What cannot be undone runs only with --accept-irreversible. Make a backup first.')
  return 0
}

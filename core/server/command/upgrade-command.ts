import pg from 'pg'
import { ConfigError } from '../config/config-error.ts'
import { portalSchemas as schemasIn } from '../database/backup/portal-tables.ts'
import type { Database } from '../database/database.ts'
import { migrationLine, planMigrations, type MigrationPlan } from '../database/migration-plan.ts'
import { portalSchemas } from '../host/portal-schemas.ts'
import type { Command, CommandContext } from './command.ts'
import { hasDatabase, withDatabase } from './with-database.ts'

/** A pipeline waits for the answer. */
const openTimeoutMs = 5_000

/** `portico upgrade --check`: run with the new version, before its first start. */
export const upgradeCommand: Command = {
  name: 'upgrade',
  summary: 'say what this version would change, and what stands in its way',
  options: [
    { flags: '--check', description: 'compare this version with the config and the database of this folder; changes nothing' },
    { flags: '--no-database', description: 'look at the config alone' },
  ],
  async run(context) {
    const { options, version, print, warn } = context
    if (!options['check']) {
      warn('portico upgrade --check says what this version would change. The first start of the new version upgrades the database.')
      return 2
    }
    print(`Portico ${version}`)
    const config = await checkConfig(context)
    const database = options['database'] === false ? [] : await checkDatabase(context, config.isUsable)
    const todo = [...config.todo, ...database]
    print(todo.length === 0 ? 'Nothing stands in the way.' : 'To do before the upgrade:')
    for (const line of todo) print(`  ${line}`)
    return todo.length === 0 ? 0 : 1
  },
}

interface ConfigFindings {
  readonly todo: readonly string[]
  /** The config names the database. */
  readonly isUsable: boolean
}

/** Mistakes, and keys and sections that this version does not know or that it calls otherwise. */
async function checkConfig({ loadConfig, print }: CommandContext): Promise<ConfigFindings> {
  try {
    const { warnings, sources } = await loadConfig()
    print(`Config: ${sources.join(', ') || 'only defaults'}`)
    return { todo: warnings.map(warning => `config: ${warning}`), isUsable: true }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    print('Config: has mistakes')
    return { todo: [...error.mistakes, ...error.warnings].map(line => `config: ${line}`), isUsable: false }
  }
}

async function checkDatabase(context: CommandContext, isConfigUsable: boolean): Promise<string[]> {
  const { plugins, print } = context
  if (!isConfigUsable) return ['database: correct the config first, then check again: the database was not looked at']
  if (!(await hasDatabase(context))) {
    print('Database: none yet, the first start makes it')
    return []
  }
  const known = portalSchemas(plugins)
  const readDatabase = async ({ pool, clientConfig }: Database) => {
    const client = new pg.Client(clientConfig)
    await client.connect()
    try {
      return { plan: await planMigrations(pool, known), schemas: await schemasIn(client) }
    } finally {
      await client.end()
    }
  }
  const read = await withDatabase(context, readDatabase, openTimeoutMs).catch((error: unknown) =>
    error instanceof Error ? error : new Error(String(error)),
  )
  if (read instanceof Error) return [`database: it cannot be read: ${read.message} (--no-database looks at the config alone)`]
  tellPlan(read.plan, print)
  const strangers = read.schemas.filter(schema => !known.some(each => each.schema === schema))
  return [
    ...strangers.map(schema => `database: it has data of the plugin "${schema}", which this version does not have`),
    ...toDo(read.plan),
  ]
}

function tellPlan({ pending }: MigrationPlan, print: (line: string) => void): void {
  print(pending.length === 0 ? 'Database: no migration would run' : 'Database: these migrations would run')
  for (const { schema, name } of pending) print(migrationLine({ schema, name }))
}

function toDo({ irreversible, unknown }: MigrationPlan): string[] {
  const lost = unknown.filter(each => each.irreversible !== undefined)
  return [
    ...irreversible.map(each => `database:${migrationLine(each).slice(1)}. Stop the older servers and make a backup first`),
    ...lost.map(({ schema, name }) => `database: a newer version has migrated it (${schema}: ${name}), and this one cannot work with it`),
  ]
}

import { Kysely, PostgresDialect } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import type { Migrations } from '../host/plugin-metadata.ts'
import type { Logger } from '../operations/log.ts'
import type { Database } from './database.ts'
import { sqlStateOf } from './database-error.ts'

/** One plugin's schema and all its migrations. */
export interface SchemaMigrations {
  readonly schema: string
  readonly migrations: Migrations
}

/** The table in each schema where Kysely records the migrations that ran. */
export const migrationTable = 'kysely_migration'

/** The number of the advisory lock under which replicas take turns; any number will do as long as it is always the same. */
const lockNumber = 7_046_128_001

/** Brings one schema up to date. */
export function migrate(database: Database, schema: string, migrations: Migrations, log: Logger, signal?: AbortSignal): Promise<void> {
  return migrateAll(database, [{ schema, migrations }], log, signal)
}

/**
 * Creates and brings up to date the schemas, in order. One query when there is nothing to do; else under a lock, so that of several
 * replicas that start together one migrates and the others wait. The pending migrations of one schema run in one transaction.
 */
export async function migrateAll(
  database: Database,
  schemas: readonly SchemaMigrations[],
  log: Logger,
  signal?: AbortSignal,
): Promise<void> {
  if (schemas.length === 0) return
  const applied = await readLedgers(database.pool, schemas)
  if (applied && schemas.every(each => isUpToDate(each, applied))) return
  const client = new pg.Client(database.clientConfig)
  client.on('error', error => log.warn({ error: error.message }, 'the connection that migrates was lost'))
  await client.connect()
  // Ends what hangs, with its transaction and the lock.
  signal?.addEventListener('abort', () => void client.end())
  try {
    // The lock is held by this connection, on which everything below runs: a crash half-way releases it.
    await client.query('select pg_advisory_lock($1)', [lockNumber])
    for (const each of schemas) await migrateKnown(client, each, log)
  } finally {
    await client.end()
  }
}

/** Makes schemas that are not there yet, within the transaction of the client and under the lock of all who migrate. */
export async function migrateWithin(client: pg.Client, schemas: readonly SchemaMigrations[], log: Logger): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [lockNumber])
  for (const each of schemas) await migrateOne(client, each, log, { disableTransactions: true })
}

async function migrateKnown(client: pg.Client, each: SchemaMigrations, log: Logger): Promise<void> {
  refuseUnknown(each, (await readLedgers(client, [each])) ?? [])
  await migrateOne(client, each, log)
}

async function migrateOne(
  client: pg.Client,
  { schema, migrations }: SchemaMigrations,
  log: Logger,
  options: { readonly disableTransactions?: boolean } = {},
): Promise<void> {
  await client.query(`create schema if not exists ${pg.escapeIdentifier(schema)}`)
  await client.query(`set search_path to ${pg.escapeIdentifier(schema)}`)
  const migrator = new Migrator({
    db: kyselyOn(client),
    provider: { getMigrations: async () => migrations },
    migrationTableSchema: schema,
    migrationTableName: migrationTable,
    nameComparator: (left, right) => (left < right ? -1 : 1),
    ...options,
  })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) {
    const failed = results.find(result => result.status === 'Error')
    const message = error instanceof Error ? error.message : String(error)
    const what = failed ? `Migration "${failed.migrationName}" of plugin "${schema}" failed` : `Plugin "${schema}" cannot be migrated`
    throw new Error(`${what}: ${message}`, { cause: error })
  }
  if (results.length > 0) log.info({ schema, migrations: results.map(result => result.migrationName) }, 'database schema migrated')
}

interface AppliedMigration {
  readonly schema: string
  readonly name: string
}

/** The migrations that ran in each schema, or undefined when one of the schemas does not exist yet. */
async function readLedgers(client: pg.Client | pg.Pool, schemas: readonly SchemaMigrations[]): Promise<AppliedMigration[] | undefined> {
  const names = schemas.map(({ schema }) => schema)
  const parts = names.map(
    (schema, index) => `select $${index + 1}::text as schema, name from ${pg.escapeIdentifier(schema)}.${migrationTable}`,
  )
  try {
    return (await client.query<AppliedMigration>(parts.join(' union all '), names)).rows
  } catch (error) {
    // 42P01: no such table, 3F000: no such schema.
    if (['42P01', '3F000'].includes(sqlStateOf(error) ?? '')) return undefined
    throw error
  }
}

function isUpToDate(each: SchemaMigrations, applied: readonly AppliedMigration[]): boolean {
  refuseUnknown(each, applied)
  return applied.filter(({ schema }) => schema === each.schema).length === Object.keys(each.migrations).length
}

function refuseUnknown({ schema, migrations }: SchemaMigrations, applied: readonly AppliedMigration[]): void {
  const unknown = applied.filter(done => done.schema === schema && !Object.hasOwn(migrations, done.name)).map(({ name }) => name)
  if (unknown.length === 0) return
  throw new Error(
    `The database is newer than this program: plugin "${schema}" was migrated to "${unknown.sort().at(-1)}", ` +
      'which this version does not know. Run the version that migrated it, or restore a backup from before.',
  )
}

/** Kysely on one connection that stays open. */
function kyselyOn(client: pg.Client): Kysely<any> {
  const poolClient = { query: client.query.bind(client) as never, release: () => {} }
  const pool = { connect: async () => poolClient, end: async () => {}, options: {} }
  return new Kysely<any>({ dialect: new PostgresDialect({ pool }) })
}

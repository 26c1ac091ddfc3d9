import { Kysely, PostgresDialect } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import type { Migrations } from '../host/plugin-metadata.ts'
import type { Logger } from '../operations/log.ts'
import type { Database } from './database.ts'
import {
  consentMissing,
  migrationTable,
  newerDatabase,
  planMigrations,
  type MigrationPlan,
  type NamedMigration,
  type SchemaMigrations,
} from './migration-plan.ts'

/** The number of the advisory lock under which replicas take turns; any number will do as long as it is always the same. */
const lockNumber = 7_046_128_001

/** Consent to migrations that cannot be undone, and the version that asks for it. */
export interface MigrationConsent {
  readonly isGiven: boolean
  readonly version: string
}

export interface MigrateOptions {
  readonly log: Logger
  readonly consent?: MigrationConsent
  /** Ends what is under way. */
  readonly signal?: AbortSignal
  /** Whose rights the migrations have. The schemas are there then, and are its own. */
  readonly role?: string | undefined
}

export interface MigrationOutcome {
  /** Why schemas could not be migrated. */
  readonly failures: ReadonlyMap<string, Error>
  /** None of the schemas was there before. */
  readonly isNew: boolean
}

/** Creates and brings up to date the schemas, in order. Throws what went wrong first. */
export async function migrateAll(database: Database, schemas: readonly SchemaMigrations[], log: Logger): Promise<void> {
  const { failures } = await migrateEach(database, schemas, { log })
  for (const failure of failures.values()) throw failure
}

/**
 * The same, where a schema that fails keeps no other one from being migrated. One query when there is nothing to do; else under a lock, so that
 * of several replicas that start together one migrates and the others wait. The pending migrations of one schema run in one transaction.
 * Throws before anything has changed: where the database is newer and has no room for this version, and where consent is needed and missing.
 */
export async function migrateEach(
  database: Database,
  schemas: readonly SchemaMigrations[],
  { log, consent, signal, role }: MigrateOptions,
): Promise<MigrationOutcome> {
  const failures = new Map<string, Error>()
  const first = await planMigrations(database.pool, schemas)
  refuse(first, consent)
  tellUnknown(first, log)
  if (first.pending.length + first.missing.length === 0) return { failures, isNew: false }
  const client = new pg.Client(database.clientConfig)
  client.on('error', error => log.warn({ error: error.message }, 'the connection that migrates was lost'))
  await client.connect()
  // Ends what hangs, with its transaction and the lock.
  signal?.addEventListener('abort', () => void client.end())
  try {
    // The lock is held by this connection, on which everything below runs: a crash half-way releases it.
    await client.query('select pg_advisory_lock($1)', [lockNumber])
    // Another replica may have migrated meanwhile.
    const plan = await planMigrations(client, schemas)
    refuse(plan, consent)
    const waiting = new Set([...plan.missing, ...plan.pending.map(({ schema }) => schema)])
    if (role !== undefined) await client.query(`set role ${pg.escapeIdentifier(role)}`)
    for (const each of schemas.filter(({ schema }) => waiting.has(schema))) {
      const error = await migrateInTransaction(client, each, log, role === undefined)
      if (error) failures.set(each.schema, error)
    }
    const done = plan.pending.filter(({ schema }) => !failures.has(schema))
    tellDone(done, plan.isNew, log)
    return { failures, isNew: plan.isNew }
  } finally {
    await client.end()
  }
}

function refuse({ unknown, irreversible }: MigrationPlan, consent: MigrationConsent | undefined): void {
  const lost = unknown.findLast(each => each.irreversible !== undefined)
  if (lost) throw newerDatabase(lost)
  if (consent && !consent.isGiven && irreversible.length > 0) throw consentMissing(irreversible, consent.version)
}

/** Of a database that is new there is nothing to tell apart. */
function tellDone(done: readonly NamedMigration[], isNew: boolean, log: Logger): void {
  if (isNew) log.info({ schemas: new Set(done.map(({ schema }) => schema)).size }, 'the database was made')
  else if (done.length > 0) log.info({ migrations: done.map(({ schema, name }) => `${schema}: ${name}`) }, 'the database was upgraded')
}

/** What newer versions have only added does not concern this one, which runs beside them until all servers are replaced. */
function tellUnknown({ unknown }: MigrationPlan, log: Logger): void {
  if (unknown.length === 0) return
  const migrations = unknown.map(({ schema, name }) => `${schema}: ${name}`)
  log.warn({ migrations }, 'the database was migrated by a newer version; this one can work with it')
}

async function migrateInTransaction(
  client: pg.Client,
  each: SchemaMigrations,
  log: Logger,
  makesSchema: boolean,
): Promise<Error | undefined> {
  try {
    await client.query('begin')
    if (makesSchema) await createSchema(client, each)
    await migrateOne(client, each, log)
    await client.query('commit')
    return undefined
  } catch (error) {
    await client.query('rollback').catch(() => {})
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** Makes schemas that are not there yet, within the transaction of the client and under the lock of all who migrate. */
export async function migrateWithin(client: pg.Client, schemas: readonly SchemaMigrations[], log: Logger): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [lockNumber])
  for (const each of schemas) {
    await createSchema(client, each)
    await migrateOne(client, each, log)
  }
}

async function createSchema(client: pg.Client, { schema }: SchemaMigrations): Promise<void> {
  await client.query(`create schema if not exists ${pg.escapeIdentifier(schema)}`)
}

async function migrateOne(client: pg.Client, { schema, migrations }: SchemaMigrations, log: Logger): Promise<void> {
  await client.query(`set search_path to ${pg.escapeIdentifier(schema)}`)
  const failures: { readonly name: string; readonly error: unknown }[] = []
  const migrator = new Migrator({
    db: kyselyOn(client),
    provider: { getMigrations: async () => noting(migrations, failures) },
    migrationTableSchema: schema,
    migrationTableName: migrationTable,
    nameComparator: (left, right) => (left < right ? -1 : 1),
    // The transaction is the caller's.
    disableTransactions: true,
  })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) {
    // What Kysely says last is only that the transaction is over.
    const [first = { name: undefined, error }] = failures
    const message = first.error instanceof Error ? first.error.message : String(first.error)
    const what =
      first.name === undefined ? `Plugin "${schema}" cannot be migrated` : `Migration "${first.name}" of plugin "${schema}" failed`
    throw new Error(`${what}: ${message}`, { cause: first.error })
  }
  const names = results.map(({ migrationName }) => migrationName)
  await markIrreversible(client, { schema, migrations }, names)
  if (names.length > 0) log.debug({ schema, migrations: names }, 'database schema migrated')
}

function noting(migrations: Migrations, failures: { readonly name: string; readonly error: unknown }[]): Migrations {
  const entries = Object.entries(migrations).map(([name, { up }]) => {
    const run = async (db: Kysely<any>) => {
      try {
        await up(db)
      } catch (error) {
        failures.push({ name, error })
        throw error
      }
    }
    return [name, { up: run }] as const
  })
  return Object.fromEntries(entries)
}

/** Older versions, which do not know these migrations, read there that they cannot go on. */
async function markIrreversible(client: pg.Client, { schema, migrations }: SchemaMigrations, names: readonly string[]): Promise<void> {
  const table = `${pg.escapeIdentifier(schema)}.${migrationTable}`
  const marked = names.flatMap(name => {
    const irreversible = migrations[name]?.irreversible
    return irreversible === undefined ? [] : [{ name, irreversible }]
  })
  if (marked.length > 0) await client.query(`alter table ${table} add column if not exists irreversible text`)
  for (const { name, irreversible } of marked)
    await client.query(`update ${table} set irreversible = $1 where name = $2`, [irreversible, name])
}

/** Kysely on one connection that stays open. */
function kyselyOn(client: pg.Client): Kysely<any> {
  const poolClient = { query: client.query.bind(client) as never, release: () => {} }
  const pool = { connect: async () => poolClient, end: async () => {}, options: {} }
  return new Kysely<any>({ dialect: new PostgresDialect({ pool }) })
}

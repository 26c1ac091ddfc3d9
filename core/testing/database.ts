import { createHash, randomUUID } from 'node:crypto'
import { migrateAll, openDatabase, type Database, type Migrations } from '@portico/core/server'
import pg from 'pg'
import { silentLog } from './log.ts'

export interface TestDatabaseOptions {
  /** What to prepare: the migrations of each schema. */
  readonly schemas?: Readonly<Record<string, Migrations>>
}

export interface TestDatabase {
  readonly database: Database
  readonly connection: pg.PoolConfig
  close(): Promise<void>
}

/** A new database for one test file, with the schemas migrated; dropped on close. */
export async function openTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const schemas = options.schemas ?? {}
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await asAdministrator(async client => {
    const template = Object.keys(schemas).length > 0 ? await ensureTemplate(client, schemas) : 'template0'
    await client.query(`create database ${name} template ${template} strategy file_copy`)
  })
  const connection = testConnection(name)
  const database = await openDatabase({ connection, openTimeoutMs: 0 }, silentLog)
  return {
    database,
    connection,
    async close() {
      await database.close()
      await asAdministrator(client => client.query(`drop database if exists ${name} with (force)`))
    },
  }
}

/** The connection to a database of the PostgreSQL that the run of tests uses. */
export function testConnection(database: string): pg.PoolConfig {
  const setting = process.env['PORTICO_TEST_DATABASE']
  if (!setting) throw new Error('PORTICO_TEST_DATABASE is not set: tests with a database need core/testing/global-setup.ts')
  if (setting.startsWith('{')) return { ...(JSON.parse(setting) as pg.PoolConfig), database }
  const address = new URL(setting)
  address.pathname = `/${database}`
  return { connectionString: address.href }
}

async function asAdministrator<T>(run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(testConnection('postgres'))
  await client.connect()
  try {
    return await run(client)
  } finally {
    await client.end()
  }
}

/** Migrating is slow and copying is fast, so each set of migrations runs once per test run, by the first that needs it. */
async function ensureTemplate(client: pg.Client, schemas: Readonly<Record<string, Migrations>>): Promise<string> {
  const name = `template_${hashOf(schemas)}`
  await client.query('select pg_advisory_lock(hashtext($1))', [name])
  const { rows } = await client.query('select 1 from pg_database where datname = $1', [name])
  if (rows.length === 0) await createTemplate(client, name, schemas)
  await client.query('select pg_advisory_unlock(hashtext($1))', [name])
  return name
}

/** Made under another name first: an interrupted run must not leave half a template for the next one. */
async function createTemplate(client: pg.Client, name: string, schemas: Readonly<Record<string, Migrations>>): Promise<void> {
  const partial = `${name}_partial`
  await client.query(`drop database if exists ${partial} with (force)`)
  await client.query(`create database ${partial} template template0 strategy file_copy`)
  const database = await openDatabase({ connection: testConnection(partial), openTimeoutMs: 0 }, silentLog)
  try {
    await migrateAll(
      database,
      Object.entries(schemas).map(([schema, migrations]) => ({ schema, migrations })),
      silentLog,
    )
  } finally {
    await database.close()
  }
  await client.query(`alter database ${partial} rename to ${name}`)
}

function hashOf(schemas: Readonly<Record<string, Migrations>>): string {
  const hash = createHash('sha256')
  for (const [schema, migrations] of Object.entries(schemas)) {
    for (const [name, { up }] of Object.entries(migrations)) hash.update(JSON.stringify([schema, name, String(up)]))
    hash.update(JSON.stringify([schema]))
  }
  return hash.digest('hex').slice(0, 24)
}

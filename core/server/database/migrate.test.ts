import { createRecordingLog, openTestDatabase, silentLog, type TestDatabase } from '@portico/core/testing'
import { sql, type Kysely } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Migrations } from '../host/plugin-metadata.ts'
import { openDatabase } from './database.ts'
import { migrate, migrateAll } from './migrate.ts'

let testing: TestDatabase

beforeEach(async () => {
  testing = await openTestDatabase()
})
afterEach(() => testing.close())

const first: Migrations = {
  '001-entity': { up: async db => void (await db.schema.createTable('entity').addColumn('id', 'integer').execute()) },
}
const second: Migrations = {
  ...first,
  '002-owner': { up: async db => void (await db.schema.alterTable('entity').addColumn('owner', 'text').execute()) },
}

test('a schema is made, migrated and migrated further, and only what is new is done', async () => {
  const log = createRecordingLog()
  await migrate(testing.database, 'catalog', first, log)
  await migrate(testing.database, 'catalog', second, log)
  await testing.database.forSchema('catalog').insertInto('entity').values({ id: 1, owner: 'team' }).execute()
  expect(log.lines.map(line => line.fields)).toEqual([
    { schema: 'catalog', migrations: ['001-entity'] },
    { schema: 'catalog', migrations: ['002-owner'] },
  ])
})

test('nothing to do costs one query on a connection that is open already, for any number of schemas', async () => {
  const migrated = ['one', 'two', 'user-settings'].map(schema => ({ schema, migrations: second }))
  const schemas = [...migrated, { schema: 'empty', migrations: {} }]
  await migrateAll(testing.database, schemas, silentLog)
  const narrow = await openDatabase({ connection: testing.connection, poolMax: 1 }, silentLog)
  const statements: unknown[] = []
  const client = await narrow.pool.connect()
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  client.query = ((...args: unknown[]) => {
    statements.push(args[0])
    return query(...args)
  }) as typeof client.query
  client.release()
  // Any other connection that it would open leads nowhere.
  await migrateAll({ ...narrow, clientConfig: { host: '/nowhere' } }, schemas, silentLog)
  expect(statements).toHaveLength(1)
  await narrow.close()
})

test('two replicas that start together on an empty database: one migrates, the other waits, both go on', async () => {
  const other = await openDatabase({ connection: testing.connection, applicationName: 'other' }, silentLog)
  const ran: string[] = []
  const { promise: gate, resolve: openGate } = Promise.withResolvers<void>()
  const migrations: Migrations = {
    '001-slow': {
      up: async db => {
        ran.push('slow')
        await gate
        await db.schema.createTable('entity').addColumn('id', 'integer').execute()
      },
    },
  }
  const names = ['catalog', 'search', 'auth']
  const schemas = names.map(schema => ({ schema, migrations }))
  const first = migrateAll(testing.database, schemas, silentLog)
  await expect.poll(() => ran).toEqual(['slow'])
  const second = migrateAll(other, schemas.toReversed(), silentLog)
  const waiting = "select 1 as waits from pg_stat_activity where application_name = 'other' and wait_event = 'advisory'"
  await expect.poll(async () => (await testing.database.pool.query(waiting)).rows).toEqual([{ waits: 1 }])
  expect((await testing.database.pool.query("select to_regnamespace('auth') as made")).rows).toEqual([{ made: null }])
  openGate()
  await Promise.all([first, second])
  expect(ran).toHaveLength(3)
  for (const schema of names) expect(await other.forSchema(schema).selectFrom('entity').selectAll().execute()).toEqual([])
  await other.close()
})

test('many that start at the very same moment all succeed, and each migration ran once', async () => {
  const ran: string[] = []
  const schemas = ['catalog', 'search'].map(schema => ({ schema, migrations: { '001': { up: async () => void ran.push(schema) } } }))
  await Promise.all(Array.from({ length: 8 }, () => migrateAll(testing.database, schemas, silentLog)))
  expect(ran).toEqual(['catalog', 'search'])
})

test('a failing migration is named with its plugin, nothing of that run is kept, and it can be tried again', async () => {
  const broken: Migrations = { ...first, '002-broken': { up: async db => void (await sql`alter table nothing add x int`.execute(db)) } }
  await expect(migrate(testing.database, 'catalog', broken, silentLog)).rejects.toThrow(
    'Migration "002-broken" of plugin "catalog" failed: relation "nothing" does not exist',
  )
  const { rows } = await testing.database.pool.query("select to_regclass('catalog.entity') as entity")
  expect(rows).toEqual([{ entity: null }])
  await migrate(testing.database, 'catalog', second, silentLog)
  await testing.database.forSchema('catalog').selectFrom('entity').select('owner').execute()
})

test('a database that is newer than the program is refused with both names', async () => {
  await migrate(testing.database, 'catalog', second, silentLog)
  await expect(migrate(testing.database, 'catalog', first, silentLog)).rejects.toThrow(
    /^The database is newer than this program: plugin "catalog" was migrated to "002-owner"/,
  )
  const third = { ...first, '003-more': { up: async () => {} } }
  await expect(migrate(testing.database, 'catalog', third, silentLog)).rejects.toThrow('The database is newer than this program')
})

test('a migration that was put in before one already done is refused by name', async () => {
  await migrate(testing.database, 'catalog', first, silentLog)
  const earlier = { '000-late': { up: async () => {} }, ...first }
  await expect(migrate(testing.database, 'catalog', earlier, silentLog)).rejects.toThrow(/^Plugin "catalog" cannot be migrated: .*000-late/)
})

test('a migration may take longer than any other statement may', async () => {
  const database = await openDatabase({ connection: testing.connection, statementTimeoutMs: 50 }, silentLog)
  const slow = { '001-slow': { up: async (db: Kysely<unknown>) => void (await sql`select pg_sleep(0.2)`.execute(db)) } }
  await expect(migrate(database, 'catalog', slow, silentLog)).resolves.toBeUndefined()
  await database.close()
})

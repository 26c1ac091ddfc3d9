import { createRecordingLog, openTestDatabase, silentLog, type TestDatabase } from '@portico/core/testing'
import { sql, type Kysely } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Migrations } from '../host/plugin-metadata.ts'
import type { Logger } from '../operations/log.ts'
import { openDatabase, type Database } from './database.ts'
import { migrateAll, migrateEach } from './migrate.ts'

const migrate = (database: Database, schema: string, migrations: Migrations, log: Logger) =>
  migrateAll(database, [{ schema, migrations }], log)

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
  expect(log.lines.filter(({ level }) => level === 'info').map(({ fields, message }) => [message, fields])).toEqual([
    ['the database was made', { schemas: 1 }],
    ['the database was upgraded', { migrations: ['catalog: 002-owner'] }],
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

test('a newer version that has only added something leaves room for an older one, which says so once', async () => {
  await migrate(testing.database, 'catalog', second, silentLog)
  const log = createRecordingLog()
  await migrate(testing.database, 'catalog', first, log)
  expect(log.lines.map(({ level, fields }) => [level, fields])).toEqual([['warn', { migrations: ['catalog: 002-owner'] }]])
})

const third: Migrations = {
  ...second,
  '003-drop': {
    up: async db => void (await db.schema.alterTable('entity').dropColumn('owner').execute()),
    irreversible: 'drops the column entity.owner',
  },
}

test('a database from which a newer version has taken something away is refused, also where that version made it', async () => {
  const refusal =
    /^The database is newer than this program: plugin "catalog" was migrated to "003-drop", .* cannot be undone \(drops the column entity.owner\)/
  await migrate(testing.database, 'catalog', third, silentLog)
  await migrate(testing.database, 'search', first, silentLog)
  await expect(migrate(testing.database, 'catalog', second, silentLog)).rejects.toThrow(refusal)
  // Nothing at all is done, also not for others.
  const schemas = [
    { schema: 'search', migrations: second },
    { schema: 'catalog', migrations: first },
  ]
  await expect(migrateAll(testing.database, schemas, silentLog)).rejects.toThrow(refusal)
  await expect(testing.database.forSchema('search').selectFrom('entity').select('owner').execute()).rejects.toThrow('does not exist')
})

test('what cannot be undone waits for consent, and nothing is changed before; a new schema has nothing to lose', async () => {
  await migrate(testing.database, 'catalog', first, silentLog)
  const schemas = [
    { schema: 'search', migrations: third },
    { schema: 'catalog', migrations: third },
  ]
  const start = (isGiven: boolean) =>
    migrateEach(testing.database, schemas, { log: silentLog, consent: { isGiven, version: '2.0.0' } }).then(
      ({ failures }) => [...failures],
      (error: Error) => error.message.split('\n'),
    )
  const told = await start(false)
  expect(told.filter(line => /003|acceptIrr/.test(String(line)))).toEqual([
    '  catalog: 003-drop, cannot be undone: drops the column entity.owner',
    "  3. Start once with --accept-irreversible, or set backend.database.acceptIrreversible: '2.0.0', or run portico migrate --accept-irreversible",
  ])
  expect((await testing.database.pool.query("select to_regnamespace('search') as search")).rows).toEqual([{ search: null }])
  expect(await start(true)).toEqual([])
  expect(await start(false)).toEqual([])
})

test('one schema that fails keeps no other from being migrated', async () => {
  const broken: Migrations = { '001-broken': { up: async db => void (await sql`alter table nothing add x int`.execute(db)) } }
  const schemas = ['search', 'catalog', 'auth'].map(schema => ({ schema, migrations: schema === 'catalog' ? broken : first }))
  const { failures } = await migrateEach(testing.database, schemas, { log: silentLog })
  expect([...failures.keys()]).toEqual(['catalog'])
  for (const schema of ['search', 'auth'])
    expect(await testing.database.forSchema(schema).selectFrom('entity').selectAll().execute()).toEqual([])
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

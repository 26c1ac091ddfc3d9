import type { Migrations } from '@portico/core/server'
import pg from 'pg'
import { expect, test } from 'vitest'
import { openTestDatabase, testConnection } from './database.ts'

const migrations: Migrations = {
  '001-note': { up: async db => void (await db.schema.createTable('note').addColumn('text', 'text').execute()) },
}

test('each test database has the migrated schemas and shares nothing with the others', async () => {
  const schemas = { kit: migrations }
  const [one, two] = await Promise.all([openTestDatabase({ schemas }), openTestDatabase({ schemas })])
  await one.database.forSchema('kit').insertInto('note').values({ text: 'here' }).execute()
  expect(await one.database.forSchema('kit').selectFrom('note').selectAll().execute()).toEqual([{ text: 'here' }])
  expect(await two.database.forSchema('kit').selectFrom('note').selectAll().execute()).toEqual([])
  await one.close()
  await two.close()
})

test('migrations run once, however many databases are asked for', async () => {
  let runs = 0
  const counted: Migrations = { '001-count': { up: async () => void (runs += 1) } }
  const all = await Promise.all(Array.from({ length: 4 }, () => openTestDatabase({ schemas: { counted } })))
  expect(runs).toBe(1)
  await Promise.all(all.map(each => each.close()))
})

test('a migration that changed gives a new template', async () => {
  const before = await openTestDatabase({ schemas: { kit: migrations } })
  const more: Migrations = { '002-more': { up: async db => void (await db.schema.createTable('more').execute()) } }
  const after = await openTestDatabase({ schemas: { kit: { ...migrations, ...more } } })
  expect(await after.database.forSchema('kit').selectFrom('more').selectAll().execute()).toEqual([])
  await expect(before.database.forSchema('kit').selectFrom('more').selectAll().execute()).rejects.toMatchObject({ code: '42P01' })
  await before.close()
  await after.close()
})

test('a closed test database is gone, also when connections to it are left open', async () => {
  const { database, connection, close } = await openTestDatabase()
  const { rows } = await database.pool.query<{ name: string }>('select current_database() as name')
  const left = new pg.Client(connection)
  left.on('error', () => {})
  await left.connect()
  await close()
  const administrator = new pg.Client(testConnection('postgres'))
  await administrator.connect()
  expect((await administrator.query('select 1 from pg_database where datname = $1', [rows[0]?.name])).rows).toEqual([])
  await administrator.end()
})

import { openTestDatabase, silentLog, type TestDatabase } from '@portico/core/testing'
import { sql } from 'kysely'
import { createServer } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Migrations } from '../host/plugin-metadata.ts'
import { openDatabase } from './database.ts'
import { isDatabaseUnavailable, isStatementTimeout, toDatabaseError } from './database-error.ts'

const withNote: Migrations = {
  '001-note': { up: async db => void (await db.schema.createTable('note').addColumn('text', 'text').execute()) },
}

let testing: TestDatabase

beforeAll(async () => {
  testing = await openTestDatabase({ schemas: { alpha: withNote, 'beta-two': withNote, gamma: {} } })
  await testing.database.forSchema('alpha').insertInto('note').values({ text: 'from alpha' }).execute()
  await testing.database.forSchema('beta-two').insertInto('note').values({ text: 'from beta' }).execute()
})
afterAll(() => testing.close())

/** A pool of one connection, so that every schema must share it. */
function openNarrow(options: { statementTimeoutMs?: number } = {}) {
  return openDatabase({ connection: testing.connection, poolMax: 1, ...options }, silentLog)
}

/** What a query was refused with. */
async function failure(query: Promise<unknown>): Promise<unknown> {
  return query.then(
    () => expect.fail('should have failed'),
    (error: unknown) => error,
  )
}

describe('schemas', () => {
  test('the same unqualified name means the own table in each schema, in Kysely and in raw SQL, also on one connection', async () => {
    const database = await openNarrow()
    for (const [schema, text] of [
      ['alpha', 'from alpha'],
      ['beta-two', 'from beta'],
      ['alpha', 'from alpha'],
    ] as const) {
      const db = database.forSchema(schema)
      expect(await db.selectFrom('note').select('text').execute()).toEqual([{ text }])
      expect((await sql`select text from note`.execute(db)).rows).toEqual([{ text }])
    }
    await database.close()
  })

  test('a table of another plugin, or of the public schema, is not found by its name', async () => {
    await testing.database.pool.query('create table public.common_thing (id int)')
    for (const table of ['note', 'common_thing']) {
      const error = await failure(testing.database.forSchema('gamma').selectFrom(table).selectAll().execute())
      expect(error).toMatchObject({ code: '42P01' })
    }
  })

  test('the schema stays right after a failed and rolled back transaction', async () => {
    const database = await openNarrow()
    const alpha = database.forSchema('alpha')
    await failure(alpha.transaction().execute(async trx => sql`select * from nowhere`.execute(trx)))
    expect(await alpha.selectFrom('note').select('text').execute()).toEqual([{ text: 'from alpha' }])
    expect(await database.forSchema('beta-two').selectFrom('note').select('text').execute()).toEqual([{ text: 'from beta' }])
    await database.close()
  })

  test('a connection that is given back inside a transaction is not used again', async () => {
    const database = await openNarrow()
    const client = await database.pool.connect()
    await client.query('begin')
    await failure(client.query('select * from nowhere'))
    client.release()
    expect(await database.forSchema('alpha').selectFrom('note').select('text').execute()).toEqual([{ text: 'from alpha' }])
    await database.close()
  })

  test('the pool itself hands out connections with the default path, by promise and by callback', async () => {
    const database = await openNarrow()
    await database.forSchema('alpha').selectFrom('note').selectAll().execute()
    expect((await database.pool.query('show search_path')).rows).toEqual([{ search_path: '"$user", public' }])
    await database.forSchema('alpha').selectFrom('note').selectAll().execute()
    const path = await new Promise(resolve => {
      database.pool.connect((_error, client, done) => {
        client?.query('show search_path', (_failed, result) => {
          done()
          resolve(result.rows)
        })
      })
    })
    expect(path).toEqual([{ search_path: '"$user", public' }])
    await database.close()
  })

  test('a name that needs quoting cannot break out of it', async () => {
    const db = testing.database.forSchema('x", "alpha')
    expect(await failure(db.selectFrom('note').selectAll().execute())).toMatchObject({ code: '42P01' })
  })
})

describe('failures', () => {
  test('connections that are terminated fail once, as not available, and the pool recovers by itself', async () => {
    const database = await openNarrow()
    const alpha = database.forSchema('alpha')
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(alpha)
    const running = failure(sql`select pg_sleep(30)`.execute(alpha))
    await testing.database.pool.query('select pg_terminate_backend($1, 5000)', [rows[0]?.pid])
    const unavailable = { name: 'ServiceUnavailableError', status: 503, code: 'core.database-unavailable' }
    expect(toDatabaseError(await running)).toMatchObject(unavailable)
    expect(await alpha.selectFrom('note').select('text').execute()).toEqual([{ text: 'from alpha' }])
    await database.close()
  })

  test('a connection lost in the middle of a transaction counts as the database being unavailable, and the pool recovers', async () => {
    const database = await openNarrow()
    const alpha = database.forSchema('alpha')
    const error = await failure(
      alpha.transaction().execute(async trx => {
        await trx.insertInto('note').values({ text: 'never kept' }).execute()
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
        await testing.database.pool.query('select pg_terminate_backend($1, 5000)', [rows[0]?.pid])
        await trx.selectFrom('note').selectAll().execute()
      }),
    )
    expect(isDatabaseUnavailable(error)).toBe(true)
    expect(await alpha.selectFrom('note').select('text').execute()).toEqual([{ text: 'from alpha' }])
    await database.close()
  })

  test('idle connections that are terminated are replaced without anyone noticing', async () => {
    const database = await openNarrow()
    const { rows } = await database.pool.query<{ pid: number }>('select pg_backend_pid() as pid')
    const removed = new Promise(resolve => database.pool.once('remove', resolve))
    await testing.database.pool.query('select pg_terminate_backend($1, 5000)', [rows[0]?.pid])
    await removed
    await expect(database.ping()).resolves.toBeUndefined()
    await database.close()
  })

  test('a refused connection counts as the database being unavailable, but only when the database refused it', async () => {
    const port = await freePort()
    const connection = { host: '127.0.0.1', port, password: 'secret-word' }
    const opened = await failure(openDatabase({ connection, openTimeoutMs: 0 }, silentLog))
    expect(String(opened)).toMatch(new RegExp(`^Error: The database at 127\\.0\\.0\\.1:${port}/\\S+ cannot be used: .*ECONNREFUSED`))
    expect(String(opened)).not.toContain('secret-word')
    expect(toDatabaseError(opened)).toMatchObject({ status: 503 })
    expect(toDatabaseError(await failure(fetch(`http://127.0.0.1:${port}`)))).toBeUndefined()
    expect(toDatabaseError(new Error('anything else'))).toBeUndefined()
  })

  test('a wrong database name is reported at once, without waiting', async () => {
    const error = await failure(openDatabase({ connection: { ...testing.connection, database: 'no_such' } }, silentLog))
    expect(String(error)).toMatch(/^Error: The database at .* cannot be used: database "no_such" does not exist$/)
    expect(toDatabaseError(error)).toBeUndefined()
  })

  test('waiting too long for a free connection counts as not available', async () => {
    const database = await openDatabase({ connection: testing.connection, poolMax: 1, connectTimeoutMs: 50 }, silentLog)
    const taken = await database.pool.connect()
    expect(toDatabaseError(await failure(database.ping()))).toMatchObject({ code: 'core.database-unavailable' })
    taken.release()
    await database.ping()
    await database.close()
  })

  test('a statement that takes too long is cancelled and recognised, also as the cause of another error', async () => {
    const database = await openNarrow({ statementTimeoutMs: 50 })
    const error = await failure(sql`select pg_sleep(30)`.execute(database.forSchema('alpha')))
    expect(isStatementTimeout(error)).toBe(true)
    expect(isDatabaseUnavailable(error)).toBe(false)
    expect(toDatabaseError(new Error('outer', { cause: error }))).toMatchObject({ status: 503, code: 'core.database-timeout' })
    await database.ping()
    await database.close()
  })

  test('a text that PostgreSQL cannot store is an input error', async () => {
    const db = testing.database.forSchema('alpha')
    const refusal = { status: 400, code: 'core.invalid-text' }
    expect(toDatabaseError(await failure(sql`select ${'a\0b'}::text`.execute(db)))).toMatchObject(refusal)
    expect(toDatabaseError(await failure(sql`select ${'{"a":"\\u0000"}'}::jsonb`.execute(db)))).toMatchObject(refusal)
  })

  test('separate connections have no statement timeout', async () => {
    const client = new pg.Client(testing.database.clientConfig)
    await client.connect()
    expect((await client.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '0' }])
    await client.end()
  })
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise(resolve => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

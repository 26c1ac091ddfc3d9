import { defineEvent } from '@portico/core/common'
import { openTestDatabase, silentLog, testConnection, type TestDatabase, eventually } from '@portico/core/testing'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import * as workTables from '../migrations/0002-work.ts'
import type { BusEvent } from './events.ts'
import { createWork } from './work.ts'

const eventOf = (topic: string) => defineEvent(topic, z.unknown())

let testDatabase: TestDatabase

beforeAll(async () => {
  testDatabase = await openTestDatabase({ schemas: { core: { '0002-work': workTables } } })
})
afterAll(() => testDatabase.close())

/** Ends every connection to the test's database, as a restart of PostgreSQL does. */
async function endAllConnections(): Promise<void> {
  const { rows } = await testDatabase.database.pool.query<{ name: string }>('select current_database() as name')
  const client = new pg.Client(testConnection('postgres'))
  await client.connect()
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [rows[0]?.name])
  await client.end()
}

test('jobs, tasks and events go on by themselves after every connection to the database was lost', async () => {
  const work = createWork({ database: testDatabase.database, log: silentLog })
  const finish = Promise.withResolvers<void>()
  const queue = work.jobs
    .forPlugin('demo')
    .define({ name: 'job', payload: z.number(), run: ({ payload }) => (payload === 1 ? finish.promise : undefined) })
  const tick = vi.fn<() => void>()
  work.scheduler.forPlugin('demo').schedule({ id: 'tick', frequency: { milliseconds: 30 }, timeout: '1m', run: tick })
  const received = vi.fn<(event: BusEvent) => void>()
  const events = work.events.forPlugin('demo')
  events.subscribe({ id: 'reader', events: [eventOf('t')], run: received })
  await work.start()
  const running = (await queue.add(1)) ?? ''
  await eventually(async () => expect(await queue.status(running)).toBe('running'))
  await eventually(() => expect(tick).toHaveBeenCalled())

  await endAllConnections()
  finish.resolve()
  const ticks = tick.mock.calls.length
  let added: string | undefined
  await eventually(async () => {
    added ??= await queue.add(2)
  })
  await eventually(() => events.publish(eventOf('t'), 'after'))
  await eventually(async () => expect([await queue.status(running), await queue.status(added ?? '')]).toEqual(['completed', 'completed']))
  await eventually(() => expect(received).toHaveBeenCalledWith(expect.objectContaining({ payload: 'after' })))
  await eventually(() => expect(tick.mock.calls.length).toBeGreaterThan(ticks + 2))
  await work.stop()
})

test('a process in which nothing is defined opens no connection to listen, and stops at once', async () => {
  const work = createWork({ database: testDatabase.database, log: silentLog })
  await work.start()
  const { rows } = await testDatabase.database.pool.query(
    "select 1 from pg_stat_activity where datname = current_database() and query like 'listen%'",
  )
  expect(rows).toEqual([])
  await work.stop()
})

import { defineEvent } from '@portico/core/common'
import { createRecordingLog, openTestDatabase, silentLog, type TestDatabase, eventually } from '@portico/core/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import * as workTables from '../migrations/0002-work.ts'
import { createEvents, type EventsDependencies } from './create-events.ts'
import type { BusEvent } from './events.ts'
import { createListener } from './listener.ts'

const eventOf = (topic: string) => defineEvent(topic, z.unknown())

let testDatabase: TestDatabase
const opened: (() => Promise<void>)[] = []

beforeAll(async () => {
  testDatabase = await openTestDatabase({ schemas: { core: { '0002-work': workTables } } })
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map(stop => stop()))
  await testDatabase.database.pool.query('truncate core.event, core.event_subscription')
})
afterAll(() => testDatabase.close())

/** One process of several, over the same database. */
function createReplica(options: Partial<EventsDependencies> = {}) {
  const { database } = testDatabase
  const listener = createListener({ database, log: silentLog })
  const events = createEvents({ database, log: silentLog, listener, retryMs: 50, graceMs: 100, ...options })
  const stop = async () => {
    await events.stop()
    await listener.stop()
  }
  opened.push(stop)
  return { ...events, stop, plugin: events.forPlugin('demo') }
}

const payloads = (calls: readonly (readonly [BusEvent])[]) => calls.map(([event]) => event.payload)
const query = (text: string, values: unknown[] = []) => testDatabase.database.pool.query(text, values)

describe('a subscription', () => {
  test('gets each event of its topics once, in order, on one of two replicas', async () => {
    const run = vi.fn<(event: BusEvent) => void>()
    const replicas = [createReplica(), createReplica()]
    for (const { plugin } of replicas) plugin.subscribe({ id: 'reader', events: [eventOf('a'), eventOf('b')], run })
    await Promise.all(replicas.map(each => each.start()))
    for (let n = 0; n < 30; n += 1) await replicas[n % 2]?.plugin.publish(eventOf(['a', 'b', 'c'][n % 3] ?? ''), n)
    const wanted = Array.from({ length: 30 }, (_, n) => n).filter(n => n % 3 !== 2)
    await eventually(() => expect(payloads(run.mock.calls)).toEqual(wanted))
    expect(run.mock.calls[1]?.[0]).toEqual({ id: expect.any(String), topic: 'b', payload: 1 })
  })

  test('gets what was published while no replica was running, and nothing from before it was created', async () => {
    const publisher = createReplica()
    await publisher.plugin.publish(eventOf('news'), 'too early')
    // A subscription begins with the oldest transaction that is still running, which may be one of another test.
    const isOver = 'select bool_and(transaction < pg_snapshot_xmin(pg_current_snapshot())) as is_over from core.event'
    await eventually(async () => expect((await query(isOver)).rows[0].is_over).toBe(true))
    const first = createReplica()
    const seen = vi.fn<(event: BusEvent) => void>()
    first.plugin.subscribe({ id: 'reader', events: [eventOf('news')], run: seen })
    await first.start()
    await publisher.plugin.publish(eventOf('news'), 'heard')
    await eventually(() => expect(payloads(seen.mock.calls)).toEqual(['heard']))
    await first.stop()
    for (let n = 0; n < 250; n += 1) await publisher.plugin.publish(eventOf('news'), n)
    const second = createReplica()
    const later = vi.fn<(event: BusEvent) => void>()
    second.plugin.subscribe({ id: 'reader', events: [eventOf('news')], run: later })
    await second.start()
    await eventually(() => expect(payloads(later.mock.calls)).toEqual(Array.from({ length: 250 }, (_, n) => n)))
    expect(seen).toHaveBeenCalledTimes(1)
  })

  test('loses nothing and keeps the order when transactions commit in another order than they began', async () => {
    const run = vi.fn<(event: BusEvent) => void>()
    const { plugin, start } = createReplica()
    plugin.subscribe({ id: 'reader', events: [eventOf('t')], run })
    await start()
    const db = testDatabase.database.forSchema('some_plugin')
    const slow = await db.startTransaction().execute()
    await plugin.publish(eventOf('t'), 'began first', { within: slow })
    await plugin.publish(eventOf('t'), 'committed first')
    await eventually(async () => expect((await query('select count(*)::int as n from core.event')).rows).toEqual([{ n: 1 }]))
    expect(run).not.toHaveBeenCalled()
    await slow.commit().execute()
    await eventually(() => expect(payloads(run.mock.calls)).toEqual(['began first', 'committed first']))
  })

  test('gets every event of many concurrent publishers, of those that commit', async () => {
    const seen = new Map<string, number[]>()
    const run = ({ payload }: BusEvent) => {
      const { by, n } = payload as { by: string; n: number }
      seen.set(by, [...(seen.get(by) ?? []), n])
    }
    const { plugin, start } = createReplica()
    plugin.subscribe({ id: 'reader', events: [eventOf('load')], run })
    await start()
    const db = testDatabase.database.forSchema('some_plugin')
    const publishAll = async (by: string) => {
      for (let n = 0; n < 40; n += 1) {
        await db
          .transaction()
          .execute(async within => {
            await plugin.publish(eventOf('load'), { by, n }, { within })
            if (n % 4 === 3) throw new Error('rolled back')
          })
          .catch(() => {})
      }
    }
    await Promise.all(['p', 'q', 'r', 's', 't'].map(publishAll))
    const wanted = Array.from({ length: 40 }, (_, n) => n).filter(n => n % 4 !== 3)
    await eventually(() => expect(Object.fromEntries(seen)).toEqual(Object.fromEntries(['p', 'q', 'r', 's', 't'].map(by => [by, wanted]))))
  })

  test('that fails gets the same event again before any other, with backoff', async () => {
    const log = createRecordingLog()
    const { plugin, start } = createReplica({ log })
    let failures = 3
    const run = vi.fn<(event: BusEvent) => void>(event => {
      if (event.payload === 2 && failures-- > 0) throw new Error('not yet')
    })
    plugin.subscribe({ id: 'reader', events: [eventOf('t')], run })
    await start()
    for (const n of [1, 2, 3]) await plugin.publish(eventOf('t'), n)
    await eventually(() => expect(payloads(run.mock.calls)).toEqual([1, 2, 2, 2, 2, 3]))
    const pauses = log.lines.filter(line => line.level === 'error').map(line => Number(line.fields['retryInMs']))
    expect(pauses).toHaveLength(3)
    expect(pauses[2]).toBeGreaterThan((pauses[0] ?? 0) * 2)
  })

  test('goes to another replica when the one that delivers dies or stops', async () => {
    const run = vi.fn<(event: BusEvent) => void>()
    const left = createReplica({ leaseSeconds: 0.3 })
    left.plugin.subscribe({ id: 'left', events: [eventOf('left')], run: () => {} })
    await left.plugin.publish(eventOf('left'), 1)
    await query("update core.event_subscription set owner = gen_random_uuid(), lease_until = now() + interval '0.3 s' where id = 'left'")
    const heir = createReplica()
    heir.plugin.subscribe({ id: 'left', events: [eventOf('left')], run })
    await heir.start()
    await eventually(() => expect(payloads(run.mock.calls)).toEqual([1]))

    const hanging = createReplica()
    const started = vi.fn<() => Promise<void>>(() => new Promise<void>(() => {}))
    hanging.plugin.subscribe({ id: 'stuck', events: [eventOf('stuck')], run: started })
    await hanging.start()
    await hanging.plugin.publish(eventOf('stuck'), 2)
    await eventually(() => expect(started).toHaveBeenCalled())
    heir.plugin.subscribe({ id: 'stuck', events: [eventOf('stuck')], run })
    await hanging.stop()
    await eventually(() => expect(payloads(run.mock.calls)).toEqual([1, 2]))
  })

  test('keeps its lease while one event takes longer than that', async () => {
    const finish = Promise.withResolvers<void>()
    const run = vi.fn<() => Promise<void>>(() => finish.promise)
    const replicas = [createReplica({ leaseSeconds: 2 }), createReplica({ leaseSeconds: 2 })]
    for (const { plugin } of replicas) plugin.subscribe({ id: 'slow', events: [eventOf('t')], run })
    await Promise.all(replicas.map(each => each.start()))
    await replicas[0]?.plugin.publish(eventOf('t'), 1)
    const leaseOf = async () =>
      (await query('select extract(epoch from lease_until)::float8 as at from core.event_subscription')).rows[0].at
    await eventually(async () => expect(await leaseOf()).toBeTypeOf('number'))
    const first = await leaseOf()
    await eventually(async () => expect(await leaseOf()).toBeGreaterThan(first + 2))
    finish.resolve()
    await eventually(async () => expect(await leaseOf()).toBeNull())
    expect(run).toHaveBeenCalledTimes(1)
  })

  test('goes on after a dump was restored into another PostgreSQL, where transactions are counted anew', async () => {
    const before = createReplica()
    before.plugin.subscribe({ id: 'reader', events: [eventOf('t')], run: () => {} })
    await before.plugin.publish(eventOf('t'), 'unread')
    await query("update core.event set transaction = '900000000001'")
    await query("update core.event_subscription set last_transaction = '900000000000'")
    const after = createReplica()
    const run = vi.fn<(event: BusEvent) => void>()
    after.plugin.subscribe({ id: 'reader', events: [eventOf('t')], run })
    await after.start()
    await after.plugin.publish(eventOf('t'), 'new')
    await eventually(() => expect(payloads(run.mock.calls)).toEqual(['unread', 'new']))
  })
})

describe('listening', () => {
  test('gets each event on every replica until it is stopped', async () => {
    const onMessage = [vi.fn<(event: BusEvent) => void>(), vi.fn<(event: BusEvent) => void>()]
    const replicas = [createReplica(), createReplica()]
    const stops = replicas.map(({ plugin }, index) => plugin.listen([eventOf('t')], event => onMessage[index]?.(event)))
    await Promise.all(replicas.map(each => each.start()))
    await replicas[0]?.plugin.publish(eventOf('other'), 0)
    for (let n = 1; n <= 120; n += 1) await replicas[0]?.plugin.publish(eventOf('t'), n)
    const all = Array.from({ length: 120 }, (_, n) => n + 1)
    await eventually(() => expect(onMessage.map(run => payloads(run.mock.calls))).toEqual([all, all]))
    stops[0]?.()
    await replicas[1]?.plugin.publish(eventOf('t'), 121)
    await eventually(() => expect(onMessage[1]).toHaveBeenCalledTimes(121))
    expect(onMessage[0]).toHaveBeenCalledTimes(120)
    expect((await query('select 1 from core.event_subscription')).rows).toEqual([])
  })

  test('goes on when a listener throws', async () => {
    const { plugin, start } = createReplica()
    const run = vi.fn<() => void>()
    plugin.listen([eventOf('t')], () => {
      throw new Error('broken')
    })
    plugin.listen([eventOf('t')], run)
    await start()
    await plugin.publish(eventOf('t'), 1)
    await plugin.publish(eventOf('t'), 2)
    await eventually(() => expect(run).toHaveBeenCalledTimes(2))
  })
})

describe('the database', () => {
  test('may lose every connection of the bus: what was published meanwhile is delivered', async () => {
    const run = vi.fn<(event: BusEvent) => void>()
    const onMessage = vi.fn<(event: BusEvent) => void>()
    const { plugin, start } = createReplica()
    plugin.subscribe({ id: 'reader', events: [eventOf('t')], run })
    plugin.listen([eventOf('t')], onMessage)
    await start()
    await plugin.publish(eventOf('t'), 1)
    await eventually(() => expect(run).toHaveBeenCalledTimes(1))
    await query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen%' and pid <> pg_backend_pid()",
    )
    await plugin.publish(eventOf('t'), 2)
    await eventually(() =>
      expect([payloads(run.mock.calls), payloads(onMessage.mock.calls)]).toEqual([
        [1, 2],
        [1, 2],
      ]),
    )
  })

  test('keeps payloads of any size and content', async () => {
    const run = vi.fn<(event: BusEvent) => void>()
    const { plugin, start } = createReplica()
    plugin.subscribe({ id: 'reader', events: [eventOf('t')], run })
    await start()
    const values = ['x'.repeat(200_000), { nul: '\0', text: 'ä𝄞', list: [1, [null]] }, null, undefined]
    for (const value of values) await plugin.publish(eventOf('t'), value)
    await eventually(() => expect(payloads(run.mock.calls)).toEqual([values[0], values[1], null, null]))
  })

  test('deletes old events that every subscription has read, and subscriptions that are no longer used', async () => {
    const { plugin } = createReplica()
    plugin.subscribe({ id: 'slow', events: [eventOf('wanted')], run: () => {} })
    for (const topic of ['wanted', 'unwanted', 'fresh']) await plugin.publish(eventOf(topic), topic)
    await query("update core.event set published_at = now() - interval '2 days' where topic <> 'fresh'")
    await query(
      "insert into core.event_subscription select 'gone', 'gone', topics, last_transaction, last_position, null, null, 0, null, null, now() - interval '8 days' from core.event_subscription",
    )
    const topics = async () => (await query('select topic from core.event order by position')).rows.map(row => row.topic)
    const ids = async () => (await query('select id from core.event_subscription')).rows.map(row => row.id)
    await createReplica().start()
    await eventually(async () => expect([await topics(), await ids()]).toEqual([['wanted', 'fresh'], ['slow']]))
  })
})

test('an event whose payload is not what its topic declares is logged and ignored, and those after it are delivered', async () => {
  const log = createRecordingLog()
  const { plugin, start } = createReplica({ log })
  const counted = defineEvent('counted', z.object({ count: z.number() }))
  const [run, onMessage] = [vi.fn<(event: BusEvent<{ count: number }>) => void>(), vi.fn<(event: BusEvent<{ count: number }>) => void>()]
  plugin.subscribe({ id: 'reader', events: [counted], run })
  plugin.listen([counted], onMessage)
  await start()
  await plugin.publish(eventOf('counted'), { count: 'many' })
  await plugin.publish(counted, { count: 2 })
  await eventually(() => expect([run, onMessage].map(each => payloads(each.mock.calls))).toEqual([[{ count: 2 }], [{ count: 2 }]]))
  expect(JSON.stringify(log.lines)).toContain("an invalid event of 'counted' was ignored")
})

test('invalid topics and a subscription that is defined twice are refused', async () => {
  const { plugin } = createReplica()
  await expect(plugin.publish(eventOf(''), 1)).rejects.toMatchObject({ name: 'InputError' })
  await expect(plugin.publish(eventOf('x'.repeat(256)), 1)).rejects.toMatchObject({ name: 'InputError' })
  plugin.subscribe({ id: 'once', events: [eventOf('t')], run: () => {} })
  expect(() => plugin.subscribe({ id: 'once', events: [eventOf('t')], run: () => {} })).toThrow("'demo/once' is defined twice")
})

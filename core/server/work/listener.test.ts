import { createServer, connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { openTestDatabase, silentLog, type TestDatabase, eventually } from '@portico/core/testing'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createListener } from './listener.ts'

let testDatabase: TestDatabase

beforeAll(async () => {
  testDatabase = await openTestDatabase()
})
afterAll(() => testDatabase.close())

const say = (channel: string, text: string) => testDatabase.database.pool.query('select pg_notify($1, $2)', [channel, text])

test('one connection receives all channels, opened only when there is a listener', async () => {
  const { database } = testDatabase
  const listener = createListener({ database, log: silentLog })
  const count = async () =>
    (await database.pool.query("select 1 from pg_stat_activity where datname = current_database() and query like 'listen%'")).rows.length
  expect(await count()).toBe(0)
  const listeners = {
    one: vi.fn<(message: string) => void>(),
    two: vi.fn<(message: string) => void>(),
    late: vi.fn<(message: string) => void>(),
  }
  const onGap = vi.fn<() => void>()
  const unsubscribe = listener.on('One "quoted"', { onMessage: listeners.one, onGap })
  listener.on('two', { onMessage: listeners.two, onGap })
  await eventually(() => expect(onGap).toHaveBeenCalledTimes(2))
  listener.on('late', { onMessage: listeners.late, onGap })
  await eventually(() => expect(onGap).toHaveBeenCalledTimes(3))
  await say('One "quoted"', 'a')
  await say('two', 'b')
  await say('late', 'c')
  await eventually(() => expect(listeners.late).toHaveBeenCalledWith('c'))
  expect([listeners.one.mock.calls, listeners.two.mock.calls]).toEqual([[['a']], [['b']]])
  expect(await count()).toBe(1)
  unsubscribe()
  await say('One "quoted"', 'd')
  await say('two', 'e')
  await eventually(() => expect(listeners.two).toHaveBeenCalledWith('e'))
  expect(listeners.one).toHaveBeenCalledTimes(1)
  await listener.stop()
  await eventually(async () => expect(await count()).toBe(0))
})

test('channels that are asked for at once are subscribed to one after the other', async () => {
  const warnings: Error[] = []
  const onWarning = (warning: Error) => void warnings.push(warning)
  process.on('warning', onWarning)
  const listener = createListener({ database: testDatabase.database, log: silentLog })
  const onGap = vi.fn<() => void>()
  const onMessage = vi.fn<(message: string) => void>()
  listener.on('first', { onMessage, onGap })
  await eventually(() => expect(onGap).toHaveBeenCalledTimes(1))
  for (const channel of ['second', 'third', 'fourth']) listener.on(channel, { onMessage, onGap })
  await eventually(() => expect(onGap).toHaveBeenCalledTimes(4))
  for (const channel of ['second', 'third', 'fourth']) await say(channel, channel)
  await eventually(() => expect(onMessage.mock.calls).toEqual([['second'], ['third'], ['fourth']]))
  expect(warnings).toEqual([])
  process.off('warning', onWarning)
  await listener.stop()
})

test('a connection that is ended is opened again, and every listener is notified of the gap', async () => {
  const { database } = testDatabase
  const listener = createListener({ database, log: silentLog })
  const onMessage = vi.fn<(message: string) => void>()
  const onGap = vi.fn<() => void>()
  listener.on('channel', { onMessage, onGap })
  await eventually(() => expect(onGap).toHaveBeenCalledTimes(1))
  await database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen%'",
  )
  await eventually(() => expect(onGap).toHaveBeenCalledTimes(2))
  await say('channel', 'again')
  await eventually(() => expect(onMessage).toHaveBeenCalledWith('again'))
  await listener.stop()
})

test('a connection that does not answer is dropped, and an unavailable database is waited for', async () => {
  const proxy = await openProxy()
  const listener = createListener({
    database: { clientConfig: { ...testDatabase.database.clientConfig, ...proxy.address } },
    log: silentLog,
    probeMs: 50,
  })
  const onMessage = vi.fn<(message: string) => void>()
  const onGap = vi.fn<() => void>()
  listener.on('channel', { onMessage, onGap })
  await eventually(() => expect(onGap).toHaveBeenCalledTimes(1))
  proxy.freeze()
  await eventually(() => expect(onGap).toHaveBeenCalledTimes(2))
  await proxy.close()
  const port = proxy.address.port
  const again = await openProxy(port)
  await eventually(() => expect(onGap).toHaveBeenCalledTimes(3))
  await say('channel', 'back')
  await eventually(() => expect(onMessage).toHaveBeenCalledWith('back'))
  await listener.stop()
  await again.close()
})

test('it can be stopped while it connects or waits', async () => {
  const listener = createListener({ database: { clientConfig: { host: '127.0.0.1', port: 1 } }, log: silentLog })
  listener.on('channel', { onMessage: () => {}, onGap: () => {} })
  await listener.stop()
  const connecting = createListener({ database: testDatabase.database, log: silentLog })
  const onGap = vi.fn<() => void>()
  connecting.on('channel', { onMessage: () => {}, onGap })
  await connecting.stop()
  expect(onGap).not.toHaveBeenCalled()
})

/** A proxy between a client and the database that can stop forwarding without closing. */
async function openProxy(port = 0) {
  const { host, port: target } = new pg.Client(testDatabase.database.clientConfig)
  const open = new Set<Socket>()
  const server = createServer(client => {
    const upstream = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${target}`) : connect(target, host)
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', () => {})
    }
    client.pipe(upstream).pipe(client)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  return {
    address: { host: '127.0.0.1', port: typeof bound === 'object' && bound ? bound.port : 0 },
    freeze: () => open.forEach(socket => socket.unpipe()),
    async close() {
      server.close()
      open.forEach(socket => socket.destroy())
      await once(server, 'close')
    },
  }
}

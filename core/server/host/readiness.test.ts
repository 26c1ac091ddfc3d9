import { defineContract, get } from '@portico/core/common'
import { defineServerPlugin } from '@portico/core/server'
import { eventually, openTestDatabase, startTestServer, type TestDatabase } from '@portico/core/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { createListener } from '../work/listener.ts'
import { createReadiness } from './readiness.ts'

const api = defineContract('shop', { ask: get('/ask', { access: 'public', reply: z.object({ answer: z.number() }) }) })

let shared: TestDatabase
const stops: (() => Promise<unknown>)[] = []
beforeEach(async () => void (shared = await openTestDatabase()))
afterEach(async () => {
  await Promise.all(stops.splice(0).map(stop => stop()))
  await shared.close()
})

/** A replica on the shared database, and what makes it warm. */
async function startReplica(warmUp: () => Promise<void> = async () => {}) {
  const shop = defineServerPlugin({
    id: 'shop',
    setup({ implement, onWarmUp }) {
      onWarmUp(warmUp)
      implement(api, { ask: () => ({ answer: 7 }) })
    },
  })
  const lines: string[] = []
  const replica = await startTestServer({
    plugins: [shop],
    config: { backend: { database: { connection: shared.connection } } },
    logTo: { write: line => lines.push(line) },
  })
  const stop = replica.stop
  stops.push(stop)
  const readiness = async () => {
    const response = await replica.as(undefined).fetch('/.backstage/health/v1/readiness')
    return [response.status, await response.json()]
  }
  return { ...replica, stop, readiness, log: () => lines.join('') }
}

const ok = [200, { status: 'ok' }]
const warming = [503, { status: 'error', message: 'The server is warming up, and another replica is warm' }]

/** Until one session tells that its replica is warm: another one than before. */
async function untilWarm(before?: number): Promise<number> {
  const holders = async () =>
    (
      await shared.database.pool.query<{ pid: number }>(
        "select pid from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
      )
    ).rows.map(({ pid }) => pid)
  await eventually(async () => expect((await holders()).filter(pid => pid !== before)).toHaveLength(1))
  return (await holders())[0]!
}

test('a replica that is alone is ready before it is warm; another one is ready when it is warm, and answers until then too', async () => {
  const first = Promise.withResolvers<void>()
  const second = Promise.withResolvers<void>()
  const alone = await startReplica(() => first.promise)
  expect(await alone.readiness()).toEqual(ok)
  // None is warm yet: one more that answers late is better than fewer.
  const early = await startReplica(() => first.promise)
  expect(await early.readiness()).toEqual(ok)
  await early.stop()
  first.resolve()
  await untilWarm()

  const late = await startReplica(() => second.promise)
  expect(await late.readiness()).toEqual(warming)
  expect((await late.as(undefined).fetch('/.backstage/health/v1/liveness')).status).toBe(200)
  expect(await late.call(api.ask)).toEqual({ answer: 7 })
  expect(await alone.readiness()).toEqual(ok)
  second.resolve()
  await eventually(async () => expect(await late.readiness()).toEqual(ok))
})

test('a replica that warms up is ready as soon as no other one is warm any more', async () => {
  const warm = await startReplica()
  await untilWarm()
  const late = await startReplica(() => new Promise(() => {}))
  expect(await late.readiness()).toEqual(warming)
  await warm.stop()
  await eventually(async () => expect(await late.readiness()).toEqual(ok))
})

test('what cannot be warmed up is reported and keeps no replica away', async () => {
  await startReplica()
  await untilWarm()
  const broken = await startReplica(async () => {
    throw new Error('no index')
  })
  await eventually(async () => expect(await broken.readiness()).toEqual(ok))
  expect(broken.log()).toContain("plugin 'shop' could not warm up")
})

test('a replica is ready after a time in any case, and a lost connection does not make others forget that one is warm', async () => {
  const warnings: unknown[] = []
  const log = { warn: (metadata: unknown) => void warnings.push(metadata) } as never
  const listener = createListener({ database: shared.database, log })
  stops.push(listener.stop)
  createReadiness({ database: shared.database, listener, log, onReady: () => {} }).warm()
  const session = await untilWarm()
  await shared.database.pool.query(
    "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
  )
  await untilWarm(session)
  const ready = Promise.withResolvers<void>()
  const late = createReadiness({
    database: shared.database,
    listener,
    log,
    onReady: ready.resolve,
    lookEveryMs: 5,
    maxWarmUpMs: 20,
  })
  await late.start()
  await ready.promise
  expect(warnings).toContainEqual({ ms: 20 })
})

import { eventually } from '@portico/core/testing'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, expect, test } from 'vitest'
import { createProcessPool, type PooledMessage, type ProcessPool, type ProcessPoolOptions } from './process-pool.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'portico-pool-'))
afterAll(() => rmSync(folder, { recursive: true }))
const module = path.join(folder, 'pooled-child.mjs')
writeFileSync(
  module,
  `import { serveProcess } from ${JSON.stringify(new URL('./serve-process.ts', import.meta.url).href)}
   const methods = { pid: () => process.pid, spin: () => { for (;;); } }
   serveProcess(({ method }) => methods[method]())`,
)

const opened: ProcessPool[] = []
afterEach(() => opened.splice(0).forEach(pool => pool.stop()))

function open(options: Partial<ProcessPoolOptions> = {}) {
  const pool = createProcessPool({
    module: pathToFileURL(module),
    purpose: 'a test',
    maxProcesses: 2,
    maxProcessesPerKey: 1,
    heapMegabytes: 64,
    maxResidentBytes: 300 * 2 ** 20,
    ...options,
  })
  opened.push(pool)
  const ask = (method: string, key: string, limits: Partial<PooledMessage> = {}) =>
    pool.send<number>({ method }, { key, timeoutMs: 60_000, ...limits })
  return { pool, ask }
}

/** Messages that never end, until `release` is called. */
function spin(ask: ReturnType<typeof open>['ask'], key: string, count: number) {
  const abort = new AbortController()
  const asked = Array.from({ length: count }, () => ask('spin', key, { signal: abort.signal }).catch((error: Error) => error))
  return { asked: Promise.all(asked), release: () => abort.abort() }
}

test('one of the processes is always for others: they do not wait for somebody whose messages never end', async () => {
  const { ask, pool } = open()
  const slow = spin(ask, 'mallory', 10)
  await eventually(() => expect(pool.pids()).toHaveLength(1))
  expect(await ask('pid', 'ada')).toBeGreaterThan(0)
  expect(await ask('pid', 'grace')).toBeGreaterThan(0)
  slow.release()
  expect(await slow.asked).toHaveLength(10)
})

test('those who wait are served in turn, one message of each', async () => {
  const { ask } = open({ maxProcesses: 1 })
  const order: string[] = []
  const note = (key: string, name: string) => ask('pid', key).then(() => order.push(name))
  await Promise.all([note('a', 'a1'), note('a', 'a2'), note('a', 'a3'), note('b', 'b1'), note('c', 'c1')])
  expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3'])
})

test('somebody with too many messages is told to wait, and others are not', async () => {
  const { ask } = open({ maxWaitingPerKey: 2, maxWaiting: 3 })
  const slow = spin(ask, 'mallory', 3)
  await expect(ask('pid', 'mallory')).rejects.toMatchObject({
    name: 'TooManyRequestsError',
    status: 429,
    message: '2 of your requests wait for a test already. Try again when they are answered',
  })
  expect(await ask('pid', 'ada')).toBeGreaterThan(0)
  const more = spin(ask, 'other', 2)
  await expect(ask('pid', 'ada')).rejects.toMatchObject({ name: 'TooManyRequestsError', details: { retryAfterSeconds: 60 } })
  slow.release()
  more.release()
  await Promise.all([slow.asked, more.asked])
})

test('a message that is given up while it waits leaves its place to the next', async () => {
  const { ask } = open({ maxProcesses: 1, maxWaitingPerKey: 1 })
  const slow = spin(ask, 'a', 1)
  const abort = new AbortController()
  const given = ask('pid', 'a', { signal: abort.signal })
  abort.abort(new Error('given up'))
  await expect(given).rejects.toThrow('given up')
  const next = ask('pid', 'a')
  slow.release()
  expect(await next).toBeGreaterThan(0)
})

test('a process that died while it was idle costs no message', async () => {
  const { ask } = open()
  const first = await ask('pid', 'a')
  process.kill(first, 'SIGKILL')
  // Nothing has told the server yet that it is dead.
  expect(await ask('pid', 'a')).not.toBe(first)
})

test('messages that are the same are asked once, and need not wait for the queue of who asked first', async () => {
  const { ask } = open({ maxProcesses: 3 })
  const slow = spin(ask, 'mallory', 1)
  const first = ask('pid', 'mallory', { same: 'page' })
  const second = ask('pid', 'ada', { same: 'page' })
  expect(await second).toBe(await first)
  slow.release()
})

test('a pool that stops ends its processes and all who wait', async () => {
  const { ask, pool } = open()
  const asked = [ask('spin', 'a'), ask('spin', 'a')].map(each => each.catch((error: Error) => error.message))
  pool.stop()
  expect(await Promise.all(asked)).toEqual(Array.from({ length: 2 }, () => 'The server is stopping, and with it a test'))
  await expect(ask('pid', 'a')).rejects.toMatchObject({ name: 'ServiceUnavailableError' })
})

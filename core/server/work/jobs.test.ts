import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRecordingLog, openTestDatabase, silentLog, type TestDatabase, eventually } from '@portico/core/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import * as workTables from '../migrations/0002-work.ts'
import { createJobs, type JobsDependencies } from './create-jobs.ts'
import { createListener } from './listener.ts'

let testDatabase: TestDatabase
const opened: (() => Promise<void>)[] = []

beforeAll(async () => {
  testDatabase = await openTestDatabase({ schemas: { core: { '0002-work': workTables } } })
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map(stop => stop()))
  await testDatabase.database.pool.query('truncate core.job')
})
afterAll(() => testDatabase.close())

/** One process of several, over the same database. */
function createReplica(options: Partial<JobsDependencies> = {}) {
  const { database } = testDatabase
  const listener = createListener({ database, log: silentLog })
  const jobs = createJobs({ database, log: silentLog, listener, graceMs: 0, abortGraceMs: 200, ...options })
  const stop = async () => {
    await jobs.stop()
    await listener.stop()
  }
  opened.push(stop)
  return { ...jobs, stop, plugin: jobs.forPlugin('demo') }
}

async function rowOf(id: string | undefined) {
  const { rows } = await testDatabase.database.pool.query("select *, run_at - now() > interval '0' as later from core.job where id = $1", [
    id,
  ])
  return rows[0]
}

const Payload = z.object({ n: z.number() })
const aborted = (signal: AbortSignal) => new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

describe('a job', () => {
  test('runs once, on one of two replicas, soon after it was added', async () => {
    const run = vi.fn<(n: number) => void>()
    const replicas = [createReplica(), createReplica()]
    const queues = replicas.map(each => each.plugin.define({ name: 'count', payload: Payload, run: async ({ payload }) => run(payload.n) }))
    replicas.forEach(each => each.start())
    const ids = await Promise.all(Array.from({ length: 40 }, (_, n) => queues[n % 2]?.add({ n })))
    await eventually(async () => expect(await Promise.all(ids.map(id => queues[0]?.status(id ?? '')))).toEqual(ids.map(() => 'completed')))
    expect(run.mock.calls.map(([n]) => n).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, n) => n))
    await queues[0]?.add({ n: 100 })
    await eventually(() => expect(run).toHaveBeenCalledWith(100))
  })

  test('can be added with many others, in one statement, all or none of them', async () => {
    const run = vi.fn<(n: number) => void>()
    const replica = createReplica()
    const queue = replica.plugin.define({ name: 'many', payload: Payload, concurrency: 1, run: ({ payload }) => run(payload.n) })
    const added = await queue.addAll([
      { payload: { n: 1 }, key: 'one' },
      { payload: { n: 2 }, key: 'two', priority: 1 },
      { payload: { n: 3 }, key: 'one' },
    ])
    expect(added).toHaveLength(2)
    expect(await queue.addAll([{ payload: { n: 4 }, key: 'two' }])).toEqual([])
    await expect(queue.addAll([{ payload: { n: 5 } }, { payload: { n: 'six' } as never }])).rejects.toThrow(
      "payload of job 'many' is invalid",
    )
    expect(await queue.addAll([])).toEqual([])
    replica.start()
    await eventually(async () => expect(await queue.status(added[0]!)).toBe('completed'))
    expect(run.mock.calls).toEqual([[2], [1]])
  })

  test('added before it was defined, or while no server was running, runs later', async () => {
    const away = createReplica()
    const id = await away.plugin.define({ name: 'patient', payload: Payload, run: () => {} }).add({ n: 1 })
    const replica = createReplica()
    replica.start()
    const queue = replica.plugin.define({ name: 'patient', payload: Payload, run: () => {} })
    await eventually(async () => expect(await queue.status(id ?? '')).toBe('completed'))
  })

  test('of higher priority goes first, equal ones in order of arrival, and never more at once than allowed', async () => {
    const replica = createReplica()
    const order: number[] = []
    let max = 0
    let now = 0
    const run = async ({ payload }: { payload: { n: number } }) => {
      max = Math.max(max, (now += 1))
      order.push(payload.n)
      await Promise.resolve()
      now -= 1
    }
    const queue = replica.plugin.define({ name: 'ordered', payload: Payload, concurrency: 1, run })
    for (const [n, priority] of [
      [1, 0],
      [2, 0],
      [3, 5],
      [4, -1],
    ] as const)
      await queue.add({ n }, { priority })
    replica.start()
    await eventually(() => expect(order).toEqual([3, 1, 2, 4]))
    expect(max).toBe(1)
  })

  test('waits for its time', async () => {
    const replica = createReplica()
    const run = vi.fn<() => void>()
    const queue = replica.plugin.define({ name: 'later', payload: Payload, run })
    replica.start()
    const added = performance.now()
    await queue.add({ n: 1 }, { startAfterSeconds: 0.4 })
    await eventually(() => expect(run).toHaveBeenCalled())
    expect(performance.now() - added).toBeGreaterThanOrEqual(395)
  })

  test('with a key is not added twice while one waits, and is added again once that one has started', async () => {
    const replica = createReplica()
    const { promise, resolve } = Promise.withResolvers<void>()
    const queue = replica.plugin.define({ name: 'keyed', payload: Payload, run: () => promise })
    const ids = await Promise.all(Array.from({ length: 5 }, () => queue.add({ n: 1 }, { key: 'k' })))
    expect(ids.filter(Boolean)).toHaveLength(1)
    replica.start()
    await eventually(async () => expect(await queue.status(ids.find(Boolean) ?? '')).toBe('running'))
    expect(await queue.add({ n: 2 }, { key: 'k' })).toBeTypeOf('string')
    resolve()
  })

  test('added within a transaction exists only if that commits', async () => {
    const queue = createReplica().plugin.define({ name: 'outbox', payload: Payload, run: () => {} })
    const db = testDatabase.database.forSchema('some_plugin')
    const kept = await db.transaction().execute(within => queue.add({ n: 1 }, { within }))
    let lost: string | undefined
    const failing = db.transaction().execute(async within => {
      lost = await queue.add({ n: 2 }, { within })
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    expect([await queue.status(kept ?? ''), await queue.status(lost ?? '')]).toEqual(['waiting', undefined])
  })
})

describe('a job that fails', () => {
  test('is retried with backoff and keeps its last error when it has failed for good', async () => {
    const replica = createReplica()
    const starts: number[] = []
    const run = ({ attempt }: { attempt: number }) => {
      starts.push(performance.now())
      throw new Error(`broken ${attempt}`)
    }
    const queue = replica.plugin.define({ name: 'broken', payload: Payload, attempts: 3, retrySeconds: 0.1, run })
    replica.start()
    const id = await queue.add({ n: 1 })
    await eventually(async () => expect(await queue.status(id ?? '')).toBe('failed'))
    const [first = 0, second = 0, third = 0] = starts
    expect(starts).toHaveLength(3)
    expect(second - first).toBeGreaterThan(80)
    expect(third - second).toBeGreaterThan(330)
    expect(await rowOf(id)).toMatchObject({ attempt: 3, error: 'Error: broken 3', owner: null })
  })

  test('that lasts too long is aborted and counts as failed', async () => {
    const replica = createReplica()
    const reasons: unknown[] = []
    const run = ({ signal }: { signal: AbortSignal }) => aborted(signal).catch(reason => void reasons.push(reason.message))
    const queue = replica.plugin.define({ name: 'slow', payload: Payload, attempts: 1, timeoutSeconds: 0.05, run })
    replica.start()
    const id = await queue.add({ n: 1 })
    await eventually(async () => expect(await queue.status(id ?? '')).toBe('failed'))
    expect(reasons).toEqual(['The job took too long'])
    expect((await rowOf(id)).error).toContain('longer than 0.05 s')
  })

  test('with a payload that a newer version no longer understands is not tried again', async () => {
    const old = createReplica().plugin.define({ name: 'changed', payload: z.object({ was: z.string() }), run: () => {} })
    const id = await old.add({ was: 'x' })
    const replica = createReplica()
    const run = vi.fn<() => void>()
    const queue = replica.plugin.define({ name: 'changed', payload: Payload, run })
    replica.start()
    await eventually(async () => expect(await queue.status(id ?? '')).toBe('failed'))
    expect(run).not.toHaveBeenCalled()
    expect((await rowOf(id)).error).toContain('payload is invalid')
  })

  test('with a payload that is invalid is refused when it is added', async () => {
    const queue = createReplica().plugin.define({ name: 'strict', payload: Payload, run: () => {} })
    await expect(queue.add({ n: 'one' } as never)).rejects.toMatchObject({ name: 'InputError' })
  })
})

describe('cancelling', () => {
  test('keeps a waiting job from starting and aborts one that runs on another replica', async () => {
    const [here, there] = [createReplica(), createReplica()]
    const waiting = here.plugin.define({ name: 'never', payload: Payload, run: () => {} })
    const id = await waiting.add({ n: 1 })
    await waiting.cancel(id ?? '')
    expect(await waiting.status(id ?? '')).toBe('cancelled')

    const asked = here.plugin.define({ name: 'long', payload: Payload, run: () => {} })
    const reasons: string[] = []
    const run = ({ signal }: { signal: AbortSignal }) => aborted(signal).catch(reason => void reasons.push(reason.message))
    there.plugin.define({ name: 'long', payload: Payload, run })
    there.start()
    const running = await asked.add({ n: 2 })
    await eventually(async () => expect(await asked.status(running ?? '')).toBe('running'))
    await asked.cancel(running ?? '')
    await eventually(() => expect(reasons).toEqual(['The job was cancelled']))
    expect(await asked.status(running ?? '')).toBe('cancelled')
  })

  test('reaches a running job also when its server missed the notification', async () => {
    const replica = createReplica()
    const reasons: string[] = []
    const run = ({ signal }: { signal: AbortSignal }) => aborted(signal).catch(reason => void reasons.push(reason.message))
    const queue = replica.plugin.define({ name: 'unheard', payload: Payload, run })
    replica.start()
    const id = (await queue.add({ n: 1 })) ?? ''
    await eventually(async () => expect(await queue.status(id)).toBe('running'))
    const { pool } = testDatabase.database
    await pool.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen%'")
    await queue.cancel(id)
    await eventually(() => expect(reasons).toEqual(['The job was cancelled']))
  })

  test('of a job that never existed, or has another name, changes nothing', async () => {
    const { plugin } = createReplica()
    const one = plugin.define({ name: 'one', payload: Payload, run: () => {} })
    const other = plugin.define({ name: 'other', payload: Payload, run: () => {} })
    const id = await one.add({ n: 1 })
    await other.cancel(id ?? '')
    await one.cancel("no uuid'; drop table job")
    expect([await one.status(id ?? ''), await other.status(id ?? ''), await one.status('x')]).toEqual(['waiting', undefined, undefined])
  })
})

describe('a server', () => {
  test('that is killed loses its job to another when the lease expires', async () => {
    const replica = createReplica()
    const attempts: number[] = []
    const queue = replica.plugin.define({
      name: 'orphan',
      payload: Payload,
      leaseSeconds: 1,
      run: ({ attempt }) => void attempts.push(attempt),
    })
    const id = await queue.add({ n: 1 })
    const victim = spawn(process.execPath, ['--input-type=module-typescript', '-e', victimCode()], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(victim.stdout, 'data')
    replica.start()
    expect(await queue.status(id ?? '')).toBe('running')
    victim.kill('SIGKILL')
    await once(victim, 'exit')
    await eventually(() => expect(attempts).toEqual([2]))
    await eventually(async () => expect(await queue.status(id ?? '')).toBe('completed'))
  })

  test('that works longer than a lease keeps its job by heartbeats', async () => {
    const [one, two] = [createReplica(), createReplica()]
    const finish = Promise.withResolvers<void>()
    const run = vi.fn<() => Promise<void>>(() => finish.promise)
    const queues = [one, two].map(each => each.plugin.define({ name: 'beating', payload: Payload, leaseSeconds: 0.3, run }))
    one.start()
    two.start()
    const id = (await queues[0]?.add({ n: 1 })) ?? ''
    await eventually(() => expect(run).toHaveBeenCalled())
    const first = (await rowOf(id)).lease_until.getTime()
    await eventually(async () => expect((await rowOf(id)).lease_until.getTime()).toBeGreaterThan(first + 600))
    finish.resolve()
    await eventually(async () => expect(await queues[0]?.status(id)).toBe('completed'))
    expect(run).toHaveBeenCalledTimes(1)
  })

  test('that loses its lease aborts the job', async () => {
    const replica = createReplica()
    const reasons: string[] = []
    const run = ({ signal }: { signal: AbortSignal }) => aborted(signal).catch(reason => void reasons.push(reason.message))
    const queue = replica.plugin.define({ name: 'taken', payload: Payload, leaseSeconds: 0.3, run })
    replica.start()
    const id = await queue.add({ n: 1 })
    await eventually(async () => expect(await queue.status(id ?? '')).toBe('running'))
    await testDatabase.database.pool.query('update core.job set owner = gen_random_uuid() where id = $1', [id])
    await eventually(() => expect(reasons).toEqual([expect.stringContaining('given to another server')]))
  })

  test('that stops lets jobs finish in the grace period, then aborts them and returns them to the queue without counting the attempt', async () => {
    const quick = createReplica({ graceMs: 5000 })
    const finish = Promise.withResolvers<void>()
    const kept = quick.plugin.define({ name: 'kept', payload: Payload, run: () => finish.promise })
    quick.start()
    const done = (await kept.add({ n: 1 })) ?? ''
    await eventually(async () => expect(await kept.status(done)).toBe('running'))
    const stopping = quick.stop()
    finish.resolve()
    await stopping
    expect(await kept.status(done)).toBe('completed')

    const hasty = createReplica({ graceMs: 1 })
    const queue = hasty.plugin.define({ name: 'cut', payload: Payload, run: ({ signal }) => aborted(signal) })
    hasty.start()
    const id = (await queue.add({ n: 1 })) ?? ''
    await eventually(async () => expect(await queue.status(id)).toBe('running'))
    await hasty.stop()
    expect(await rowOf(id)).toMatchObject({ state: 'waiting', attempt: 0, owner: null, later: false })
  })

  test('that stops is not held up by a job that ignores its signal', async () => {
    const log = createRecordingLog()
    const replica = createReplica({ log, abortGraceMs: 10 })
    const queue = replica.plugin.define({ name: 'deaf', payload: Payload, run: () => new Promise(() => {}) })
    replica.start()
    const id = (await queue.add({ n: 1 })) ?? ''
    await eventually(async () => expect(await queue.status(id)).toBe('running'))
    await replica.stop()
    expect(await queue.status(id)).toBe('waiting')
    expect(log.lines).toContainEqual(expect.objectContaining({ level: 'error', message: expect.stringContaining('goes on although') }))
  })
})

test('two jobs of one name, and invalid numbers, are refused when they are defined', () => {
  const { plugin } = createReplica()
  plugin.define({ name: 'twice', payload: Payload, run: () => {} })
  expect(() => plugin.define({ name: 'twice', payload: Payload, run: () => {} })).toThrow("'demo/twice' is defined twice")
  expect(() => plugin.define({ name: 'none', payload: Payload, concurrency: 0, run: () => {} })).toThrow('concurrency: 0')
  expect(() => plugin.define({ name: 'ever', payload: Payload, leaseSeconds: Number.NaN, run: () => {} })).toThrow('leaseSeconds: NaN')
})

test('jobs that ended long ago are deleted', async () => {
  const replica = createReplica({ keepSeconds: 0 })
  const queue = replica.plugin.define({ name: 'old', payload: Payload, run: () => {} })
  const id = (await queue.add({ n: 1 })) ?? ''
  await queue.cancel(id)
  replica.start()
  await eventually(async () => expect(await queue.status(id)).toBeUndefined())
})

/** A program that takes the job and then hangs. */
function victimCode(): string {
  const at = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)
  return `
    import { z } from 'zod'
    import { openDatabase } from ${at('../database/database.ts')}
    import { createListener } from ${at('./listener.ts')}
    import { createJobs } from ${at('./create-jobs.ts')}
    const nothing = () => {}
    const log = { debug: nothing, info: nothing, warn: nothing, error: nothing, child: () => log }
    const database = await openDatabase({ connection: ${JSON.stringify(testDatabase.connection)} }, log)
    const jobs = createJobs({ database, log, listener: createListener({ database, log }) })
    const run = () => { console.log('started'); return new Promise(nothing) }
    jobs.forPlugin('demo').define({ name: 'orphan', payload: z.any(), leaseSeconds: 1, run })
    jobs.start()`
}

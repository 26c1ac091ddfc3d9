import { createRecordingLog, openTestDatabase, silentLog, type TestDatabase, eventually } from '@portico/core/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import * as workTables from '../migrations/0002-work.ts'
import { createScheduler, type SchedulerDependencies } from './create-scheduler.ts'
import { createListener } from './listener.ts'
import type { ScheduledTask } from './scheduler.ts'
import { toIsoDuration, toTaskSettings } from './task-settings.ts'

let testDatabase: TestDatabase
const opened: (() => Promise<void>)[] = []

beforeAll(async () => {
  testDatabase = await openTestDatabase({ schemas: { core: { '0002-work': workTables } } })
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map(stop => stop()))
  await testDatabase.database.pool.query('truncate core.scheduled_task')
})
afterAll(() => testDatabase.close())

/** One process of several, over the same database, with these tasks of the plugin `demo`. */
function startReplica(tasks: readonly ScheduledTask[], options: Partial<SchedulerDependencies> = {}) {
  const { database } = testDatabase
  const listener = createListener({ database, log: silentLog })
  const scheduler = createScheduler({ database, log: silentLog, listener, leaseMs: 600, abortGraceMs: 100, ...options })
  const plugin = scheduler.forPlugin('demo')
  tasks.forEach(task => plugin.schedule(task))
  scheduler.start()
  const stop = async () => {
    await scheduler.stop()
    await listener.stop()
  }
  opened.push(stop)
  const stateOf = async (id: string) => (await scheduler.list('demo')).tasks.find(task => task.taskId === id)
  return { ...scheduler, stop, stateOf }
}

const hanging = (signal: AbortSignal) => new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

describe('a global task', () => {
  test('runs once at a time over two replicas, again and again', async () => {
    let now = 0
    let max = 0
    let starts = 0
    const run = async () => {
      max = Math.max(max, (now += 1))
      starts += 1
      await new Promise(resolve => setImmediate(resolve))
      now -= 1
    }
    const task = { id: 'tick', frequency: { milliseconds: 100 }, timeout: '10s', run }
    const began = performance.now()
    startReplica([task])
    startReplica([task])
    await eventually(() => expect(starts).toBeGreaterThanOrEqual(5))
    expect(max).toBe(1)
    // Two replicas do not run it twice as often. A busy machine only makes them fewer.
    expect(starts).toBeLessThanOrEqual((performance.now() - began) / 100 + 1)
  })

  test('of a server that died is taken over when its lease expires', async () => {
    await testDatabase.database.pool.query(
      `insert into core.scheduled_task (plugin, id, cadence, next_run_at, owner, lease_until, started_at, timeout_at)
       values ('demo', 'left', 'PT1H', now(), gen_random_uuid(), now() + interval '0.5 s', now(), now() + interval '1 h')`,
    )
    const run = vi.fn<() => void>()
    const replica = startReplica([{ id: 'left', frequency: 'PT1H', timeout: 'PT1H', run }])
    await eventually(async () => expect((await replica.stateOf('left'))?.taskState).toMatchObject({ status: 'running' }))
    await expect(replica.trigger('demo', 'left')).rejects.toMatchObject({ name: 'ConflictError' })
    expect(run).not.toHaveBeenCalled()
    await eventually(() => expect(run).toHaveBeenCalledTimes(1))
  })

  test('keeps its lease while it runs longer than that, so that no other replica starts it', async () => {
    const finish = Promise.withResolvers<void>()
    const run = vi.fn<() => Promise<void>>(() => finish.promise)
    const task = { id: 'long', frequency: 'PT1H', timeout: 'PT1H', run }
    startReplica([task], { leaseMs: 1000 })
    startReplica([task], { leaseMs: 1000 })
    const leaseOf = async () =>
      (await testDatabase.database.pool.query('select lease_until from core.scheduled_task')).rows[0]?.lease_until?.getTime()
    await eventually(async () => expect(await leaseOf()).toBeTypeOf('number'))
    const first = await leaseOf()
    await eventually(async () => expect(await leaseOf()).toBeGreaterThan(first + 1200))
    finish.resolve()
    expect(run).toHaveBeenCalledTimes(1)
  })

  test('that runs when its server stops is aborted, and due at once for another', async () => {
    const aborts: string[] = []
    const run = (signal: AbortSignal) => hanging(signal).catch(reason => void aborts.push(reason.message))
    const first = startReplica([{ id: 'moved', frequency: 'PT1H', timeout: 'PT1H', run }])
    await eventually(async () => expect((await first.stateOf('moved'))?.taskState).toMatchObject({ status: 'running' }))
    const next = vi.fn<() => void>()
    startReplica([{ id: 'moved', frequency: 'PT1H', timeout: 'PT1H', run: next }], { leaseMs: 60_000 })
    await first.stop()
    expect(aborts).toEqual(['The server stops'])
    await eventually(() => expect(next).toHaveBeenCalledTimes(1))
  })

  test('follows the cadence of the version that started last', async () => {
    const run = vi.fn<() => void>()
    const before = startReplica([{ id: 'changing', frequency: { cron: '0 0 1 1 *' }, timeout: 1000, run }])
    await eventually(async () => expect((await before.stateOf('changing'))?.taskState).toMatchObject({ status: 'idle' }))
    await before.stop()
    const after = startReplica([{ id: 'changing', frequency: { milliseconds: 50 }, timeout: 1000, run }])
    await eventually(() => expect(run.mock.calls.length).toBeGreaterThan(1))
    expect((await after.stateOf('changing'))?.settings.cadence).toBe('PT0.05S')
  })

  test('does not make up for the runs it missed', async () => {
    await testDatabase.database.pool.query(
      `insert into core.scheduled_task (plugin, id, cadence, next_run_at) values ('demo', 'slept', 'PT1H', now() - interval '10 h')`,
    )
    const run = vi.fn<() => void>()
    const replica = startReplica([{ id: 'slept', frequency: 'PT1H', timeout: 1000, run }])
    await eventually(async () => expect((await replica.stateOf('slept'))?.taskState).toMatchObject({ lastRunResult: 'completed' }))
    const startsAt = (await replica.stateOf('slept'))?.taskState
    expect(Date.parse(startsAt && 'startsAt' in startsAt ? (startsAt.startsAt ?? '') : '') - Date.now()).toBeGreaterThan(3_590_000)
    expect(run).toHaveBeenCalledTimes(1)
  })
})

describe.each(['global', 'local'] as const)('a %s task', scope => {
  test('waits for its initial delay, unless it is triggered', async () => {
    const run = vi.fn<() => void>()
    const task = { id: 'late', frequency: 'PT1H', timeout: 1000, initialDelay: { milliseconds: 300 }, scope, run }
    const began = performance.now()
    const replica = startReplica([task, { ...task, id: 'later', initialDelay: '1h', run: () => {} }])
    expect((await replica.stateOf('late'))?.workerState).toEqual({ status: 'initial-wait' })
    await eventually(() => expect(run).toHaveBeenCalled())
    expect(performance.now() - began).toBeGreaterThan(290)
    await replica.trigger('demo', 'later')
    await eventually(async () => expect((await replica.stateOf('later'))?.taskState).toMatchObject({ lastRunResult: 'completed' }))
  })

  test('with a cron expression runs at its times', async () => {
    const times: number[] = []
    const secondOf = (time: number) => Math.floor(time / 1000)
    const began = secondOf(Date.now())
    startReplica([{ id: 'cron', frequency: { cron: '* * * * * *' }, timeout: 1000, scope, run: () => void times.push(Date.now()) }])
    await eventually(() => expect(times.length).toBe(2))
    // Two seconds have begun: a timer that fires a moment early must not make the same one come twice.
    expect(secondOf(times[1]! + 100) - began).toBeGreaterThanOrEqual(2)
  })

  test('that is manual runs only when triggered, and not twice at once', async () => {
    const finish = Promise.withResolvers<void>()
    const run = vi.fn<() => Promise<void>>(() => finish.promise)
    const replica = startReplica([{ id: 'manual', frequency: { trigger: 'manual' }, timeout: '1m', scope, run }])
    await eventually(async () => expect((await replica.stateOf('manual'))?.taskState).toEqual({ status: 'idle' }))
    await replica.trigger('demo', 'manual')
    await eventually(() => expect(run).toHaveBeenCalledTimes(1))
    await expect(replica.trigger('demo', 'manual')).rejects.toMatchObject({ name: 'ConflictError' })
    finish.resolve()
    await eventually(async () =>
      expect((await replica.stateOf('manual'))?.taskState).toMatchObject({ status: 'idle', lastRunResult: 'completed' }),
    )
    expect(run).toHaveBeenCalledTimes(1)
  })

  test('that takes too long is aborted and recorded as timed out', async () => {
    const aborts: string[] = []
    const run = (signal: AbortSignal) => hanging(signal).catch(reason => void aborts.push(reason.message))
    const replica = startReplica([{ id: 'slow', frequency: 'PT1H', timeout: { milliseconds: 80 }, scope, run }])
    await eventually(async () =>
      expect((await replica.stateOf('slow'))?.taskState).toMatchObject({ status: 'idle', lastRunResult: 'timed-out' }),
    )
    expect(aborts).toEqual(['The task took too long'])
  })

  test('that fails keeps its error and goes on', async () => {
    const log = createRecordingLog()
    const run = vi.fn<() => void>(() => {
      throw new TypeError('broken')
    })
    const replica = startReplica([{ id: 'broken', frequency: { milliseconds: 50 }, timeout: 1000, scope, run }], { log })
    await eventually(() => expect(run.mock.calls.length).toBeGreaterThan(2))
    expect(await replica.stateOf('broken')).toMatchObject({
      taskState: { lastRunResult: 'failed', lastRunError: '{"name":"TypeError","message":"broken"}' },
    })
    expect(log.lines).toContainEqual(
      expect.objectContaining({ level: 'error', fields: expect.objectContaining({ plugin: 'demo', task: 'broken' }) }),
    )
  })

  test('can be cancelled while it runs, and only then', async () => {
    const aborts: string[] = []
    const run = (signal: AbortSignal) => hanging(signal).catch(reason => void aborts.push(reason.message))
    const replica = startReplica([{ id: 'stoppable', frequency: 'PT1H', timeout: '1h', scope, run }])
    await eventually(async () => expect((await replica.stateOf('stoppable'))?.workerState).toEqual({ status: 'running' }))
    await replica.cancel('demo', 'stoppable')
    await eventually(() => expect(aborts).toEqual(['The task was cancelled']))
    expect((await replica.stateOf('stoppable'))?.taskState).toMatchObject({ status: 'idle', lastRunResult: 'cancelled' })
    await expect(replica.cancel('demo', 'stoppable')).rejects.toMatchObject({ name: 'ConflictError' })
  })

  test('that ignores its timeout is not started again beside itself', async () => {
    const end = Promise.withResolvers<void>()
    const run = vi.fn<() => Promise<void>>(() => end.promise)
    const task = { id: 'deaf', frequency: { milliseconds: 20 }, timeout: { milliseconds: 20 }, scope, run }
    const replica = startReplica([task], { abortGraceMs: 10 })
    await eventually(async () => expect((await replica.stateOf('deaf'))?.taskState).toMatchObject({ lastRunResult: 'timed-out' }))
    expect(await replica.stateOf('deaf')).toMatchObject({ workerState: { status: 'running' } })
    expect(run).toHaveBeenCalledTimes(1)
    end.resolve()
    await eventually(() => expect(run.mock.calls.length).toBeGreaterThan(1))
  })
})

test('a global task is triggered and cancelled from any replica', async () => {
  const asked = startReplica([{ id: 'far', frequency: { trigger: 'manual' }, timeout: '1h', initialDelay: '1h', run: hanging }])
  await asked.stop()
  const aborts: string[] = []
  const run = (signal: AbortSignal) => hanging(signal).catch(reason => void aborts.push(reason.message))
  const worker = startReplica([{ id: 'far', frequency: { trigger: 'manual' }, timeout: '1h', run }], { leaseMs: 60_000 })
  await asked.trigger('demo', 'far')
  await eventually(async () => expect((await worker.stateOf('far'))?.workerState).toEqual({ status: 'running' }))
  await asked.cancel('demo', 'far')
  await eventually(() => expect(aborts).toEqual(['The task was cancelled']))
})

test('local tasks run on every replica', async () => {
  const runs = [vi.fn<() => void>(), vi.fn<() => void>()]
  runs.forEach(run => startReplica([{ id: 'each', frequency: 'PT1H', timeout: 1000, scope: 'local', run }]))
  await eventually(() => runs.forEach(run => expect(run).toHaveBeenCalledTimes(1)))
})

test('the tasks of a plugin are listed as the scheduler route returns them, those of others are not', async () => {
  const replica = startReplica([
    { id: 'a/b', description: 'Does it', frequency: { cron: '0 3 * * *' }, timeout: { minutes: 90 }, initialDelay: '5s', run: () => {} },
  ])
  await eventually(async () => expect((await replica.stateOf('a/b'))?.taskState).not.toBeNull())
  expect(await replica.list('demo')).toEqual({
    tasks: [
      {
        taskId: 'a/b',
        pluginId: 'demo',
        description: 'Does it',
        scope: 'global',
        settings: { version: 2, cadence: '0 3 * * *', timeoutAfterDuration: 'PT1H30M', initialDelayDuration: 'PT5S' },
        taskState: { status: 'idle', startsAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) },
        workerState: { status: 'initial-wait' },
      },
    ],
  })
  expect(await replica.list('other')).toEqual({ tasks: [] })
  await expect(replica.trigger('other', 'a/b')).rejects.toMatchObject({ name: 'NotFoundError', status: 404 })
  await expect(replica.cancel('demo', 'none')).rejects.toMatchObject({ name: 'NotFoundError' })
})

test('a schedule that makes no sense is refused when it is given', () => {
  const of = (schedule: object) => () => toTaskSettings('bad', { frequency: '1h', timeout: '1m', ...schedule })
  expect(of({})).not.toThrow()
  expect(of({ frequency: 'often' })).toThrow('\'bad\' has a frequency that is not a duration: "often"')
  expect(of({ frequency: 0 })).toThrow('not positive')
  expect(of({ frequency: null })).toThrow('not a duration')
  expect(of({ frequency: { cron: 'at noon' } })).toThrow('not a cron expression')
  expect(of({ frequency: { trigger: 'sometimes' } })).toThrow('unknown trigger')
  expect(of({ timeout: -1 })).toThrow('not a duration')
  expect(of({ scope: 'universal' })).toThrow('neither global nor local')
  expect([0, 500, 90_000, 3_600_000, 90_061_001].map(toIsoDuration)).toEqual(['PT0S', 'PT0.5S', 'PT1M30S', 'PT1H', 'P1DT1H1M1.001S'])
})

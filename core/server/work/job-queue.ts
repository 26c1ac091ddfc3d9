import { inputError } from '@portico/core/common'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { Logger } from '../operations/log.ts'
import { runWork } from '../operations/watchdog/current-work.ts'
import { retryWrite } from './retry-write.ts'
import type { ClaimedJob, JobStore, NewJob } from './job-store.ts'
import type { JobDefinition, JobQueue, NewJobOf } from './jobs.ts'
import { createWakeLoop, backoffMs } from './wake-loop.ts'
import { errorText, supervise } from './supervise.ts'

type Ending = 'cancelled' | 'lease-lost' | 'timed-out' | 'stopped'

interface Run {
  readonly controller: AbortController
  ending?: Ending
  /** When the lease was last known to be ours. */
  heartbeatAt: number
  done: Promise<void>
}

export interface QueueDependencies {
  readonly store: JobStore
  readonly log: Logger
  readonly owner: string
  readonly plugin: string
  /** How long to wait for a run that was aborted. */
  readonly abortGraceMs: number
}

export type RunningQueue = ReturnType<typeof createQueue>

const reasons: Readonly<Record<Ending, string>> = {
  cancelled: 'The job was cancelled',
  'lease-lost': 'The job was given to another server, as this one did not renew its lease in time',
  'timed-out': 'The job took too long',
  stopped: 'The server stops',
}

/** One kind of job in this process: claims what is due while there is room, runs it, and keeps its lease. */
export function createQueue<Z extends z.ZodType>({ store, log, owner, plugin, abortGraceMs }: QueueDependencies, job: JobDefinition<Z>) {
  const { name, concurrency = 2, attempts = 5, leaseSeconds = 30, retrySeconds = 2, timeoutSeconds = 900 } = job
  const running = new Map<string, Run>()
  const wakeLoop = createWakeLoop({ log, what: `looking for jobs '${name}'`, pass })
  let heartbeatTimer: NodeJS.Timeout | undefined
  let stopping = false

  async function pass(): Promise<number | undefined> {
    const limit = concurrency - running.size
    if (limit <= 0) return undefined
    const claimed = await store.claim({ plugin, name, owner, limit, leaseSeconds })
    for (const each of claimed) begin(each)
    // At full concurrency, the end of a run wakes it.
    return claimed.length === limit ? undefined : store.nextDueMs(plugin, name)
  }

  function begin(claimed: ClaimedJob): void {
    const run: Run = { controller: new AbortController(), heartbeatAt: Date.now(), done: Promise.resolve() }
    running.set(claimed.id, run)
    heartbeatTimer ??= setInterval(() => void heartbeat(), (leaseSeconds * 1000) / 3)
    run.done = execute(claimed, run).finally(() => {
      running.delete(claimed.id)
      if (running.size === 0) {
        clearInterval(heartbeatTimer)
        heartbeatTimer = undefined
      }
      wakeLoop.wake()
    })
  }

  async function execute({ id, payload, attempt }: ClaimedJob, run: Run): Promise<void> {
    const parsed = await job.payload.safeParseAsync(payload)
    if (!parsed.success) {
      log.error({ job: id, name, error: parsed.error }, `job '${name}' has a payload that this version does not understand`)
      return settle(run, id, () => store.fail(id, owner, `The payload is invalid: ${z.prettifyError(parsed.error)}`, undefined))
    }
    const timer = setTimeout(end, timeoutSeconds * 1000, run, 'timed-out')
    const { signal } = run.controller
    const outcome = await supervise(
      () => runWork({ kind: 'job', name: `${plugin}/${name}`, id }, () => job.run({ id, payload: parsed.data, attempt, signal })),
      signal,
      abortGraceMs,
    )
    clearTimeout(timer)
    if (outcome.lingering) log.error({ job: id, name }, `job '${name}' goes on although it was aborted`)
    if (run.ending === 'cancelled' || run.ending === 'lease-lost')
      return log.info({ job: id, name, reason: run.ending }, `job '${name}' was aborted`)
    if (run.ending === 'stopped') return settle(run, id, () => store.giveBack([id], owner))
    const error = run.ending === 'timed-out' ? new Error(`It took longer than ${timeoutSeconds} s`) : outcome.error
    if (error === undefined) return settle(run, id, () => store.complete(id, owner))
    const retryAfterSeconds = backoffMs(attempt - 1, retrySeconds * 1000, 3_600_000, 4) / 1000
    log.warn({ job: id, name, attempt, attempts, error }, `job '${name}' failed`)
    await settle(run, id, () => store.fail(id, owner, errorText(error), retryAfterSeconds))
  }

  /** Writes how a run ended, also when the database is briefly unavailable. */
  async function settle(run: Run, id: string, write: () => Promise<void>): Promise<void> {
    const { gaveUp } = await retryWrite(write, () => !stopping && Date.now() - run.heartbeatAt < leaseSeconds * 1000)
    if (gaveUp !== undefined) log.warn({ job: id, name, error: gaveUp }, `how job '${name}' ended could not be stored; it will run again`)
  }

  async function heartbeat(): Promise<void> {
    const asked = [...running.keys()]
    const now = Date.now()
    try {
      const ours = await store.heartbeat(asked, owner, leaseSeconds)
      for (const id of asked) {
        const run = running.get(id)
        if (run && ours.has(id)) run.heartbeatAt = now
        else if (run) end(run, (await store.status(plugin, name, id)) === 'cancelled' ? 'cancelled' : 'lease-lost')
      }
    } catch (error) {
      log.warn({ name, error }, 'the leases of running jobs could not be renewed')
      for (const run of running.values()) if (now - run.heartbeatAt >= leaseSeconds * 1000) end(run, 'lease-lost')
    }
  }

  function end(run: Run, ending: Ending): void {
    if (run.ending) return
    run.ending = ending
    run.controller.abort(new Error(reasons[ending]))
  }

  async function toNew({ payload, key, priority = 0, startAfterSeconds = 0 }: NewJobOf<z.input<Z>>): Promise<NewJob> {
    const checked = await job.payload.safeParseAsync(payload)
    if (!checked.success) throw inputError(`The payload of job '${name}' is invalid: ${z.prettifyError(checked.error)}`)
    // The input is stored, not the parsed value: it is parsed again when it runs.
    return { payloadJson: JSON.stringify(payload) ?? 'null', key, priority, startAfterSeconds }
  }

  const queue: JobQueue<z.input<Z>> = {
    async add(payload, { within, ...options } = {}) {
      const [id] = await queue.addAll([{ payload, ...options }], { within })
      return id
    },
    async addAll(jobs, { within } = {}) {
      const added = await Promise.all(jobs.map(toNew))
      return store.add({ plugin, name, attempts }, added, within)
    },
    cancel: id => store.cancel(plugin, name, id),
    status: id => store.status(plugin, name, id),
  }

  return {
    queue,
    leaseSeconds,
    wake: wakeLoop.wake,
    /** Cancellations may have been missed. */
    async check(): Promise<void> {
      if (running.size > 0) await heartbeat()
    },
    cancelled(id: string): void {
      const run = running.get(id)
      if (run) end(run, 'cancelled')
    },
    /** Takes no more jobs; what still runs after the grace period is aborted and goes back to the queue. */
    async stop(graceMs: number): Promise<void> {
      await wakeLoop.stop()
      const ended = Promise.all([...running.values()].map(run => run.done))
      await Promise.race([ended, pause(graceMs, undefined, { ref: false })])
      stopping = true
      for (const run of running.values()) end(run, 'stopped')
      await ended
      clearInterval(heartbeatTimer)
    },
  }
}

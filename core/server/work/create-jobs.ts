import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { Database } from '../database/database.ts'
import type { Logger } from '../operations/log.ts'
import { createQueue, type RunningQueue } from './job-queue.ts'
import { createJobStore, jobCancelChannel, jobChannel } from './job-store.ts'
import type { JobDefinition, Jobs } from './jobs.ts'
import type { Listener } from './listener.ts'
import { createWakeLoop } from './wake-loop.ts'

export interface JobsDependencies {
  readonly database: Pick<Database, 'forSchema'>
  readonly log: Logger
  readonly listener: Listener
  /** How long running jobs may go on when the server stops, before they are aborted. */
  readonly graceMs?: number
  /** How long to wait for a job that was aborted. */
  readonly abortGraceMs?: number
  /** How long ended jobs are kept. */
  readonly keepSeconds?: number
}

const deleteEveryMs = 3_600_000
const blockedAttempts = 2
const blockedRetrySeconds = 60

/** The job queues of all plugins in this process. Nothing runs and the database is not queried until one is defined. */
export function createJobs(dependencies: JobsDependencies) {
  const { database, log, listener, graceMs = 10_000, abortGraceMs = 5000, keepSeconds = 7 * 86_400 } = dependencies
  const store = createJobStore(database.forSchema('core'))
  const owner = randomUUID()
  const queues = new Map<string, RunningQueue>()
  const maintenance = createWakeLoop({ log, what: 'looking after jobs', pass: maintain })
  let unsubscribe: (() => void)[] = []
  let started = false
  let deleteAt = 0

  /** Handles jobs without a notification: those of workers that died, or whose notification was lost with a connection. */
  async function maintain(): Promise<number> {
    for (const job of await store.reap()) {
      log.warn(
        { plugin: job.plugin, job: job.id, name: job.name },
        `job '${job.name}' was left by a server that died; it is ${job.state} now`,
      )
    }
    const { due, leaseMs } = await store.outlook()
    for (const queue of due) queues.get(queue)?.wake()
    if (Date.now() >= deleteAt && (await store.deleteEnded(keepSeconds)) === 0) deleteAt = Date.now() + deleteEveryMs
    const minLeaseMs = Math.min(...[...queues.values()].map(queue => queue.leaseSeconds * 1000))
    return Math.min(Math.max((leaseMs ?? minLeaseMs) + 20, 100), minLeaseMs)
  }

  function activate(): void {
    if (unsubscribe.length > 0) return maintenance.wake()
    unsubscribe = [
      listener.on(jobChannel, { onMessage: queue => queues.get(queue)?.wake(), onGap: () => queues.forEach(queue => queue.wake()) }),
      listener.on(jobCancelChannel, {
        onMessage: id => queues.forEach(queue => queue.cancelled(id)),
        onGap: () => queues.forEach(queue => void queue.check()),
      }),
    ]
    maintenance.wake()
  }

  function define<Z extends z.ZodType>(plugin: string, job: JobDefinition<Z>) {
    const id = `${plugin}/${job.name}`
    refuseBadNumbers(id, job)
    if (queues.has(id)) throw new Error(`The job '${id}' is defined twice`)
    const queue = createQueue({ store, owner, plugin, abortGraceMs, log: log.child({ plugin }) }, job)
    queues.set(id, queue as RunningQueue)
    if (started) {
      activate()
      queue.wake()
    }
    return queue.queue
  }

  return {
    forPlugin: (plugin: string): Jobs => ({ define: job => define(plugin, job) }),
    /** Takes no more jobs of a plugin, because it failed. Those that run go back to the queue for another replica. */
    async discard(plugin: string): Promise<void> {
      const ofPlugin = [...queues].filter(([id]) => id.startsWith(`${plugin}/`))
      for (const [id] of ofPlugin) queues.delete(id)
      await Promise.all(ofPlugin.map(([, queue]) => queue.stop(0)))
    },
    /** A job that has blocked its server is tried once more, after a while: the server is to be of use meanwhile. */
    blocked: (id: string, reason: string): Promise<void> =>
      store.blocked(id, reason, { attempts: blockedAttempts, retryAfterSeconds: blockedRetrySeconds }),
    start(): void {
      started = true
      if (queues.size === 0) return
      activate()
      queues.forEach(queue => queue.wake())
    },
    /** Waits for running jobs for the grace period, then returns them to the queue for another replica. */
    async stop(): Promise<void> {
      started = false
      await maintenance.stop()
      await Promise.all([...queues.values()].map(queue => queue.stop(graceMs)))
      for (const stop of unsubscribe) stop()
    },
  }
}

function refuseBadNumbers(id: string, job: JobDefinition): void {
  for (const field of ['concurrency', 'attempts'] as const) {
    const value = job[field] ?? 1
    if (!Number.isInteger(value) || value < 1) throw new Error(`The job '${id}' has ${field}: ${value}; it must be a whole number from 1`)
  }
  for (const field of ['leaseSeconds', 'timeoutSeconds', 'retrySeconds'] as const) {
    const value = job[field] ?? 1
    if (!(value > 0 && value < 2_000_000))
      throw new Error(`The job '${id}' has ${field}: ${value}; it must be more than 0 and less than 2000000`)
  }
}

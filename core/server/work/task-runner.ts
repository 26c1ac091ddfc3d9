import { randomUUID } from 'node:crypto'
import { conflictError, maxTimerMs } from '@portico/core/common'
import type { Logger } from '../operations/log.ts'
import { runWork } from '../operations/watchdog/current-work.ts'
import { retryWrite } from './retry-write.ts'
import { createWakeLoop } from './wake-loop.ts'
import type { ScheduledTask, TaskDescription } from './scheduler.ts'
import { supervise } from './supervise.ts'
import type { TaskEnd, TaskRecord } from './task-record.ts'
import { describeSettings, type TaskSettings } from './task-settings.ts'

export interface RunnerDependencies {
  readonly task: ScheduledTask
  readonly settings: TaskSettings
  readonly plugin: string
  readonly log: Logger
  /** A run whose server sends no heartbeat for this long is taken over. */
  readonly leaseMs: number
  /** How long to wait for a run that was aborted. */
  readonly abortGraceMs: number
}

type Ending = 'timed-out' | 'ended-elsewhere' | 'stopped'

const reasons: Readonly<Record<Ending, string>> = {
  'timed-out': 'The task took too long',
  'ended-elsewhere': 'The task was cancelled',
  stopped: 'The server stops',
}

export type TaskRunner = ReturnType<typeof createTaskRunner>

/** One scheduled task in this process: sleeps until it is due, runs it when it gets the lease, never twice at once. */
export function createTaskRunner(dependencies: RunnerDependencies, toRecord: (changed: () => void) => TaskRecord) {
  const { task, settings, plugin, log, leaseMs, abortGraceMs } = dependencies
  const record = toRecord(() => void changed())
  const wakeLoop = createWakeLoop({ log, what: `the scheduled task '${task.id}'`, pass })
  let current: { readonly id: string; readonly controller: AbortController; ending?: Ending; keptAt: number } | undefined
  let registered: Promise<void> | undefined
  let lingering: Promise<void> | undefined
  let waitsUntil = Date.now()
  let started = false
  let stopped = false

  function register(): Promise<void> {
    registered ??= record.register(settings.cadence, settings.firstDelayMs(Date.now())).catch((error: unknown) => {
      registered = undefined
      throw error
    })
    return registered
  }

  async function pass(): Promise<number | undefined> {
    await register()
    const waitMs = waitsUntil - Date.now()
    if (waitMs > 0) return waitMs
    // A run that ignores its signal is recorded as ended, but this process does not start another beside it.
    if (lingering || stopped) return undefined
    const run = randomUUID()
    if (await record.claim(run, leaseMs, settings.timeoutMs)) {
      await perform(run)
      return 0
    }
    const metadata = await record.metadata()
    if (!metadata) registered = undefined
    const dueMs = metadata ? metadata.next?.inMs : 1000
    // While it runs elsewhere its end is notified; if that server dies, the lease expires.
    return metadata?.running ? metadata.running.leaseMs + 1 : dueMs === undefined ? undefined : Math.ceil(dueMs)
  }

  async function perform(id: string): Promise<void> {
    const startedAt = Date.now()
    const run = { id, controller: new AbortController(), keptAt: startedAt }
    current = run
    const timer = setTimeout(end, Math.min(settings.timeoutMs, maxTimerMs), 'timed-out')
    const keeping = setInterval(() => void keep(), leaseMs / 3)
    const { signal } = run.controller
    if (stopped) end('stopped')
    const outcome = await supervise(
      () => runWork({ kind: 'scheduled task', name: `${plugin}/${task.id}`, id }, () => task.run(signal)),
      signal,
      abortGraceMs,
    )
    clearTimeout(timer)
    if (outcome.lingering) linger(outcome.lingering)
    await writeEnd(startedAt, outcome.error)
    clearInterval(keeping)
    current = undefined
  }

  async function writeEnd(startedAt: number, thrown: unknown): Promise<void> {
    const run = current
    if (!run || run.ending === 'ended-elsewhere') return
    const error = run.ending === 'timed-out' ? new Error(`It took longer than ${settings.timeoutMs} ms`) : thrown
    const result = run.ending === 'timed-out' ? 'timed-out' : error === undefined ? 'completed' : 'failed'
    if (error !== undefined && run.ending !== 'stopped')
      log.error({ task: task.id, error }, `scheduled task '${task.id}' ${result.replace('-', ' ')}`)
    const write = () => {
      if (run.ending === 'stopped') return record.release(run.id)
      const nextDelayMs = settings.nextDelayMs(Date.now(), startedAt)
      return record.finish(run.id, { result, nextDelayMs, ...(error !== undefined && { error: errorJson(error) }) } satisfies TaskEnd)
    }
    const { gaveUp } = await retryWrite(write, () => !stopped && Date.now() - run.keptAt < leaseMs)
    if (gaveUp !== undefined) log.warn({ task: task.id, error: gaveUp }, `how scheduled task '${task.id}' ended could not be stored`)
  }

  function linger(settled: Promise<void>): void {
    log.error({ task: task.id }, `scheduled task '${task.id}' goes on although it was aborted`)
    lingering = settled.then(() => {
      lingering = undefined
      wakeLoop.wake()
    })
  }

  async function keep(): Promise<void> {
    const run = current
    if (!run) return
    const now = Date.now()
    try {
      if (await record.keep(run.id, leaseMs)) run.keptAt = now
      else if (current === run) end('ended-elsewhere')
    } catch (error) {
      log.warn({ task: task.id, error }, `the lease of scheduled task '${task.id}' could not be renewed`)
      if (now - run.keptAt >= leaseMs && current === run) end('ended-elsewhere')
    }
  }

  function end(ending: Ending): void {
    if (!current || current.ending) return
    current.ending = ending
    current.controller.abort(new Error(reasons[ending]))
  }

  /** The task has changed: our run may have been cancelled, or the task may be due earlier. */
  async function changed(): Promise<void> {
    if (current) await keep()
    wake()
  }

  /** A task may be triggered before the server has started; it runs then. */
  function wake(): void {
    if (started) wakeLoop.wake()
  }

  return {
    isGlobal: settings.scope === 'global',
    changed,
    /** It was triggered, so it does not wait for its initial delay either. */
    hurry(): void {
      waitsUntil = 0
      wake()
    },
    async trigger(): Promise<void> {
      await register()
      if (!(await record.trigger())) throw conflictError(`The task '${task.id}' is running already`, { code: 'core.task-running' })
      waitsUntil = 0
      wake()
    },
    /** A run of a server that the watchdog has ended has failed: the next one is at its time, and not at once. */
    async blocked(run: string, reason: string): Promise<void> {
      const now = Date.now()
      await record.finish(run, { result: 'failed', nextDelayMs: settings.nextDelayMs(now, now), error: errorJson(new Error(reason)) })
    },
    async cancel(): Promise<void> {
      const now = Date.now()
      const isCancelled = await record.cancel(settings.nextDelayMs(now, now))
      if (!isCancelled) throw conflictError(`The task '${task.id}' is not running`, { code: 'core.task-not-running' })
      await changed()
    },
    async describe(): Promise<TaskDescription> {
      const status = current || lingering ? 'running' : waitsUntil > Date.now() ? 'initial-wait' : 'idle'
      return {
        taskId: task.id,
        pluginId: plugin,
        ...(task.description !== undefined && { description: task.description }),
        scope: settings.scope,
        settings: describeSettings(settings),
        taskState: toTaskState(await record.metadata()),
        workerState: { status },
      }
    },
    start(): void {
      started = true
      waitsUntil = Date.now() + settings.initialDelayMs
      wake()
    },
    async stop(): Promise<void> {
      stopped = true
      end('stopped')
      await wakeLoop.stop()
    },
  }
}

function toTaskState(metadata: Awaited<ReturnType<TaskRecord['metadata']>>): TaskDescription['taskState'] {
  if (!metadata) return null
  const last = {
    ...(metadata.lastEndedAt && { lastRunEndedAt: metadata.lastEndedAt.toISOString() }),
    ...(metadata.lastResult && { lastRunResult: metadata.lastResult }),
    ...(metadata.lastError !== undefined && { lastRunError: metadata.lastError }),
  }
  const { running, next } = metadata
  if (running)
    return { status: 'running', startedAt: running.startedAt.toISOString(), timesOutAt: running.timesOutAt.toISOString(), ...last }
  return { status: 'idle', ...(next && { startsAt: next.at.toISOString() }), ...last }
}

function errorJson(error: unknown): string {
  const { name, message } = error instanceof Error ? error : new Error(String(error))
  return JSON.stringify({ name, message: message.replaceAll('\0', '').slice(0, 4000) })
}

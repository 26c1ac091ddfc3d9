import type { DurationUnit } from '@portico/core/common'

/** A length of time as config files write it: milliseconds, `{ minutes: 5 }`, `PT5M` or `5m`. */
export type Duration = number | string | Readonly<Partial<Record<DurationUnit, number>>>

export interface Schedule {
  readonly frequency: Duration | { readonly cron: string } | { readonly trigger: 'manual' }
  readonly timeout: Duration
  readonly initialDelay?: Duration
  /** `global` (default): one run at a time over all replicas. `local`: every replica runs its own. */
  readonly scope?: 'global' | 'local'
}

export interface ScheduledTask extends Schedule {
  readonly id: string
  readonly description?: string
  /** The signal aborts when the run lasts too long, is cancelled, or the server stops. */
  readonly run: (signal: AbortSignal) => void | Promise<void>
}

/** Periodic work. */
export interface Scheduler {
  /** Returns the function that ends it on this server. */
  schedule(task: ScheduledTask): () => Promise<void>
  /** Runs a task as soon as possible. NotFoundError when there is none, ConflictError when it runs already. */
  trigger(taskId: string): Promise<void>
}

export type TaskResult = 'completed' | 'failed' | 'timed-out' | 'cancelled'

interface LastRun {
  readonly lastRunEndedAt?: string
  readonly lastRunResult?: TaskResult
  /** JSON with name and message. */
  readonly lastRunError?: string
}

/** A task as the scheduler route returns it. */
export interface TaskDescription {
  readonly taskId: string
  readonly pluginId: string
  readonly description?: string
  readonly scope: 'global' | 'local'
  readonly settings: {
    readonly version: 2
    /** An ISO 8601 duration, a cron expression, or `manual`. */
    readonly cadence: string
    readonly timeoutAfterDuration: string
    readonly initialDelayDuration?: string
  }
  readonly taskState:
    | ({ readonly status: 'running'; readonly startedAt: string; readonly timesOutAt: string } & LastRun)
    | ({ readonly status: 'idle'; readonly startsAt?: string } & LastRun)
    | null
  /** What this replica does about it. */
  readonly workerState: { readonly status: 'initial-wait' | 'idle' | 'running' } | null
}

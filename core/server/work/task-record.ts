import type { TaskResult } from './scheduler.ts'

export interface TaskMetadata {
  readonly running?: { readonly startedAt: Date; readonly timesOutAt: Date; readonly leaseMs: number }
  /** When it is due; absent when only a trigger makes it so. */
  readonly next?: { readonly at: Date; readonly inMs: number }
  readonly lastEndedAt?: Date
  readonly lastResult?: TaskResult
  readonly lastError?: string
}

export interface TaskEnd {
  readonly result: TaskResult
  readonly error?: string
  /** When it is due again; undefined: when triggered. */
  readonly nextDelayMs: number | undefined
}

/** What is known about one task and who may run it: in the database for a global one, in memory for a local one. */
export interface TaskRecord {
  /** Registers it. When its cadence is new or has changed, it is due after that delay. */
  register(cadence: string, firstDelayMs: number | undefined): Promise<void>
  /** True when it is due and this run has it now. */
  claim(run: string, leaseMs: number, timeoutMs: number): Promise<boolean>
  /** Renews the lease; false when the run was cancelled or taken over. */
  keep(run: string, leaseMs: number): Promise<boolean>
  finish(run: string, end: TaskEnd): Promise<void>
  /** The run did not end, so it is due for the next server. */
  release(run: string): Promise<void>
  /** Makes it due now; false when it runs. */
  trigger(): Promise<boolean>
  /** Ends the current run; false when there is none. */
  cancel(nextDelayMs: number | undefined): Promise<boolean>
  metadata(): Promise<TaskMetadata | undefined>
}

/** A task of this process only. `changed` is called when the state should be checked again. */
export function createLocalRecord(changed: () => void): TaskRecord {
  let dueAt: number | undefined
  let current: { readonly run: string; readonly startedAt: Date; readonly timesOutAt: Date } | undefined
  let last: Pick<TaskMetadata, 'lastEndedAt' | 'lastResult' | 'lastError'> = {}

  function end({ result, error, nextDelayMs }: TaskEnd): void {
    current = undefined
    dueAt = nextDelayMs === undefined ? undefined : Date.now() + nextDelayMs
    last = { lastEndedAt: new Date(), lastResult: result, ...(error !== undefined && { lastError: error }) }
  }

  return {
    async register(_cadence, firstDelayMs) {
      dueAt = firstDelayMs === undefined ? undefined : Date.now() + firstDelayMs
    },
    async claim(run, _leaseMs, timeoutMs) {
      if (current || dueAt === undefined || dueAt > Date.now()) return false
      current = { run, startedAt: new Date(), timesOutAt: new Date(Date.now() + timeoutMs) }
      return true
    },
    keep: async run => current?.run === run,
    async finish(run, how) {
      if (current?.run === run) end(how)
    },
    async release(run) {
      if (current?.run === run) current = undefined
    },
    async trigger() {
      if (current) return false
      dueAt = Date.now()
      changed()
      return true
    },
    async cancel(nextDelayMs) {
      if (!current) return false
      end({ result: 'cancelled', nextDelayMs })
      changed()
      return true
    },
    metadata: async () => ({
      ...last,
      ...(current && { running: { startedAt: current.startedAt, timesOutAt: current.timesOutAt, leaseMs: 0 } }),
      ...(dueAt !== undefined && { next: { at: new Date(dueAt), inMs: dueAt - Date.now() } }),
    }),
  }
}

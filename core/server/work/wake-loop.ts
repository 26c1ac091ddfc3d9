import { maxTimerMs } from '@portico/core/common/duration'
import type { Logger } from '../operations/log.ts'

const firstBackoffMs = 200
const maxBackoffMs = 10_000

/** Work that is looked for when something happened or when a time has come, and never twice at once. */
export interface WakeLoop {
  /** Looks now, or once more when it is looking already. */
  wake(): void
  /** Whether a pass is under way. */
  isBusy(): boolean
  /** No more passes; resolves when the last one is over. */
  stop(): Promise<void>
}

interface WakeLoopOptions {
  readonly log: Logger
  /** For the log, when a pass fails. */
  readonly what: string
  /** Runs once. Returns in how many milliseconds to run again; undefined: when woken. */
  readonly pass: () => Promise<number | undefined>
  /** After a pass that leaves nothing to do for so many milliseconds; undefined: until woken. */
  readonly onIdle?: (delayMs: number | undefined) => void
}

/** Sleeps until woken or until its time, instead of polling; after a failure (the database went away) it tries again with growing pauses. */
export function createWakeLoop({ log, what, pass, onIdle }: WakeLoopOptions): WakeLoop {
  let timer: NodeJS.Timeout | undefined
  let current: Promise<void> | undefined
  let wokenMeanwhile = false
  let stopped = false
  let failures = 0

  async function look(): Promise<void> {
    let delayMs: number | undefined
    try {
      delayMs = await pass()
      failures = 0
    } catch (error) {
      delayMs = backoffMs(failures, firstBackoffMs, maxBackoffMs)
      failures += 1
      if (!stopped) log.warn({ error, retryInMs: delayMs }, `${what} failed; trying again`)
      // Being woken does not shorten the backoff while the database is unavailable.
      wokenMeanwhile = false
    }
    current = undefined
    if (stopped) return
    if (wokenMeanwhile) return wake()
    if (delayMs !== undefined) timer = setTimeout(wake, Math.min(Math.max(delayMs, 0), maxTimerMs))
    onIdle?.(delayMs)
  }

  function wake(): void {
    if (stopped) return
    if (current) {
      wokenMeanwhile = true
      return
    }
    clearTimeout(timer)
    wokenMeanwhile = false
    current = look()
  }

  return {
    wake,
    isBusy: () => current !== undefined,
    async stop() {
      stopped = true
      clearTimeout(timer)
      await current
    },
  }
}

/** Exponential backoff with jitter: doubles (or grows by the factor) with each failure up to `maxMs`, so that replicas spread. */
export function backoffMs(failures: number, firstMs: number, maxMs: number, factor = 2): number {
  const delay = Math.min(firstMs * factor ** Math.min(failures, 30), maxMs)
  return Math.round(delay * (0.85 + Math.random() * 0.3))
}

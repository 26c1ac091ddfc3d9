import type { Logger } from '../operations/log.ts'

// setTimeout fires at once for anything longer than this.
const longestTimerMs = 2_147_483_647
const firstPauseMs = 200
const longestPauseMs = 10_000

/** Work that is looked for when something happened or when a time has come, and never twice at once. */
export interface Pacer {
  /** Looks now, or once more when it is looking already. */
  wake(): void
  /** No more passes; resolves when the last one is over. */
  stop(): Promise<void>
}

interface PacerOptions {
  readonly log: Logger
  /** For the log, when a pass fails. */
  readonly what: string
  /** Looks once. Returns in how many milliseconds to look again; undefined: when woken. */
  readonly pass: () => Promise<number | undefined>
}

/** Sleeps until woken or until its time, instead of polling; after a failure (the database went away) it tries again with growing pauses. */
export function createPacer({ log, what, pass }: PacerOptions): Pacer {
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
      delayMs = growingPause(failures, firstPauseMs, longestPauseMs)
      failures += 1
      if (!stopped) log.warn({ error, retryInMs: delayMs }, `${what} failed; trying again`)
      // Being woken is no reason to hurry towards a database that is away.
      wokenMeanwhile = false
    }
    current = undefined
    if (stopped) return
    if (wokenMeanwhile) wake()
    else if (delayMs !== undefined) timer = setTimeout(wake, Math.min(Math.max(delayMs, 0), longestTimerMs))
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
    async stop() {
      stopped = true
      clearTimeout(timer)
      await current
    },
  }
}

/** A pause that doubles (or grows by the factor) with each failure, up to the longest, a little different each time so that replicas spread. */
export function growingPause(failures: number, firstMs: number, longestMs: number, factor = 2): number {
  const pause = Math.min(firstMs * factor ** Math.min(failures, 30), longestMs)
  return Math.round(pause * (0.85 + Math.random() * 0.3))
}

import { setTimeout as delay } from 'node:timers/promises'

/** Lets a number of callers in at a time. */
export function createTurns(concurrency: number) {
  let running = 0
  const waiting: (() => void)[] = []
  return async function turn<T>(work: () => Promise<T>): Promise<T> {
    // Whoever leaves hands the place on, so that the number stays the same.
    if (running >= concurrency) await new Promise<void>(resolve => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

/** Lets callers in one after the other, at least so far apart. */
export function createThrottle(intervalMs: number) {
  let nextAt = 0
  return async function throttle(): Promise<void> {
    const now = Date.now()
    const at = Math.max(now, nextAt)
    nextAt = at + intervalMs
    if (at > now) await delay(at - now)
  }
}

import { setTimeout as delay } from 'node:timers/promises'

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

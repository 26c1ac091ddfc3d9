import { setTimeout as pause } from 'node:timers/promises'
import { backoffMs } from './wake-loop.ts'

/** Writes to the database, with retries while it is briefly unavailable. Returns the error with which it gave up. */
export async function retryWrite(write: () => Promise<void>, isWorthwhile: () => boolean): Promise<{ gaveUp?: unknown }> {
  for (let failures = 0; ; failures += 1) {
    try {
      await write()
      return {}
    } catch (error) {
      if (!isWorthwhile()) return { gaveUp: error }
      await pause(backoffMs(failures, 200, 5000))
    }
  }
}

import { setTimeout as pause } from 'node:timers/promises'
import { backoffMs } from './wake-loop.ts'

/** Writes something down, trying again while that makes sense, as when the database is away for a moment. Returns the error it gave up with. */
export async function insist(write: () => Promise<void>, isWorthwhile: () => boolean): Promise<{ gaveUp?: unknown }> {
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

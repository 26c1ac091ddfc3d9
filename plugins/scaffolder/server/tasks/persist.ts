import { isDatabaseUnavailable } from '@portico/core/server'
import { backoffMs } from '@portico/core/server/worker'
import { setTimeout as pause } from 'node:timers/promises'
import { RunSuspended } from '../running/run-steps.ts'

const maxRetries = 8
const firstMs = 100
const maxMs = 5000

/** Writes about a run, with retries while the database is briefly unavailable: that is no failure of a step. */
export async function persist<T>(write: () => Promise<T>): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await write()
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error
      if (failures === maxRetries) throw new RunSuspended('The database could not be reached', { cause: error })
      await pause(backoffMs(failures, firstMs, maxMs))
    }
  }
}

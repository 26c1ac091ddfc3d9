import { AppError } from '@portico/core/common'
import { everyHalfMinute } from './timer-wheel.ts'

/**
 * Checks periodically whether the caller of an open connection is still authorised, and closes it when not: a token that expired, was
 * revoked, or whose user is gone must not stay usable in a stream. Returns a function that stops the checks.
 */
export function recheck(check: () => Promise<unknown>, end: () => void): () => void {
  const stop = everyHalfMinute(() => {
    check().catch((error: unknown) => {
      // A database that is briefly unavailable is no reason to close all connections.
      if (!(error instanceof AppError) || (error.status !== 401 && error.status !== 403)) return
      stop()
      end()
    })
  })
  return stop
}

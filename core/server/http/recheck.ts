import { AppError } from '@portico/core/common'

const recheckEveryMs = 30_000

/**
 * Asks again and again whether whoever holds a connection open may still have it, and ends it when not: a token that expired, was
 * revoked, or whose user is gone must not live on in a stream. Returns the way to stop.
 */
export function recheck(check: () => Promise<unknown>, end: () => void): () => void {
  const timer = setInterval(() => {
    check().catch((error: unknown) => {
      // A database that is away for a moment is no reason to cut everybody off.
      if (!(error instanceof AppError) || (error.status !== 401 && error.status !== 403)) return
      clearInterval(timer)
      end()
    })
  }, recheckEveryMs)
  timer.unref()
  return () => clearInterval(timer)
}

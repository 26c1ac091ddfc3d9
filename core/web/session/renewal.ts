import { AppError } from '@portico/core/common'
import { endOf, refreshMarginMs, type ProviderSession } from './session-value.ts'

const firstRetryMs = 5_000
const maxRetryMs = 60_000

/** Whether the server, or the identity provider behind it, does not answer now: no reason to end a session that is still valid. */
export function isAway(error: unknown): boolean {
  return error instanceof AppError && error.status === 503
}

/** Whether the user's token in the portal is still valid. */
export function isAlive(session: ProviderSession, now: number): boolean {
  return (session.backstageIdentity?.expiresAt?.getTime() ?? endOf(session)) > now
}

/**
 * When a session is renewed: in time before its end. A renewal that failed is tried again with backoff, and one that brought no later end
 * is not repeated before that end: both would otherwise be made again with every request. A session that is no longer usable waits for
 * nothing.
 */
export function createRenewal({ now, isUsable }: { readonly now: () => number; readonly isUsable: (session: ProviderSession) => boolean }) {
  let failures = 0
  let pausedUntil = -Infinity
  const dueAt = (session: ProviderSession) => Math.max(endOf(session) - refreshMarginMs, pausedUntil)
  return {
    /** When the next renewal is due. */
    dueAt,
    isDue: (session: ProviderSession): boolean => endOf(session) - now() < refreshMarginMs && (now() >= pausedUntil || !isUsable(session)),
    /** There is another session than before, by a login or by a renewal. */
    done(session: ProviderSession, by: 'login' | 'renewal'): void {
      failures = 0
      pausedUntil = by === 'renewal' && endOf(session) - now() < refreshMarginMs ? endOf(session) : -Infinity
    },
    /** The server or the provider is away. */
    postpone(): void {
      failures += 1
      pausedUntil = now() + Math.min(firstRetryMs * 2 ** (failures - 1), maxRetryMs)
    },
  }
}

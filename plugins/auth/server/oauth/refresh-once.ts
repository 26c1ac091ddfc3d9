import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { RefreshShareStore } from './refresh-share-store.ts'
import { openFor, sealFor } from './sealed-grant.ts'

interface RefreshOnceOptions {
  /** How long the result is shared, so that a second request can arrive. */
  readonly shareMs?: number
  /** The lease of a replica; longer than the timeout of a provider. */
  readonly leaseMs?: number
  readonly now?: () => number
  /** Where replicas share uses; without it only this process does. */
  readonly shares?: RefreshShareStore | undefined
}

const lookAgainMs = 50

/**
 * Two tabs often renew their session at the same moment, with the same refresh token. A provider that rotates tokens treats the
 * second use as theft and ends the session. So one use is shared: while it runs, and for the moment the second request takes to
 * arrive, by all replicas.
 */
export function createRefreshOnce<T>({ shareMs = 10_000, leaseMs = 30_000, now = Date.now, shares }: RefreshOnceOptions = {}) {
  const runs = new Map<string, { readonly result: Promise<T>; until: number }>()

  function evictExpired(): void {
    for (const [key, { until }] of runs) if (until <= now()) runs.delete(key)
  }

  async function amongReplicas(store: RefreshShareStore, digest: string, token: string, run: () => Promise<T>): Promise<T> {
    for (;;) {
      const claim = await store.claim(digest, leaseMs)
      if (claim.by === 'us') return runAndShare(store, digest, token, run)
      const shared = claim.sealed && openFor(token, claim.sealed)
      if (shared !== undefined) return shared as T
      // The other replica is still refreshing; it ends, or its lease expires, soon.
      await pause(lookAgainMs)
    }
  }

  async function runAndShare(store: RefreshShareStore, digest: string, token: string, run: () => Promise<T>): Promise<T> {
    try {
      const result = await run()
      await store.share(digest, sealFor(token, result), shareMs)
      return result
    } catch (error) {
      await store.release(digest)
      throw error
    }
  }

  return (token: string, scope: string, run: () => Promise<T>): Promise<T> => {
    evictExpired()
    const digest = createHash('sha256').update(`${token}\0${scope}`).digest('base64')
    const known = runs.get(digest)
    if (known) return known.result
    const entry = { result: shares ? amongReplicas(shares, digest, token, run) : run(), until: Infinity }
    runs.set(digest, entry)
    entry.result.then(
      () => void (entry.until = now() + shareMs),
      () => void runs.delete(digest),
    )
    return entry.result
  }
}

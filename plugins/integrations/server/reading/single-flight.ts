import { LRUCache } from 'lru-cache'

interface Shared<T> {
  readonly value: Promise<T>
  readonly askedAt: number
}

/** Concurrent callers share one request, whose result is cached for a while for callers that accept its age. Failures are not cached. */
export function createSingleFlight<T>(keepMs: number, max: number) {
  // Purged by a timer: results may be large, and there may be no further request.
  const kept = new LRUCache<string, Shared<T>>({ max, ttl: keepMs, ttlAutopurge: true })

  return {
    /** Not older than `since`. */
    get(key: string, since: number, find: () => Promise<T>): Promise<T> {
      const known = kept.get(key)
      if (known && known.askedAt >= since) return known.value
      const entry = { value: find(), askedAt: performance.now() }
      const isCurrent = () => kept.peek(key, { allowStale: true }) === entry
      // The time to live begins when the result arrives.
      entry.value.then(
        () => isCurrent() && kept.set(key, entry),
        () => isCurrent() && kept.delete(key),
      )
      kept.set(key, entry, { ttl: 0 })
      return entry.value
    },
  }
}

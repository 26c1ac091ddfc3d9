import { LRUCache } from 'lru-cache'

interface Shared<T> {
  readonly value: Promise<T>
  readonly askedAt: number
}

/** What several ask for is looked for once, and kept for a while for those whom an answer of then still serves. Failures are not kept. */
export function createSingleFlight<T>(keepMs: number, max: number) {
  // Purged by itself: what is kept may be large, and nobody may ask again.
  const kept = new LRUCache<string, Shared<T>>({ max, ttl: keepMs, ttlAutopurge: true })

  return {
    /** Not older than `since`. */
    get(key: string, since: number, find: () => Promise<T>): Promise<T> {
      const known = kept.get(key)
      if (known && known.askedAt >= since) return known.value
      const entry = { value: find(), askedAt: performance.now() }
      const isCurrent = () => kept.peek(key, { allowStale: true }) === entry
      // Its time begins when it is there.
      entry.value.then(
        () => isCurrent() && kept.set(key, entry),
        () => isCurrent() && kept.delete(key),
      )
      kept.set(key, entry, { ttl: 0 })
      return entry.value
    },
  }
}

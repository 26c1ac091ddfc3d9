import { LRUCache } from 'lru-cache'

interface Kept<T> {
  readonly value: Promise<T>
  readonly until: number
}

/** Keeps answers of hosts for a short time, however many look: callers who ask at once share one request. */
export function createTimedCache({ max = 500, now = Date.now }: { readonly max?: number; readonly now?: () => number } = {}) {
  const kept = new LRUCache<string, Kept<unknown>>({ max })
  return {
    /** @param ttlOf how long an answer is kept */
    async get<T>(key: string, read: () => Promise<T>, ttlOf: (value: T) => number): Promise<T> {
      const known = kept.get(key) as Kept<T> | undefined
      if (known && known.until > now()) return known.value
      const value = read()
      kept.set(key, { value, until: Infinity })
      try {
        kept.set(key, { value, until: now() + ttlOf(await value) })
      } catch {
        // A failure is not kept: the next caller asks again.
        kept.delete(key)
      }
      return value
    },
    deleteBelow(prefix: string): void {
      for (const key of kept.keys()) if (key.startsWith(prefix)) kept.delete(key)
    },
  }
}

export type TimedCache = ReturnType<typeof createTimedCache>

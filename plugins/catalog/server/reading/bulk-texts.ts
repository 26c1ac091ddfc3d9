import { LRUCache } from 'lru-cache'
import type { BulkTextStore } from './bulk-text-store.ts'
import type { Feed } from './feed.ts'
import type { PageBuffer } from './page-buffers.ts'

/** From so many entities on, a page is one of somebody who reads everything. */
const minEntities = 150
// A page of more is not held for somebody who may never ask for it.
const maxAheadEntities = 1000
const maxAhead = 8
const aheadMs = 10_000

export type BulkTexts = ReturnType<typeof createBulkTexts>

/**
 * The texts of many entities, for those who read everything page by page. They are bytes from the database to the socket, they pass the
 * cache of texts by, which they would only fill with what is asked for once, and the next pages are read while the caller takes the last
 * one apart.
 */
export function createBulkTexts({ feed, store }: { readonly feed: Feed; readonly store: BulkTextStore }) {
  const ahead = new LRUCache<string, Promise<PageBuffer>>({
    max: maxAhead,
    ttl: aheadMs,
    ttlAutopurge: true,
    // Nobody asked for it; one that was asked for, or failed, is deleted.
    dispose: (reading, _key, reason) => void (reason !== 'delete' && reading.then(page => page.release())),
  })
  // What has been read of an earlier revision is outdated.
  const keyOf = (ids: readonly number[]) => `${feed.revision} ${ids.join(' ')}`

  return {
    isBulk: (ids: readonly number[]): boolean => ids.length >= minEntities,
    /** In the order of the ids; what has gone meanwhile is left out. */
    async read(ids: readonly number[]): Promise<PageBuffer> {
      const key = keyOf(ids)
      const known = ahead.get(key)
      ahead.delete(key)
      return known ?? store.byIds(ids)
    },
    /** These will probably be asked for next. */
    expect(ids: readonly number[]): void {
      if (ids.length < minEntities || ids.length > maxAheadEntities) return
      const key = keyOf(ids)
      if (ahead.has(key)) return
      const reading = store.byIds(ids)
      reading.catch(() => ahead.delete(key))
      ahead.set(key, reading)
    },
  }
}

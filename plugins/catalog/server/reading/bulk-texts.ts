import { LRUCache } from 'lru-cache'
import type { Feed } from './feed.ts'
import type { TextStore } from './text-store.ts'
import { jsonOf } from './texts.ts'

/** From so many entities on, a page is one of somebody who reads everything. */
const minEntities = 150
// A page of more is not held for somebody who may never ask for it.
const maxAheadEntities = 1000
const maxAhead = 8
const aheadMs = 10_000

export type BulkTexts = ReturnType<typeof createBulkTexts>

/**
 * The texts of many entities, for those who read everything page by page. They pass the cache of texts by, which they would only fill with what
 * is asked for once, and the next pages are read while the caller takes the last one apart.
 */
export function createBulkTexts({ feed, store }: { readonly feed: Feed; readonly store: Pick<TextStore, 'byIds'> }) {
  const ahead = new LRUCache<string, Promise<string>>({ max: maxAhead, ttl: aheadMs, ttlAutopurge: true })
  // What has been read of an earlier revision is outdated.
  const keyOf = (ids: readonly number[]) => `${feed.revision} ${ids.join(' ')}`

  async function joined(ids: readonly number[]): Promise<string> {
    const texts = await store.byIds(ids)
    return ids.flatMap(id => (texts.has(id) ? jsonOf(texts.get(id)!) : [])).join(',')
  }

  return {
    isBulk: (ids: readonly number[]): boolean => ids.length >= minEntities,
    /** In the order of the ids, joined by commas; what has gone meanwhile is left out. */
    async read(ids: readonly number[]): Promise<string> {
      const key = keyOf(ids)
      const known = ahead.get(key)
      ahead.delete(key)
      return known ?? joined(ids)
    },
    /** These will probably be asked for next. */
    expect(ids: readonly number[]): void {
      if (ids.length < minEntities || ids.length > maxAheadEntities) return
      const key = keyOf(ids)
      if (ahead.has(key)) return
      const reading = joined(ids)
      reading.catch(() => ahead.delete(key))
      ahead.set(key, reading)
    },
  }
}

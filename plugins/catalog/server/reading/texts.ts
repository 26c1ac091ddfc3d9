import { LRUCache } from 'lru-cache'
import { hash } from 'node:crypto'
import type { Feed } from './feed.ts'
import type { TextStore } from './text-store.ts'

/** An entity's JSON as the bytes that go out, with an ETag. */
export interface EntityText {
  readonly bytes: Buffer
  readonly etag: string
}

const maxBytes = 24_000_000

/**
 * The texts of entities, those asked for lately from memory, as bytes: encoding them anew for every answer would be most of the
 * work. The feed says what has changed, so what is remembered is as old as the index and never older.
 */
export function createTexts({ feed, store }: { readonly feed: Feed; readonly store: TextStore }) {
  const known = new LRUCache<number, EntityText>({
    maxSize: maxBytes,
    // One that would push everything else out is not worth it.
    maxEntrySize: maxBytes / 20,
    sizeCalculation: text => text.bytes.length,
  })

  feed.onStep(({ id }) => void known.delete(id))

  async function byIds(ids: readonly number[]): Promise<Map<number, EntityText>> {
    const found = new Map<number, EntityText>()
    const missing: number[] = []
    for (const id of ids) {
      const text = known.get(id)
      if (text) found.set(id, text)
      else missing.push(id)
    }
    if (missing.length === 0) return found
    const { revision } = feed
    for (const [id, text] of await store.byIds(missing)) {
      const entry = toText(text)
      found.set(id, entry)
      // What was read while the catalog moved on may be old already.
      if (feed.revision === revision) known.set(id, entry)
    }
    return found
  }

  /** By ref, in lower case; what there is none of is missing. */
  async function byRefs(refs: readonly string[]): Promise<Map<string, EntityText>> {
    const ids = new Map(refs.map(ref => [ref, feed.index.idOf(ref)]))
    const texts = await byIds([...ids.values()].filter(id => id !== undefined))
    const found = new Map<string, EntityText>()
    for (const [ref, id] of ids) {
      const text = id === undefined ? undefined : texts.get(id)
      if (text) found.set(ref, text)
    }
    // Before the index is loaded, and for what it has not seen yet, the database knows.
    const missing = [...ids.keys()].filter(ref => !found.has(ref))
    for (const [ref, text] of await store.byRefs(missing)) found.set(ref, toText(text))
    return found
  }

  return {
    byIds,
    byRefs,
    byRef: async (ref: string): Promise<EntityText | undefined> => (await byRefs([ref])).get(ref),
    async byUid(uid: string): Promise<{ readonly ref: string; readonly text: EntityText } | undefined> {
      const found = await store.byUid(uid)
      return found && { ref: found.ref, text: toText(found.text) }
    },
  }
}

export type Texts = ReturnType<typeof createTexts>

/** A text as it goes out. */
export function toText(text: string): EntityText {
  return { bytes: Buffer.from(text), etag: `"${hash('sha1', text, 'base64url')}"` }
}

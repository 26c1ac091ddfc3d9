import type { Entity } from '@portico/catalog/common'
import { LRUCache } from 'lru-cache'
import { hash } from 'node:crypto'
import type { Feed } from './feed.ts'
import type { TextParts, TextStore } from './text-store.ts'

/** An entity's JSON as the bytes that go out, with an ETag. */
export interface EntityText {
  readonly bytes: Buffer
  readonly etag: string
  /** Where `relations` and `status`, the last members, begin. */
  readonly tailAt: number
}

const maxBytes = 24_000_000
// Plugins that follow the catalog ask for what has changed within a second.
const maxRecentLength = 4_000_000

/**
 * The texts of entities, those asked for lately from memory, as bytes: encoding them again for every answer would be most of the
 * work. The feed says what has changed, so what is cached is as old as the index and never older.
 */
export function createTexts({ feed, store }: { readonly feed: Feed; readonly store: TextStore }) {
  const known = new LRUCache<number, EntityText>({
    maxSize: maxBytes,
    // One that would push everything else out is not worth it.
    maxEntrySize: maxBytes / 20,
    sizeCalculation: text => text.bytes.length,
  })

  // As they came with the feed, which has read them already; encoded only when somebody asks.
  const recent = new LRUCache<number, TextParts>({
    maxSize: maxRecentLength,
    maxEntrySize: maxRecentLength / 20,
    sizeCalculation: ({ head, tail }) => head.length + tail.length,
  })

  feed.onStep(({ id, head, tail, isBare }) => {
    known.delete(id)
    if (head !== undefined && tail !== undefined && !isBare) recent.set(id, { head, tail })
    else recent.delete(id)
  })

  function cached(id: number): EntityText | undefined {
    const text = known.get(id)
    if (text) return text
    const parts = recent.get(id)
    if (!parts) return undefined
    const encoded = toText(parts, encodeAlone)
    known.set(id, encoded)
    recent.delete(id)
    return encoded
  }

  async function byIds(ids: readonly number[]): Promise<Map<number, EntityText>> {
    const found = new Map<number, EntityText>()
    const missing: number[] = []
    for (const id of ids) {
      const text = cached(id)
      if (text) found.set(id, text)
      else missing.push(id)
    }
    if (missing.length === 0) return found
    const { revision } = feed
    const read = await store.byIds(missing)
    // What was read while the catalog moved on may be old already.
    const isCurrent = feed.revision === revision
    for (const [id, parts] of read) {
      const entry = toText(parts, isCurrent ? encodeAlone : encode)
      found.set(id, entry)
      if (isCurrent) known.set(id, entry)
    }
    return found
  }

  /** As JSON, for those who take it apart at once: what came with the feed is not encoded for them. By ref, in lower case. */
  async function jsonByRefs(refs: readonly string[]): Promise<Map<string, string>> {
    const found = new Map<string, string>()
    const missing: string[] = []
    for (const ref of refs) {
      const id = feed.index.idOf(ref)
      const parts = id === undefined ? undefined : recent.get(id)
      if (parts) found.set(ref, jsonOf(parts))
      else missing.push(ref)
    }
    if (missing.length > 0) for (const [ref, { bytes }] of await byRefs(missing)) found.set(ref, String(bytes))
    return found
  }

  /** For those who read much once: the cache would only be filled with what is not asked for again. Long definitions are left out. */
  async function jsonPastCache(refs: readonly string[]): Promise<Map<string, string>> {
    return new Map([...(await store.shortByRefs(refs))].map(([ref, parts]) => [ref, jsonOf(parts)]))
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
    for (const [ref, parts] of await store.byRefs(missing)) found.set(ref, toText(parts))
    return found
  }

  return {
    byIds,
    byRefs,
    jsonByRefs,
    jsonPastCache,
    versionsOf: store.versionsOf,
    byRef: async (ref: string): Promise<EntityText | undefined> => (await byRefs([ref])).get(ref),
    /** With how long its definition is in place of a long one: for a page, which has no use for megabytes. */
    async shortByRef(ref: string): Promise<EntityText | undefined> {
      const parts = (await store.shortByRefs([ref])).get(ref)
      return parts && toText(parts)
    },
    async byUid(uid: string): Promise<{ readonly ref: string; readonly text: EntityText } | undefined> {
      const found = await store.byUid(uid)
      return found && { ref: found.ref, text: toText(found) }
    },
  }
}

export type Texts = ReturnType<typeof createTexts>

/** The whole JSON of an entity. */
export const jsonOf = ({ head, tail }: TextParts): string => `${head},${tail}}`

const encode = (text: string): Buffer => Buffer.from(text)

/** Into memory of its own. Otherwise a text shares 64 kB with others, and one that is cached keeps all of it. */
function encodeAlone(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  return bytes
}

/** A text as it goes out. */
export function toText(parts: TextParts, encoded = encode): EntityText {
  const bytes = encoded(jsonOf(parts))
  let etag: string | undefined
  return {
    bytes,
    tailAt: bytes.length - 1 - Buffer.byteLength(parts.tail),
    // Lists have no use for it.
    get etag() {
      return (etag ??= `"${hash('sha1', bytes, 'base64url')}"`)
    },
  }
}

/** The parts of an entity that is not stored as such. */
export function partsOf({ relations = [], status, ...core }: Entity): TextParts {
  return { head: JSON.stringify(core).slice(0, -1), tail: JSON.stringify({ relations, status }).slice(1, -1) }
}

/** A text with those of its relations whose targets pass; the same text where all do. */
export function keepRelations(text: EntityText, isKept: (targetRef: string) => boolean): EntityText {
  const { bytes, tailAt } = text
  const { relations = [], status } = JSON.parse(`{${bytes.toString('utf8', tailAt)}`) as Pick<Entity, 'relations' | 'status'>
  const kept = relations.filter(({ targetRef }) => isKept(targetRef))
  if (kept.length === relations.length) return text
  return toText({ head: bytes.toString('utf8', 0, tailAt - 1), tail: JSON.stringify({ relations: kept, status }).slice(1, -1) })
}

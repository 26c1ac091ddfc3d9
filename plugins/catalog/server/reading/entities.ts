import {
  decodeOffsetCursor,
  encodeOffsetCursor,
  encodeQueryCursor,
  parseEntityRef,
  parseFilterParams,
  parseQuery,
  stringifyEntityRef,
  type Entity,
  type EntityOrder,
  type EntityPredicate,
} from '@portico/catalog/common'
import type { Principal } from '@portico/core/server'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { entityNotFound } from '../errors.ts'
import type { EntityIndex, Facet, IndexQuery } from '../entity-index/entity-index.ts'
import type { AsOf, PastItem } from '../history/as-of.ts'
import { within, type Authority, type Sight } from './authority.ts'
import type { Feed } from './feed.ts'
import { planPage, toCursor, type PageAsk } from './list-query.ts'
import { project } from './projection.ts'
import type { EntityText, Texts } from './texts.ts'

export interface ListAsk {
  readonly filter?: readonly string[] | undefined
  readonly fields?: readonly string[] | undefined
  readonly limit?: number | undefined
  readonly offset?: number | undefined
  readonly after?: string | undefined
  readonly order?: readonly EntityOrder[] | undefined
}

export interface EntitiesDependencies {
  readonly feed: Feed
  readonly texts: Texts
  readonly authority: Authority
  readonly asOf: AsOf
}

const piece = 500

/** Reading the catalog. Answers are the stored texts, joined; the index says which. */
export function createEntities({ feed, texts: stored, authority, asOf }: EntitiesDependencies) {
  async function find(index: EntityIndex, query: IndexQuery, moment: string | undefined) {
    if (moment !== undefined) return asOf.query(index, query, moment)
    const { ids, total, next, previous } = index.query(query)
    return { total, next, previous, items: ids.map((id): PastItem => ({ id })) }
  }

  async function textsOfItems(items: readonly PastItem[], fields: readonly string[] | undefined): Promise<Buffer[]> {
    const texts = await stored.byIds(items.flatMap(item => ('id' in item ? [item.id] : [])))
    return items
      .flatMap(item => ('id' in item ? (texts.get(item.id)?.bytes ?? []) : [Buffer.from(item.text)]))
      .map(bytes => projected(bytes, fields))
  }

  const textsOf = (ids: readonly number[], fields: readonly string[] | undefined): Promise<Buffer[]> =>
    textsOfItems(
      ids.map(id => ({ id })),
      fields,
    )

  /** A text if the caller may see the entity. */
  async function visible(caller: Principal, ref: string, text: EntityText | undefined): Promise<EntityText> {
    if (text === undefined) throw entityNotFound(ref)
    const sight = await authority.sight(caller)
    if (sight === 'all') return text
    const index = await feed.ready()
    if (!index.meets(ref, within(sight, undefined))) throw entityNotFound(ref)
    return text
  }

  /** Everything that is asked for, a piece at a time: a hundred thousand entities never are in memory at once. */
  async function* allTexts(
    index: EntityIndex,
    predicate: EntityPredicate | undefined,
    order: IndexOrder,
    fields: readonly string[] | undefined,
  ) {
    let page = index.query({ predicate, order, limit: piece })
    let begun = false
    yield Buffer.from('[')
    for (;;) {
      const texts = await textsOf(page.ids, fields)
      if (texts.length > 0) yield joined(begun ? ',' : '', texts, '')
      begun ||= texts.length > 0
      if (!page.next) break
      await nextTurn()
      page = index.query({ predicate, order, limit: piece, from: { place: page.next, backwards: false } })
    }
    yield Buffer.from(']')
  }

  return {
    /** The revision of the catalog and what the caller sees of it, for an ETag: while both stay, answers stay. */
    async state(caller: Principal): Promise<string> {
      const sight = await authority.sight(caller)
      await feed.ready()
      return JSON.stringify([feed.revision, sight])
    },

    async page(
      caller: Principal,
      ask: PageAsk & { readonly fields?: readonly string[] | undefined; readonly countless?: boolean },
    ): Promise<Buffer> {
      const { predicate, query, origin } = planPage(ask)
      const [index, sight] = await Promise.all([feed.ready(), authority.sight(caller)])
      const { items, total, next, previous } = await find(index, { ...query, predicate: within(sight, predicate) }, origin.asOf)
      const texts = await textsOfItems(items, ask.fields)
      const shown = ask.countless ? 0 : total
      const pageInfo = {
        ...(next && { nextCursor: encodeQueryCursor(toCursor(origin, next, false, shown)) }),
        ...(previous && { prevCursor: encodeQueryCursor(toCursor(origin, previous, true, shown)) }),
      }
      return joined('{"items":[', texts, `],"totalItems":${shown},"pageInfo":${JSON.stringify(pageInfo)}}`)
    },

    /** The old list: everything as a stream, or a page with the query string of the next one. */
    async list(caller: Principal, ask: ListAsk): Promise<{ readonly body: Readable | Buffer; readonly after?: string }> {
      const [index, sight] = await Promise.all([feed.ready(), authority.sight(caller)])
      const predicate = within(sight, parseFilterParams(ask.filter ?? []))
      const order = (ask.order ?? []).map(({ field, order: direction }) => ({ field: field.toLowerCase(), direction }))
      const isPaged = ask.limit !== undefined || ask.offset !== undefined || ask.after !== undefined
      if (!isPaged) return { body: Readable.from(allTexts(index, predicate, order, ask.fields)) }
      const { limit = ask.limit, offset = ask.offset ?? 0 } = ask.after === undefined ? {} : decodeOffsetCursor(ask.after)
      const { ids, next } = index.query({ predicate, order, limit: limit ?? index.size, offset })
      const body = joined('[', await textsOf(ids, ask.fields), ']')
      return next && limit !== undefined ? { body, after: encodeOffsetCursor({ limit, offset: offset + limit }) } : { body }
    },

    async byRefs(
      caller: Principal,
      refs: readonly string[],
      ask: { filter?: readonly string[] | undefined; query?: unknown; fields?: readonly string[] | undefined },
    ): Promise<Buffer> {
      const [index, sight] = await Promise.all([feed.ready(), authority.sight(caller)])
      const conditions = [ask.filter && parseFilterParams(ask.filter), ask.query === undefined ? undefined : parseQuery(ask.query)].filter(
        each => each !== undefined,
      )
      const predicate = within(sight, conditions.length > 0 ? { all: conditions } : undefined)
      const ids = refs.map(ref => {
        const known = toRef(ref)
        if (known === undefined || (predicate && !index.meets(known, predicate))) return undefined
        return index.idOf(known)
      })
      const texts = await stored.byIds([...new Set(ids.filter(id => id !== undefined))])
      const items = ids.map(id => {
        const text = id === undefined ? undefined : texts.get(id)
        return text ? projected(text.bytes, ask.fields) : nothing
      })
      return joined('{"items":[', items, ']}')
    },

    byRef: async (caller: Principal, ref: string): Promise<EntityText> => visible(caller, ref, await stored.byRef(ref)),

    async byUid(caller: Principal, uid: string): Promise<{ readonly ref: string; readonly text: EntityText }> {
      const found = isUid(uid) ? await stored.byUid(uid) : undefined
      return { ref: found?.ref ?? uid, text: await visible(caller, found?.ref ?? uid, found?.text) }
    },

    async facets(
      caller: Principal,
      keys: readonly string[],
      ask: { filter?: readonly string[] | undefined; query?: unknown },
    ): Promise<Record<string, Facet[]>> {
      const [index, sight] = await Promise.all([feed.ready(), authority.sight(caller)])
      const asked = ask.query === undefined ? parseFilterParams(ask.filter ?? []) : parseQuery(ask.query)
      const predicate = within(sight, asked)
      return Object.fromEntries(keys.map(key => [key, index.facets(key.toLowerCase(), predicate)]))
    },

    sight: (caller: Principal): Promise<Sight> => authority.sight(caller),
  }
}

export type Entities = ReturnType<typeof createEntities>

type IndexOrder = Parameters<EntityIndex['query']>[0]['order']

const nothing = Buffer.from('null')

function projected(bytes: Buffer, fields: readonly string[] | undefined): Buffer {
  return fields?.length ? Buffer.from(JSON.stringify(project(JSON.parse(bytes.toString()) as Entity, fields))) : bytes
}

/** Texts with commas between them, and what comes before and after. */
function joined(before: string, texts: readonly Buffer[], after: string): Buffer {
  const comma = Buffer.from(',')
  const parts = texts.flatMap((text, i) => (i === 0 ? [text] : [comma, text]))
  return Buffer.concat([Buffer.from(before), ...parts, Buffer.from(after)])
}

/** A ref in the form in which entities are stored; undefined for what is no full ref. */
function toRef(text: string): string | undefined {
  try {
    return stringifyEntityRef(parseEntityRef(text))
  } catch {
    return undefined
  }
}

function isUid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}

import {
  decodeOffsetCursor,
  encodeOffsetCursor,
  encodeQueryCursor,
  parseFilterParams,
  parseQuery,
  toEntityRef,
  type EntityOrder,
  type EntityPredicate,
  type KindDefinition,
} from '@portico/catalog/common'
import type { Principal } from '@portico/core/server'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { entityNotFound, orderNotAllowed } from '../errors.ts'
import type { EntityIndex, Facet, IndexQuery } from '../entity-index/entity-index.ts'
import type { SortPosition } from '../entity-index/sorted-views.ts'
import type { AsOf, PastItem } from '../history/as-of.ts'
import { within, type Access, type Visibility } from './access.ts'
import type { BulkTexts } from './bulk-texts.ts'
import type { Feed } from './feed.ts'
import {
  createAccessFilter,
  createNameCheck,
  isRelationKey,
  withoutHiddenTargets,
  type AccessFilter,
  type NameCheck,
} from './access-filter.ts'
import { planPage, toCursor, type PageRequest } from './list-query.ts'
import { isPlain, joined, shaped, type Shape } from './shape.ts'
import { keepRelations, type EntityText, type Texts } from './texts.ts'

export interface ListRequest {
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
  readonly bulk: BulkTexts
  readonly access: Access
  readonly asOf: AsOf
  readonly kinds: () => readonly KindDefinition[]
  /** `catalog.hideNames`. */
  readonly isHidingNames: () => boolean
}

/** What a caller sees of an index. */
interface View {
  readonly index: EntityIndex
  readonly visibility: Visibility
  readonly knows: NameCheck | undefined
}

const batch = 500
const pagesAhead = 2

/** Reading the catalog. Answers are the stored texts, joined; the index says which. */
export function createEntities({ feed, texts: stored, bulk, access, asOf, kinds, isHidingNames }: EntitiesDependencies) {
  async function viewOf(caller: Principal): Promise<View> {
    const [index, visibility] = await Promise.all([feed.ready(), access.visibility(caller)])
    return { index, visibility, knows: createNameCheck(index, visibility, isHidingNames()) }
  }

  /** What a caller asked for, within what it may see and know. */
  function narrowed({ index, visibility, knows }: View, asked: EntityPredicate | undefined): EntityPredicate | undefined {
    return within(visibility, asked && knows ? withoutHiddenTargets(index, asked, knows) : asked)
  }

  async function find(index: EntityIndex, query: IndexQuery, moment: string | undefined) {
    await index.prepare(query)
    if (moment !== undefined) return asOf.query(index, query, moment)
    const { ids, total, next, previous } = index.query(query)
    return { total, next, previous, items: ids.map((id): PastItem => ({ id })) }
  }

  async function textsOfItems(items: readonly PastItem[], shape: Shape): Promise<Buffer[]> {
    const texts = await stored.byIds(items.flatMap(item => ('id' in item ? [item.id] : [])))
    return items.flatMap(item => ('id' in item ? (texts.get(item.id) ?? []) : [item.text])).map(text => shaped(text, shape))
  }

  const textsOf = (ids: readonly number[], shape: Shape): Promise<Buffer[]> =>
    textsOfItems(
      ids.map(id => ({ id })),
      shape,
    )

  /** A text if the caller may see the entity; otherwise it is not there, by the name that the caller knows already. */
  async function visible(caller: Principal, ref: string, text: EntityText | undefined, asked = ref): Promise<EntityText> {
    if (text === undefined) throw entityNotFound(asked)
    if ((await access.visibility(caller)) === 'all') return text
    const { index, visibility, knows } = await viewOf(caller)
    if (!index.meets(ref, within(visibility, undefined))) throw entityNotFound(asked)
    return knows ? keepRelations(text, knows) : text
  }

  /** Reads the pages that follow a position while the caller takes this one apart, which is sent first. */
  async function expectAfter(index: EntityIndex, query: IndexQuery, after: SortPosition | undefined): Promise<void> {
    await nextTurn()
    let position = after
    for (let page = 0; page < pagesAhead && position; page++) {
      const { ids, next } = index.query({ ...query, from: { position, backwards: false } })
      bulk.expect(ids)
      position = next
    }
  }

  /** Some of many texts; undefined when all of them have gone meanwhile. */
  async function batchOf(ids: readonly number[], shape: Shape, before: string): Promise<Buffer | undefined> {
    if (isPlain(shape)) {
      const texts = await bulk.read(ids)
      return texts === '' ? undefined : Buffer.from(`${before}${texts}`)
    }
    const texts = await textsOf(ids, shape)
    return texts.length === 0 ? undefined : joined(before, texts, '')
  }

  /** Everything that is asked for, a batch at a time: a hundred thousand entities never are in memory at once. */
  async function* allTexts(index: EntityIndex, predicate: EntityPredicate | undefined, order: IndexOrder, shape: Shape) {
    await index.prepare({ order })
    let page = index.query({ predicate, order, limit: batch })
    let begun = false
    yield Buffer.from('[')
    for (;;) {
      const text = await batchOf(page.ids, shape, begun ? ',' : '')
      const next = page.next && index.query({ predicate, order, limit: batch, from: { position: page.next, backwards: false } })
      if (next && isPlain(shape)) bulk.expect(next.ids)
      if (text) yield text
      begun ||= text !== undefined
      if (!next) break
      await nextTurn()
      page = next
    }
    yield Buffer.from(']')
  }

  return {
    /** The revision of the catalog and what the caller sees of it, for an ETag: while both stay, answers stay. */
    async state(caller: Principal): Promise<string> {
      const visibility = await access.visibility(caller)
      await feed.ready()
      return JSON.stringify([feed.revision, visibility])
    },

    async page(
      caller: Principal,
      request: PageRequest & { readonly fields?: readonly string[] | undefined; readonly countless?: boolean },
    ): Promise<Buffer> {
      const { predicate, query, origin } = planPage(request)
      const view = await viewOf(caller)
      const asked = { ...query, ...(view.knows && withoutNames(query)), predicate: narrowed(view, predicate) }
      const { items, total, next, previous } = await find(view.index, asked, origin.asOf)
      const shown = request.countless ? 0 : total
      const pageInfo = {
        ...(next && { nextCursor: encodeQueryCursor(toCursor(origin, next, false, shown)) }),
        ...(previous && { prevCursor: encodeQueryCursor(toCursor(origin, previous, true, shown)) }),
      }
      const end = `],"totalItems":${shown},"pageInfo":${JSON.stringify(pageInfo)}}`
      const shape = { fields: request.fields, knows: view.knows }
      const ids = isPlain(shape) ? idsOf(items) : []
      if (!bulk.isBulk(ids)) return joined('{"items":[', await textsOfItems(items, shape), end)
      const texts = await bulk.read(ids)
      // A page that cannot be read ahead is read when it is asked for.
      if (asked.from?.backwards === false) expectAfter(view.index, asked, next).catch(() => undefined)
      return Buffer.from(`{"items":[${texts}${end}`)
    },

    /** The old list: everything as a stream, or a page with the query string of the next one. */
    async list(caller: Principal, request: ListRequest): Promise<{ readonly body: Readable | Buffer; readonly after?: string }> {
      const view = await viewOf(caller)
      const { index, knows } = view
      const predicate = narrowed(view, parseFilterParams(request.filter ?? []))
      const order = (request.order ?? []).map(({ field, order: direction }) => ({ field: field.toLowerCase(), direction }))
      if (knows) withoutNames({ order })
      const shape = { fields: request.fields, knows }
      const isPaged = request.limit !== undefined || request.offset !== undefined || request.after !== undefined
      if (!isPaged) return { body: Readable.from(allTexts(index, predicate, order, shape)) }
      const { limit = request.limit, offset = request.offset ?? 0 } = request.after === undefined ? {} : decodeOffsetCursor(request.after)
      await index.prepare({ order })
      const { ids, next } = index.query({ predicate, order, limit: limit ?? index.size, offset })
      const body = joined('[', await textsOf(ids, shape), ']')
      return next && limit !== undefined ? { body, after: encodeOffsetCursor({ limit, offset: offset + limit }) } : { body }
    },

    async byRefs(
      caller: Principal,
      refs: readonly string[],
      request: {
        filter?: readonly string[] | undefined
        query?: unknown
        fields?: readonly string[] | undefined
        asOf?: string | undefined
      },
    ): Promise<Buffer> {
      const view = await viewOf(caller)
      const { index, knows } = view
      const conditions = [
        request.filter && parseFilterParams(request.filter),
        request.query === undefined ? undefined : parseQuery(request.query),
      ].filter(each => each !== undefined)
      const predicate = narrowed(view, conditions.length > 0 ? { all: conditions } : undefined)
      const wanted = refs.map(ref => toEntityRef(ref))
      const found =
        request.asOf === undefined
          ? wanted.map(ref => (ref !== undefined && index.meets(ref, predicate) ? { id: index.idOf(ref)! } : undefined))
          : await asOf.byRefs(index, wanted, predicate, request.asOf)
      const texts = await stored.byIds([...new Set(found.flatMap(item => (item && 'id' in item ? [item.id] : [])))])
      const items = found.map(item => {
        const text = item && ('id' in item ? texts.get(item.id) : item.text)
        return text ? shaped(text, { fields: request.fields, knows }) : nothing
      })
      return joined('{"items":[', items, ']}')
    },

    /** Those of some refs that a caller could read as they were at a moment. */
    async readableAt(caller: Principal, refs: readonly string[], moment: string): Promise<string[]> {
      const { index, visibility } = await viewOf(caller)
      const found = await asOf.byRefs(
        index,
        refs.map(ref => toEntityRef(ref)),
        within(visibility, undefined),
        moment,
      )
      return refs.filter((_, at) => found[at] !== undefined)
    },

    /** `isShort`: with how long its definition is in place of a long one. */
    byRef: async (caller: Principal, ref: string, isShort = false): Promise<EntityText> =>
      visible(caller, ref, await (isShort ? stored.shortByRef(ref) : stored.byRef(ref))),

    async byUid(caller: Principal, uid: string): Promise<{ readonly ref: string; readonly text: EntityText }> {
      const found = isUid(uid) ? await stored.byUid(uid) : undefined
      return { ref: found?.ref ?? uid, text: await visible(caller, found?.ref ?? uid, found?.text, uid) }
    },

    async facets(
      caller: Principal,
      keys: readonly string[],
      request: { filter?: readonly string[] | undefined; query?: unknown },
    ): Promise<Record<string, Facet[]>> {
      const view = await viewOf(caller)
      const { index, knows } = view
      const predicate = narrowed(view, request.query === undefined ? parseFilterParams(request.filter ?? []) : parseQuery(request.query))
      const isTold = (key: string, { value }: Facet) => !knows || !isRelationKey(key) || knows(value.toLowerCase())
      return Object.fromEntries(keys.map(key => [key, index.facets(key.toLowerCase(), predicate).filter(facet => isTold(key, facet))]))
    },

    /** Decides for a caller what else is visible: earlier versions, documents that failed, names. */
    async accessFilter(caller: Principal): Promise<AccessFilter> {
      const visibility = await access.visibility(caller)
      const knows = visibility === 'all' ? undefined : (await viewOf(caller)).knows
      return createAccessFilter(visibility, kinds(), knows)
    },

    visibility: (caller: Principal): Promise<Visibility> => access.visibility(caller),
  }
}

export type Entities = ReturnType<typeof createEntities>

type IndexOrder = Parameters<EntityIndex['query']>[0]['order']

const nothing = Buffer.from('null')

/** The numbers of the items, if all of them are in the catalog as it is. */
function idsOf(items: readonly PastItem[]): number[] {
  return items.every(item => 'id' in item) ? items.map(({ id }) => id) : []
}

/** A query that looks for no words in names of other entities. Ordering by them would write them into the cursor, so that is refused. */
function withoutNames({ order, fullText }: Pick<IndexQuery, 'order' | 'fullText'>): Pick<IndexQuery, 'fullText'> {
  const named = order.find(({ field }) => isRelationKey(field))
  if (named) throw orderNotAllowed(named.field)
  return fullText ? { fullText: { ...fullText, fields: fullText.fields.filter(field => !isRelationKey(field)) } } : {}
}

function isUid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}

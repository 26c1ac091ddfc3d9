import {
  decodeQueryCursor,
  parseFilterParams,
  parseQuery,
  type EntityOrder,
  type EntityPredicate,
  type FullTextFilter,
  type QueryCursor,
} from '@portico/catalog/common'
import { inputError } from '@portico/core/common'
import type { IndexQuery, OrderField } from '../entity-index/entity-index.ts'
import type { SortPosition } from '../entity-index/sorted-views.ts'

/** What a caller asked a page for, on either route. */
export interface PageRequest {
  readonly filter?: readonly string[] | undefined
  readonly query?: Readonly<Record<string, unknown>> | undefined
  readonly order?: readonly EntityOrder[] | undefined
  readonly term?: string | undefined
  readonly termFields?: readonly string[] | undefined
  readonly limit?: number | undefined
  readonly offset?: number | undefined
  readonly cursor?: string | undefined
  readonly asOf?: string | undefined
}

/** The same, understood; `origin` is what goes into the cursors of the answer. */
export interface PagePlan {
  readonly query: Omit<IndexQuery, 'predicate'>
  readonly predicate: EntityPredicate | undefined
  readonly origin: Pick<QueryCursor, 'orderFields' | 'fullTextFilter' | 'filter' | 'query' | 'asOf'>
}

const defaultLimit = 200
/** More than this is given in several pages, however much is asked for: no answer may fill the memory. */
const maxPageSize = 10_000
/** The fields that are searched by default. */
const defaultTermFields = ['metadata.name', 'metadata.title', 'spec.profile.displayname']

/** Reads a request for a page. A cursor brings its own query along; only the limit counts beside it. */
export function planPage(request: PageRequest): PagePlan {
  const limit = Math.min(request.limit ?? defaultLimit, maxPageSize)
  const cursor = request.cursor === undefined ? undefined : decodeQueryCursor(request.cursor)
  const origin = cursor ?? originOf(request)
  const fullText = origin.fullTextFilter && toFullText(origin.fullTextFilter)
  return {
    predicate: predicateOf(origin),
    origin,
    query: {
      order: origin.orderFields.map(toOrderField),
      limit,
      ...(fullText && { fullText }),
      ...(cursor ? { from: { position: toPosition(cursor), backwards: cursor.isPrevious } } : { offset: request.offset }),
    },
  }
}

function originOf({ filter, query, order, term, termFields, asOf }: PageRequest): PagePlan['origin'] {
  const words = term?.trim().toLowerCase()
  return {
    orderFields: [...(order ?? [])],
    ...(filter?.length && { filter: [...filter] }),
    ...(query && { query }),
    ...(words && { fullTextFilter: { term: words, ...(termFields?.length && { fields: [...termFields] }) } }),
    ...(asOf !== undefined && { asOf }),
  }
}

function predicateOf({ filter, query }: PagePlan['origin']): EntityPredicate | undefined {
  const parts = [filter && parseFilterParams(filter), query && parseQuery(query)].filter(part => part !== undefined)
  return parts.length > 1 ? { all: parts } : parts[0]
}

function toFullText({ term, fields }: FullTextFilter) {
  return { term, fields: (fields?.length ? fields : defaultTermFields).map(field => field.toLowerCase()) }
}

function toOrderField({ field, order }: EntityOrder): OrderField {
  return { field: field.toLowerCase(), direction: order }
}

function toPosition({ orderFields, orderFieldValues }: QueryCursor): SortPosition {
  const ref = orderFieldValues.at(-1)
  if (orderFieldValues.length !== orderFields.length + 1 || typeof ref !== 'string') {
    throw inputError('Malformed cursor, could not be parsed', { code: 'catalog.invalid-cursor' })
  }
  return { texts: orderFieldValues.slice(0, -1).map(value => value ?? undefined), ref }
}

/** The cursor that leads on from a position, or back from it. */
export function toCursor(origin: PagePlan['origin'], position: SortPosition, isPrevious: boolean, totalItems: number): QueryCursor {
  const { orderFields, fullTextFilter, filter, query, asOf } = origin
  return {
    orderFields,
    orderFieldValues: [...position.texts.map(text => text ?? null), position.ref],
    isPrevious,
    totalItems,
    ...(fullTextFilter && { fullTextFilter }),
    ...(filter && { filter }),
    ...(query && { query }),
    ...(asOf !== undefined && { asOf }),
  }
}

import { decodePageCursor, encodePageCursor } from '@portico/search/common'
import { parseQuery, toQuery, type QueryValue } from '@portico/core/web'

/** What the address of the search page says. */
export interface SearchState {
  readonly term: string
  readonly types: readonly string[]
  readonly filters: Readonly<Record<string, readonly string[]>>
  readonly pageLimit: number | undefined
  readonly pageCursor: string | undefined
}

/** Page sizes that can be chosen. */
export const pageSizes = [10, 25, 50, 100]

/** Reads the address. What makes no sense is left out. */
export function parseSearchState(search: string): SearchState {
  const { query, types, filters, pageLimit, pageCursor } = parseQuery(search)
  const limit = typeof pageLimit === 'string' && /^\d{1,4}$/.test(pageLimit) ? Number(pageLimit) : undefined
  const cursor = typeof pageCursor === 'string' && decodePageCursor(pageCursor) ? pageCursor : undefined
  return {
    term: typeof query === 'string' ? query : '',
    types: toTexts(types),
    filters: toFilters(filters),
    pageLimit: limit === 0 ? undefined : limit,
    pageCursor: cursor,
  }
}

/** The address of a state: only what differs from the first look at the page. */
export function toSearch({ term, types, filters, pageLimit, pageCursor }: SearchState): string {
  const kept = Object.entries(filters).filter(([, values]) => values.length > 0)
  return toQuery({
    query: term === '' ? undefined : term,
    types: types.length > 0 ? types : undefined,
    filters: kept.length > 0 ? Object.fromEntries(kept) : undefined,
    pageLimit: pageLimit === undefined ? undefined : String(pageLimit),
    pageCursor,
  })
}

/** A change of what is asked: another query begins on its first page. */
export function changed(state: SearchState, change: Partial<Omit<SearchState, 'pageCursor'>>): SearchState {
  return { ...state, ...change, pageCursor: undefined }
}

/** Another page of the same query; the first has no cursor. */
export function atPage(state: SearchState, page: number): SearchState {
  return { ...state, pageCursor: page <= 0 ? undefined : encodePageCursor(page) }
}

function toTexts(value: QueryValue | undefined): readonly string[] {
  if (typeof value === 'string') return value === '' ? [] : [value]
  return Array.isArray(value) ? value.filter(each => typeof each === 'string') : []
}

function toFilters(value: QueryValue | undefined): SearchState['filters'] {
  if (typeof value !== 'object' || Array.isArray(value)) return {}
  return Object.fromEntries(Object.entries(value).map(([field, values]) => [field, toTexts(values)]))
}

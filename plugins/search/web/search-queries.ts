import { query } from '@portico/core/web'
import { searchApi, toQueryParams, type QueryParams } from '@portico/search/common'
import { knownFields } from './filters/fields.ts'
import type { SearchState } from './search-state.ts'

/** A query as the page sends it. */
export interface ResultsRequest extends SearchState {
  readonly explain: boolean
  readonly near: Pick<QueryParams, 'starred' | 'recent'>
}

/** The results of a query. */
export function resultsQuery({ term, types, filters, pageLimit, pageCursor, explain, near }: ResultsRequest) {
  return query(searchApi.query, {
    query: {
      ...(term !== '' && { term }),
      ...toQueryParams({ types, filters, ...near }),
      ...(pageLimit !== undefined && { pageLimit }),
      ...(pageCursor !== undefined && { pageCursor }),
      ...(explain && { explain: 'true' as const }),
    },
  })
}

/** How many results each type has. */
export function typeCountsQuery({ term, filters }: Pick<SearchState, 'term' | 'filters'>) {
  return query(searchApi.getFacets, { query: { term, ...toQueryParams({ filters }) } })
}

/** Which values the filters can have. */
export function filterValuesQuery({ term, types }: Pick<SearchState, 'term' | 'types'>) {
  return query(searchApi.getFacets, { query: { term, ...toQueryParams({ types, fields: knownFields }) } })
}

import { configApiRef, identityApiRef, query, type Preload } from '@portico/core/web'
import { searchApi, searchQuerySection } from '@portico/search/common'
import { prepareNear } from './near.ts'
import { filterValuesQuery, resultsQuery, typeCountsQuery } from './search-queries.ts'
import { parseSearchState } from './search-state.ts'

/** Requests the results and what narrows them while the code of the page loads. */
export function preload({ search, api, prefetch }: Preload): void {
  const state = parseSearchState(search.toString())
  const pageLimit = state.pageLimit ?? api(configApiRef).section(searchQuerySection).pageLimit
  const near = prepareNear(api(identityApiRef).getIdentity().userEntityRef, api)
  prefetch(resultsQuery({ ...state, pageLimit, explain: false, near }))
  prefetch(query(searchApi.listTypes))
  prefetch(typeCountsQuery(state))
  prefetch(filterValuesQuery(state))
}

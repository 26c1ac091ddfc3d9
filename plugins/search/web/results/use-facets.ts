import { query, useQuery } from '@portico/core/web'
import { searchApi, toQueryParams, type ResultFacets } from '@portico/search/common'
import { useMemo } from 'react'
import { knownFields } from '../filters/fields.ts'
import type { SearchState } from '../search-state.ts'
import { useDebounced } from '../use-debounced.ts'

const debounceMs = 250

/** How many results each type has, and which values the filters can have. */
export function useFacets({ term, types, filters }: SearchState): {
  readonly counts: ReadonlyMap<string, number> | undefined
  readonly facets: ResultFacets | undefined
} {
  const settled = useDebounced(term, debounceMs)
  const all = useQuery({
    ...query(searchApi.getFacets, { query: { term: settled, ...toQueryParams({ filters }) } }),
    placeholderData: previous => previous,
  })
  const values = useQuery({
    ...query(searchApi.getFacets, { query: { term: settled, ...toQueryParams({ types, fields: knownFields }) } }),
    placeholderData: previous => previous,
  })
  const counts = useMemo(() => all.data && new Map(all.data.types.map(({ type, count }) => [type, count])), [all.data])
  return { counts, facets: values.data }
}

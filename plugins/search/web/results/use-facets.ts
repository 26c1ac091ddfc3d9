import { useQuery } from '@portico/core/web'
import type { ResultFacets } from '@portico/search/common'
import { useDebouncedValue } from '@portico/ui'
import { useMemo } from 'react'
import { filterValuesQuery, typeCountsQuery } from '../search-queries.ts'
import type { SearchState } from '../search-state.ts'

const debounceMs = 250

/** How many results each type has, and which values the filters can have. */
export function useFacets({ term, types, filters }: SearchState): {
  readonly counts: ReadonlyMap<string, number> | undefined
  readonly facets: ResultFacets | undefined
} {
  const settled = useDebouncedValue(term, debounceMs)
  const all = useQuery({
    ...typeCountsQuery({ term: settled, filters }),
    placeholderData: previous => previous,
  })
  const values = useQuery({
    ...filterValuesQuery({ term: settled, types }),
    placeholderData: previous => previous,
  })
  const counts = useMemo(() => all.data && new Map(all.data.types.map(({ type, count }) => [type, count])), [all.data])
  return { counts, facets: values.data }
}

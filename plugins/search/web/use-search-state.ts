import { useLocation, useNavigate } from '@portico/core/web'
import { useMemo } from 'react'
import { parseSearchState, toSearch, type SearchState } from './search-state.ts'

/** The state of the search page, which is its address: back and forward work, and a link shows what the sender saw. */
export function useSearchState(): readonly [SearchState, (next: SearchState, options?: { readonly replace?: boolean }) => void] {
  const { search, pathname } = useLocation()
  const navigate = useNavigate()
  const state = useMemo(() => parseSearchState(search), [search])
  return [
    state,
    (next, { replace = false } = {}) => {
      const written = toSearch(next)
      void navigate(written === '' ? pathname : `${pathname}?${written}`, { replace })
    },
  ]
}

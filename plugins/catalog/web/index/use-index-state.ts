import { useLocation, useNavigate } from '@portico/core/web'
import { useEffect, useMemo, useRef } from 'react'
import { fitting, isUndecided, parseIndexState, toSearch, type IndexFilters, type IndexState } from './filters.ts'
import { useUsualSearch } from './saved/saved-views.ts'
import type { IndexSettings } from './settings.ts'

/** The state of the list, which is the address. Every change rewrites the address in place. */
export function useIndexState(settings: IndexSettings) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const usual = useUsualSearch()
  const undecided = isUndecided(search)
  const effective = undecided ? usual.search : search
  // Two addresses that mean the same are the same state: completing one must not look like a change.
  const meaning = useMemo(() => toSearch(parseIndexState(effective, settings), settings.pagination), [effective, settings])
  const state = useMemo(() => parseIndexState(meaning, settings), [meaning, settings])
  // Two changes in one turn build on each other, although the address follows only later.
  const latest = useRef(state)
  useEffect(() => {
    latest.current = state
  }, [state])

  function go(next: IndexState) {
    latest.current = next
    void navigate({ search: `?${toSearch(next, settings.pagination)}` }, { replace: true, preventScrollReset: true })
  }

  const settled = !undecided || usual.certain
  useEffect(() => {
    if (undecided && settled) go(state)
    // oxlint-disable-next-line react/exhaustive-deps -- only an address that says nothing is completed
  }, [undecided, settled])

  return {
    state,
    /** Other filters begin at the first page. */
    change: (part: Partial<IndexFilters>) =>
      go({ ...latest.current, filters: fitting({ ...latest.current.filters, ...part }), offset: 0, cursor: undefined }),
    turn: (place: Partial<Pick<IndexState, 'limit' | 'offset' | 'cursor'>>) => go({ ...latest.current, ...place }),
    sortBy: (order: IndexState['order']) => go({ ...latest.current, order, offset: 0, cursor: undefined }),
    open: (view: string) => go(parseIndexState(view, settings)),
  }
}

export type IndexControls = ReturnType<typeof useIndexState>

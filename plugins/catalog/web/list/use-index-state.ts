import { afterPaint, useLocation, useNavigate } from '@portico/core/web'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { fitting, isUndecided, parseIndexState, toSearch, type IndexFilters, type IndexState } from './filters/index-state.ts'
import type { IndexModel, IndexSettings } from './index-model.ts'
import { useDefaultSearch } from './saved/saved-views.ts'

/** The state of the list, which is the address. Every change shows at once and rewrites the address in place. */
export function useIndexState(settings: IndexSettings, model: IndexModel) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const defaultSearch = useDefaultSearch(settings.onlyKind)
  const mode = settings.pagination
  const undecided = isUndecided(search)
  const effective = undecided ? defaultSearch.search : search
  // Two addresses that mean the same are the same state: completing one must not look like a change.
  const meaning = useMemo(() => toSearch(parseIndexState(effective, settings, model), mode, model), [effective, settings, mode, model])
  const state = useFollowed(meaning)
  const current = useMemo(() => parseIndexState(state.shown, settings, model), [state.shown, settings, model])
  // Two changes in one task build on each other, although the address changes only later.
  const latest = useRef(current)
  useEffect(() => {
    latest.current = current
  }, [current])

  function go(next: IndexState) {
    latest.current = next
    const target = toSearch(next, mode, model)
    state.lead(target)
    void navigate({ search: `?${target}` }, { replace: true, preventScrollReset: true })
  }

  const certain = !undecided || defaultSearch.certain
  const complete = useEffectEvent(() => go(latest.current))
  // A new address makes the browser lay the page out again.
  useEffect(() => (undecided && certain ? afterPaint(complete) : undefined), [undecided, certain])

  return {
    state: current,
    /** Other filters start at the first page. Setting some filters keeps the others. */
    change: ({ values, ...part }: Partial<IndexFilters>) => {
      const { filters } = latest.current
      const next = { ...filters, ...part, values: { ...filters.values, ...values } }
      go({ ...latest.current, filters: fitting(next, model), offset: 0, cursor: undefined })
    },
    /** No filters but the kind and the list. */
    clear: () => go({ ...latest.current, filters: { ...latest.current.filters, text: '', values: {} }, offset: 0, cursor: undefined }),
    turn: (page: Partial<Pick<IndexState, 'limit' | 'offset' | 'cursor'>>) => go({ ...latest.current, ...page }),
    sortBy: (order: IndexState['order']) => go({ ...latest.current, order, offset: 0, cursor: undefined }),
    open: (view: string) => go(parseIndexState(view, settings, model)),
  }
}

/** A text that follows the address, but is ahead of it until the router has caught up: a click must not wait for the router. */
function useFollowed(text: string) {
  const [shown, setShown] = useState(text)
  const [seen, setSeen] = useState(text)
  const [ahead, setAhead] = useState<readonly string[]>([])
  if (text !== seen) {
    setSeen(text)
    const index = ahead.indexOf(text)
    // It was changed from outside: by a link or the back button.
    if (index === -1) setShown(text)
    setAhead(index === -1 ? [] : ahead.slice(index + 1))
  }
  function lead(target: string) {
    setShown(target)
    if (target !== text) setAhead(last => [...last, target])
  }
  return { shown, lead }
}

export type IndexControls = ReturnType<typeof useIndexState>

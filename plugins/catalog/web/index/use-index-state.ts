import { useLocation, useNavigate } from '@portico/core/web'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { fitting, isUndecided, parseIndexState, toSearch, type IndexFilters, type IndexState } from './filters/index-state.ts'
import type { IndexModel } from './index-model.ts'
import { useUsualSearch } from './saved/saved-views.ts'
import type { IndexSettings } from './settings.ts'

/** The state of the list, which is the address. Every change shows at once and rewrites the address in place. */
export function useIndexState(settings: IndexSettings, model: IndexModel) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const usual = useUsualSearch()
  const mode = settings.pagination
  const undecided = isUndecided(search)
  const effective = undecided ? usual.search : search
  // Two addresses that mean the same are the same state: completing one must not look like a change.
  const meaning = useMemo(() => toSearch(parseIndexState(effective, settings, model), mode, model), [effective, settings, mode, model])
  const state = useFollowed(meaning)
  const current = useMemo(() => parseIndexState(state.shown, settings, model), [state.shown, settings, model])
  // Two changes in one turn build on each other, although the address follows only later.
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

  const settled = !undecided || usual.certain
  const complete = useEffectEvent(() => go(latest.current))
  useEffect(() => (undecided && settled ? afterPaint(complete) : undefined), [undecided, settled])

  return {
    state: current,
    /** Other filters begin at the first page. What is said about some filters leaves the others as they are. */
    change: ({ values, ...part }: Partial<IndexFilters>) => {
      const { filters } = latest.current
      const next = { ...filters, ...part, values: { ...filters.values, ...values } }
      go({ ...latest.current, filters: fitting(next, model), offset: 0, cursor: undefined })
    },
    /** No filters but the kind and the list. */
    clear: () => go({ ...latest.current, filters: { ...latest.current.filters, text: '', values: {} }, offset: 0, cursor: undefined }),
    turn: (place: Partial<Pick<IndexState, 'limit' | 'offset' | 'cursor'>>) => go({ ...latest.current, ...place }),
    sortBy: (order: IndexState['order']) => go({ ...latest.current, order, offset: 0, cursor: undefined }),
    open: (view: string) => go(parseIndexState(view, settings, model)),
  }
}

/** Runs once what was drawn is on the screen: a new address makes the browser lay the page out again. */
function afterPaint(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(run)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/** A text that follows another, except while that is still on its way to what was led to. A click must not wait for the router. */
function useFollowed(text: string) {
  const [shown, setShown] = useState(text)
  const [seen, setSeen] = useState(text)
  const [ahead, setAhead] = useState<readonly string[]>([])
  if (text !== seen) {
    setSeen(text)
    const place = ahead.indexOf(text)
    // Someone else has changed it: a link, the back button.
    if (place === -1) setShown(text)
    setAhead(place === -1 ? [] : ahead.slice(place + 1))
  }
  function lead(target: string) {
    setShown(target)
    if (target !== text) setAhead(last => [...last, target])
  }
  return { shown, lead }
}

export type IndexControls = ReturnType<typeof useIndexState>

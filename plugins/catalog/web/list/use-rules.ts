import { useEffect, useEffectEvent } from 'react'
import type { IndexFilters, IndexState } from './filters/index-state.ts'
import type { IndexModel, IndexSettings } from './index-model.ts'
import { isSameText } from './same-text.ts'
import type { EntityList } from './use-entity-list.ts'
import type { useKindFacets } from './use-facets.ts'
import type { IndexControls } from './use-index-state.ts'
import type { ListCounts } from './use-list-counts.ts'

/** An empty list of the user's own falls back to all entities, once it is known to be empty. */
export function useEmptyListRule(
  filters: IndexFilters,
  counts: ListCounts,
  settings: IndexSettings,
  change: IndexControls['change'],
): void {
  const { value, isOld } = counts[filters.user]
  const isEmpty = filters.user !== 'all' && value === 0 && !isOld && !settings.alwaysKeepFilters
  const showAll = useEffectEvent(() => change({ user: 'all' }))
  useEffect(() => {
    if (isEmpty) showAll()
  }, [isEmpty])
}

/** Drops values of closed filters that the kind does not have. */
export function useClosedFilterRule(
  { kind, values }: IndexFilters,
  model: IndexModel,
  { valuesOf, isOld }: ReturnType<typeof useKindFacets>,
  change: IndexControls['change'],
): void {
  const wrong = model.filters(kind).flatMap(({ id, facet, closed = false }) => {
    const known = closed && !isOld ? valuesOf(facet) : undefined
    const kept = values[id]?.filter(chosen => known?.some(({ value }) => isSameText(value, chosen)) ?? true)
    return kept && kept.length !== values[id]?.length ? [[id, kept] as const] : []
  })
  const prune = useEffectEvent(() => change({ values: Object.fromEntries(wrong) }))
  const key = JSON.stringify(wrong)
  useEffect(() => {
    if (key !== '[]') prune()
  }, [key])
}

/** An offset past the end, as in an old link, becomes the last page. */
export function useOffsetRule({ limit, offset }: IndexState, { rows, total, isOld }: EntityList, turn: IndexControls['turn']): void {
  const isPastEnd = !isOld && rows?.length === 0 && total !== undefined && total > 0 && offset > 0
  const turnToLast = useEffectEvent(() => turn({ offset: Math.floor(((total ?? 1) - 1) / limit) * limit }))
  useEffect(() => {
    if (isPastEnd) turnToLast()
  }, [isPastEnd])
}

import { useEffect } from 'react'
import { isSameText, type IndexFilters, type IndexState } from './filters.ts'
import type { IndexSettings } from './settings.ts'
import type { EntityList } from './use-entity-list.ts'
import type { FacetValue } from './use-facets.ts'
import type { IndexControls } from './use-index-state.ts'
import type { ListCounts } from './use-list-counts.ts'

/** An empty list of one's own gives way to all entities, once it is known to be empty. */
export function useEmptyListRule(
  filters: IndexFilters,
  counts: ListCounts,
  settings: IndexSettings,
  change: IndexControls['change'],
): void {
  const { value, isOld } = counts[filters.user]
  const isEmpty = filters.user !== 'all' && value === 0 && !isOld && !settings.alwaysKeepFilters
  useEffect(() => {
    if (isEmpty) change({ user: 'all' })
    // oxlint-disable-next-line react/exhaustive-deps -- it happens when the list turns out to be empty, not when a function is new
  }, [isEmpty])
}

/** Of the chosen types only those stay that the kind has. */
export function useTypeRule(filters: IndexFilters, types: readonly FacetValue[] | undefined, change: IndexControls['change']): void {
  const kept = types && filters.types.filter(type => types.some(({ value }) => isSameText(value, type)))
  const isPruned = kept !== undefined && kept.length < filters.types.length
  useEffect(() => {
    if (isPruned) change({ types: kept })
    // oxlint-disable-next-line react/exhaustive-deps -- as above
  }, [isPruned, kept?.join('\n')])
}

/** A place past the end, as in an old link, becomes the last page. */
export function usePlaceRule({ limit, offset }: IndexState, { rows, total, isOld }: EntityList, turn: IndexControls['turn']): void {
  const isPastEnd = !isOld && rows?.length === 0 && total !== undefined && total > 0 && offset > 0
  useEffect(() => {
    if (isPastEnd) turn({ offset: Math.floor((total - 1) / limit) * limit })
    // oxlint-disable-next-line react/exhaustive-deps -- as above
  }, [isPastEnd])
}

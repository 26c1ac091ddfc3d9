import { useEffect, useEffectEvent } from 'react'
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
  const showAll = useEffectEvent(() => change({ user: 'all' }))
  useEffect(() => {
    if (isEmpty) showAll()
  }, [isEmpty])
}

/** Of the chosen types only those stay that the kind has. */
export function useTypeRule(filters: IndexFilters, types: readonly FacetValue[] | undefined, change: IndexControls['change']): void {
  const isKept = (type: string) => types?.some(({ value }) => isSameText(value, type)) ?? true
  const wrong = filters.types.filter(type => !isKept(type)).join('\n')
  const prune = useEffectEvent(() => change({ types: filters.types.filter(isKept) }))
  useEffect(() => {
    if (wrong !== '') prune()
  }, [wrong])
}

/** A place past the end, as in an old link, becomes the last page. */
export function usePlaceRule({ limit, offset }: IndexState, { rows, total, isOld }: EntityList, turn: IndexControls['turn']): void {
  const isPastEnd = !isOld && rows?.length === 0 && total !== undefined && total > 0 && offset > 0
  const turnToLast = useEffectEvent(() => turn({ offset: Math.floor(((total ?? 1) - 1) / limit) * limit }))
  useEffect(() => {
    if (isPastEnd) turnToLast()
  }, [isPastEnd])
}

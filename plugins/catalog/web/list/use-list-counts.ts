import { entityRefOf } from '@portico/catalog/common'
import { useQuery, useQueryCache } from '@portico/core/web'
import { useEffect, useMemo } from 'react'
import { meetsFilters } from './meets-filters.ts'
import type { IndexFilters } from './filters/index-state.ts'
import { hasOwners } from './filters/own-filters.ts'
import type { IndexModel, PagingMode, UserList } from './index-model.ts'
import { countQuery, nameFields } from './index-queries.ts'
import { isNothing, nothing, pageQuery, selectionOf, starredByName, type Selection, type Viewer } from './selection.ts'
import { toMoment } from '../time/use-moment.ts'
import type { EntityList } from './use-entity-list.ts'

/** The size of a list: undefined while it is not known, stale where it belongs to an earlier request. */
export interface Count {
  readonly value: number | undefined
  readonly isOld: boolean
}

export type ListCounts = Readonly<Record<UserList, Count>>

type LoadingViewer = Viewer & { readonly loaded: boolean }

const maxStarred = 1000
const unknown: Count = { value: undefined, isOld: false }
const none: Count = { value: 0, isOld: false }

/** The sizes of the user's lists under the other filters. The words of the search do not count. */
export function useListCounts(
  filters: IndexFilters,
  viewer: LoadingViewer,
  list: EntityList,
  { mode, model, asOf }: { readonly mode: PagingMode; readonly model: IndexModel; readonly asOf: string | undefined },
): ListCounts {
  const wordless = useMemo(() => ({ ...filters, text: '' }), [filters])
  const remote = useRemoteCounts(wordless, viewer, { model, asOf }, mode !== 'none', filters.text === '' ? list : undefined)
  const { everything } = list
  const here = useMemo((): ListCounts => {
    const count = (name: UserList): Count =>
      everything ? { value: everything.filter(row => meetsFilters(row, wordless, viewer, model, name)).length, isOld: list.isOld } : unknown
    return { all: count('all'), owned: count('owned'), starred: viewer.loaded ? count('starred') : unknown }
  }, [everything, wordless, viewer, model, list.isOld])
  return mode === 'none' ? here : remote
}

function useRemoteCounts(
  filters: IndexFilters,
  viewer: LoadingViewer,
  { model, asOf }: { readonly model: IndexModel; readonly asOf: string | undefined },
  enabled: boolean,
  list: EntityList | undefined,
): ListCounts {
  const cache = useQueryCache()
  const all = selectionOf(filters, viewer, model, 'all')
  // Without a search the whole list itself has been counted: the count is kept for when another list is open.
  const counted = filters.user === 'all' && list && !list.isOld ? list.total : undefined
  const key = JSON.stringify(countQuery(all, asOf).queryKey)
  useEffect(() => {
    if (counted !== undefined) cache.set(JSON.parse(key) as readonly unknown[], { ...nothing, totalItems: counted })
  }, [cache, key, counted])
  const allCount = useCount(all, asOf, enabled && (filters.user !== 'all' || !list))
  const ownedCount = useCount(selectionOf(filters, viewer, model, 'owned'), asOf, enabled && hasOwners(filters.kind))
  const starredCount = useStarredCount(filters, viewer, { model, asOf }, enabled)
  return { all: counted === undefined ? allCount : { value: counted, isOld: false }, owned: ownedCount, starred: starredCount }
}

/** By name, then filtered by full ref: names are not unique. */
function useStarredCount(
  filters: IndexFilters,
  viewer: LoadingViewer,
  { model, asOf }: { readonly model: IndexModel; readonly asOf: string | undefined },
  enabled: boolean,
): Count {
  const selection = starredByName(filters, viewer, model)
  const isEmpty = isNothing(selection)
  const { data, isPlaceholderData } = useQuery({
    ...pageQuery(selection, { limit: maxStarred, fields: nameFields, asOf: toMoment(asOf) }),
    enabled: enabled && viewer.loaded && !isEmpty,
    placeholderData: previous => previous,
  })
  if (!viewer.loaded) return unknown
  if (isEmpty) return none
  return { value: data?.items.filter(entity => viewer.starred.has(entityRefOf(entity))).length, isOld: isPlaceholderData }
}

function useCount(selection: Selection, asOf: string | undefined, enabled: boolean): Count {
  const isEmpty = isNothing(selection)
  const isAsked = enabled && !isEmpty
  const { data, isPlaceholderData } = useQuery({
    ...countQuery(selection, asOf),
    enabled: isAsked,
    // A count that is known otherwise must not draw the page again when it is put into the cache.
    subscribed: isAsked,
    placeholderData: previous => previous,
  })
  return isEmpty ? none : { value: data?.totalItems, isOld: isPlaceholderData }
}

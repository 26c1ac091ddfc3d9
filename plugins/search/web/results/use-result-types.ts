import { query, useQuery, useSlot } from '@portico/core/web'
import { searchApi } from '@portico/search/common'
import type { Text } from '@portico/ui'
import { useMemo, type ReactNode } from 'react'
import { searchResultViews, type ResultView } from '../slots.ts'

/** How a type is shown in filters. */
export interface ResultTypeLook {
  readonly type: string
  readonly title: Text
  readonly icon: ReactNode
}

/** The types that the server knows, as plugins want them shown. */
export function useResultTypes(): readonly ResultTypeLook[] {
  const views = useSlot(searchResultViews)
  const { data } = useQuery(query(searchApi.listTypes))
  return useMemo(
    () =>
      (data?.types ?? []).map(({ type }) => {
        const view = views.find(({ item }) => item.type === type)?.item
        return { type, title: view?.title ?? type, icon: view?.icon }
      }),
    [data, views],
  )
}

/** How results of a type look. */
export function useResultView(type: string): ResultView | undefined {
  return useSlot(searchResultViews).find(({ item }) => item.type === type)?.item
}

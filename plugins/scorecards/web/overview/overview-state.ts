import { useMoment } from '@portico/catalog/web'
import { groupings } from '@portico/scorecards/common'
import { oneOf, useSearchState } from '../use-search-state.ts'

export const overviewLooks = ['heat', 'table'] as const
export const overviewOrders = ['worst', 'best', 'title', 'entities', 'unknown'] as const
export const filterNames = ['owner', 'kind', 'type', 'lifecycle'] as const
export type FilterName = (typeof filterNames)[number]

/** What the overview shows, by the address. */
export function useOverviewState() {
  const { search, change, text, offset, limit } = useSearchState()
  const { asOf } = useMoment()
  const scorecard = search.get('scorecard') ?? undefined
  const filters = filterNames.flatMap(name => {
    const values = search.getAll(name)
    return values.length === 0 ? [] : [[name, values] as const]
  })
  const by = oneOf(search.get('by'), groupings)
  const order = oneOf(search.get('order'), overviewOrders)
  const query = {
    by,
    order,
    offset,
    limit,
    ...(scorecard !== undefined && { scorecard }),
    ...(text !== '' && { text }),
    ...(asOf !== undefined && { asOf }),
    ...(Object.fromEntries(filters) as Partial<Record<FilterName, string[]>>),
  }
  return { by, order, look: oneOf(search.get('look'), overviewLooks), scorecard, text, offset, limit, asOf, filters, query, change }
}

export type OverviewState = ReturnType<typeof useOverviewState>

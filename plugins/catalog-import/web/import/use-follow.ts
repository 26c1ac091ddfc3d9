import { catalogApi, type Entity, type Location } from '@portico/catalog/common'
import { useCatalogChange } from '@portico/catalog/web'
import { query, useIsLive, useQuery } from '@portico/core/web'

/** How the entities that were registered come along. */
export interface Followed {
  readonly arrived: ReadonlySet<string>
  readonly isDone: boolean
  /** Why the location cannot be read. */
  readonly error: Location['error']
}

/** How often it is asked where changes are signalled, which refused documents are not, and where they are not. */
const liveAskMs = 10_000
const askMs = 1000
const fields = ['kind', 'metadata.name', 'metadata.namespace']

/** Follows until all these entities are in the catalog. What was there before counts at once. */
export function useFollow(refs: readonly string[], locationId: string | undefined): Followed {
  const isLive = useIsLive()
  const askEveryMs = isLive ? liveAskMs : askMs
  const entities = useQuery({
    ...query(catalogApi.getEntitiesByRefs, { body: { entityRefs: [...refs], fields } }),
    refetchInterval: ({ state }) => (isWhole(state.data?.items) ? false : askEveryMs),
    placeholderData: previous => previous,
    enabled: refs.length > 0,
  })
  const arrived = new Set(refs.filter((_ref, at) => entities.data?.items[at]))
  const isDone = arrived.size === refs.length
  const location = useQuery({
    ...query(catalogApi.getLocation, { params: { id: locationId ?? '' } }),
    enabled: locationId !== undefined && !isDone,
    refetchInterval: isDone ? false : askEveryMs,
  })
  useCatalogChange(
    undefined,
    () => {
      if (isDone) return
      void entities.refetch()
      if (locationId !== undefined) void location.refetch()
    },
    { minIntervalMs: askMs },
  )
  return { arrived, isDone, error: isDone ? undefined : location.data?.error }
}

function isWhole(items: readonly (Entity | null)[] | undefined): boolean {
  return items !== undefined && items.every(item => item !== null)
}

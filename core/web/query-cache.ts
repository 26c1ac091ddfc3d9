import type { AppError, Route } from '@portico/core/common'
import { useQueryClient, type FetchQueryOptions, type QueryKey } from '@tanstack/react-query'
import { useMemo } from 'react'

/** What the portal has read from its server, for code outside of rendering; components read with `useQuery`. */
export interface QueryCache {
  /** Reads a query, from the cache where that is fresh enough. */
  fetch<Data>(options: FetchQueryOptions<Data, AppError>): Promise<Data>
  /** Caches an answer that is known already. */
  set(key: QueryKey, data: unknown): void
  /** Invalidates everything that was read from the plugin of a route. */
  invalidate(route: Route): Promise<void>
}

export function useQueryCache(): QueryCache {
  const queries = useQueryClient()
  return useMemo(
    () => ({
      fetch: options => queries.fetchQuery(options),
      set: (key, data) => void queries.setQueryData(key, data),
      invalidate: ({ plugin }) => queries.invalidateQueries({ queryKey: [plugin] }),
    }),
    [queries],
  )
}

import { AppError, type CallArgs, type Input, type InputArgs, type Reply, type Route } from '@portico/core/common'
import { QueryClient, queryOptions, useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query'
import type { Client } from './client.ts'

export { useQuery } from '@tanstack/react-query'

const clients = new WeakMap<QueryClient, Client>()
const retriesWhenUnavailable = 2

/** Only an unavailable server is worth a retry; any other failure would be the same. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof AppError && [502, 503, 504].includes(error.status)
}

/** The query cache of the portal. */
export function createQueries(client: Client, options: { retryDelayMs?: number } = {}): QueryClient {
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (failures, error) => isUnavailable(error) && failures < retriesWhenUnavailable,
        ...(options.retryDelayMs !== undefined && { retryDelay: options.retryDelayMs }),
      },
    },
  })
  clients.set(queries, client)
  return queries
}

function clientOf(queries: QueryClient): Client {
  const client = clients.get(queries)
  if (!client) throw new Error('The query client was not made by createQueries')
  return client
}

/** A route as a query: `useQuery(query(catalogApi.getEntity, { params }))`. Its key is `[plugin, route, input]`. */
export function query<R extends Route>(route: R, ...[input]: InputArgs<R>) {
  const given = (input ?? {}) as Input<R>
  return queryOptions<Reply<R>, AppError>({
    queryKey: [route.plugin, route.name, given],
    queryFn: ({ client, signal }) => clientOf(client).call(route, ...([given, { signal }] as CallArgs<R>)),
  })
}

/** A route as something to do: `const add = useCall(catalogApi.addLocation)`. Cached queries of its plugin are refetched afterwards. */
export function useCall<R extends Route>(route: R): UseMutationResult<Reply<R>, AppError, Input<R>> {
  const queries = useQueryClient()
  return useMutation<Reply<R>, AppError, Input<R>>({
    mutationFn: input => clientOf(queries).call(route, ...([input] as CallArgs<R>)),
    onSuccess: () => queries.invalidateQueries({ queryKey: [route.plugin] }),
  })
}

/** The client itself, for streams, downloads and calls outside rendering. */
export function useClient(): Client {
  return clientOf(useQueryClient())
}

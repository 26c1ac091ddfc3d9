import { catalogApi } from '@portico/catalog/common'
import { useClient, useQuery, type Client } from '@portico/core/web'
import { findPath } from './find-path.ts'
import { graphFields, pageLimits, walkNeighbourhood, type LoadEntities, type NeighbourhoodQuery } from './neighbourhood.ts'
import type { ViewState } from './view-state.ts'

const maxRefsPerRequest = 1000

/** The neighbourhood of the roots of a view. The previous data stays until the new data is there; an answer that comes too late is dropped. */
export function useNeighbourhood(
  { rootEntityRefs, maxDepth, selectedKinds, selectedRelations, expanded }: NeighbourhoodQuery,
  { enabled = true, limits = pageLimits }: { readonly enabled?: boolean; readonly limits?: typeof pageLimits } = {},
) {
  const client = useClient()
  const around = { rootEntityRefs, maxDepth, selectedKinds, selectedRelations, expanded }
  return useQuery({
    // JSON has no Infinity.
    queryKey: ['catalog-graph', 'neighbourhood', { ...around, maxDepth: String(maxDepth), limits }],
    queryFn: ({ signal }) => walkNeighbourhood(around, createLoader(client, signal), limits),
    enabled: enabled && rootEntityRefs.length > 0,
    placeholderData: previous => previous,
  })
}

/** A shortest path from the first root of a view to another entity. */
export function usePath({ rootEntityRefs, pathTo, selectedKinds, selectedRelations }: ViewState) {
  const client = useClient()
  const start = rootEntityRefs[0]
  const wanted = { selectedKinds, selectedRelations }
  return useQuery({
    queryKey: ['catalog-graph', 'path', { start, pathTo, ...wanted }],
    queryFn: ({ signal }) => findPath(start ?? '', pathTo ?? '', wanted, createLoader(client, signal)),
    enabled: start !== undefined && pathTo !== undefined,
  })
}

function createLoader(client: Client, signal: AbortSignal): LoadEntities {
  return async refs => {
    const pieces = Array.from({ length: Math.ceil(refs.length / maxRefsPerRequest) }, (_, index) =>
      refs.slice(index * maxRefsPerRequest, (index + 1) * maxRefsPerRequest),
    )
    const answers = await Promise.all(
      pieces.map(entityRefs =>
        client.call(catalogApi.getEntitiesByRefs, { query: {}, body: { entityRefs, fields: graphFields } }, { signal }),
      ),
    )
    return answers.flatMap(({ items }) => items.map(item => item ?? undefined))
  }
}

import { catalogApi, type Entity } from '@portico/catalog/common'
import { toMoment } from '@portico/catalog/web'
import { useClient, useQuery, type Client } from '@portico/core/web'
import { findPath } from './find-path.ts'
import { loadGroupEntities } from './group-nodes.ts'
import { graphFields, pageLimits, walkNeighbourhood, type LoadEntities, type NeighbourhoodQuery } from './neighbourhood.ts'
import type { ViewState } from './view-state.ts'

const maxRefsPerRequest = 1000

/** The neighbourhood of the roots of a view. The previous data stays until the new data is there; an answer that comes too late is dropped. */
export function useNeighbourhood(
  { rootEntityRefs, maxDepth, selectedKinds, selectedRelations, expanded }: NeighbourhoodQuery,
  {
    enabled = true,
    limits = pageLimits,
    asOf,
  }: { readonly enabled?: boolean; readonly limits?: typeof pageLimits; readonly asOf?: string | undefined } = {},
) {
  const client = useClient()
  const around = { rootEntityRefs, maxDepth, selectedKinds, selectedRelations, expanded }
  return useQuery({
    // JSON has no Infinity.
    queryKey: ['catalog-graph', 'neighbourhood', { ...around, maxDepth: String(maxDepth), limits, asOf }],
    queryFn: ({ signal }) => walkNeighbourhood(around, createLoader(client, signal, asOf), limits),
    enabled: enabled && rootEntityRefs.length > 0,
    placeholderData: previous => previous,
  })
}

/** A shortest path from the first root of a view to another entity. */
export function usePath({ rootEntityRefs, pathTo, selectedKinds, selectedRelations, asOf: asked }: ViewState) {
  const asOf = toMoment(asked)
  const client = useClient()
  const start = rootEntityRefs[0]
  const wanted = { selectedKinds, selectedRelations }
  return useQuery({
    queryKey: ['catalog-graph', 'path', { start, pathTo, ...wanted, asOf }],
    queryFn: ({ signal }) => findPath(start ?? '', pathTo ?? '', wanted, createLoader(client, signal, asOf)),
    enabled: start !== undefined && pathTo !== undefined,
  })
}

/** The entities of the groups of a graph that are not in it themselves. A name is enough where they cannot be loaded. */
export function useGroupEntities(refs: readonly string[], entityOf: (ref: string) => Entity | undefined, asOf: string | undefined) {
  const client = useClient()
  return useQuery({
    queryKey: ['catalog-graph', 'groups', { refs, asOf }],
    queryFn: ({ signal }) => loadGroupEntities(refs, entityOf, createLoader(client, signal, asOf)),
    enabled: refs.length > 0,
    placeholderData: previous => previous,
  })
}

function createLoader(client: Client, signal: AbortSignal, asOf: string | undefined): LoadEntities {
  return async refs => {
    const chunks = Array.from({ length: Math.ceil(refs.length / maxRefsPerRequest) }, (_, index) =>
      refs.slice(index * maxRefsPerRequest, (index + 1) * maxRefsPerRequest),
    )
    const answers = await Promise.all(
      chunks.map(entityRefs =>
        client.call(
          catalogApi.getEntitiesByRefs,
          { query: {}, body: { entityRefs, fields: graphFields, ...(asOf !== undefined && { asOf }) } },
          { signal },
        ),
      ),
    )
    return answers.flatMap(({ items }) => items.map(item => item ?? undefined))
  }
}

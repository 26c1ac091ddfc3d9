import { catalogApi, type CompoundEntityRef } from '@portico/catalog/common'
import { query, useQuery, useSearchParams } from '@portico/core/web'

/** How often an open page refetches its entity. */
const lookAgainMs = 30_000

/** The entity of a page: as it is now and stays up to date, or as it was at the moment that the address names. */
export function useEntityQuery(params: CompoundEntityRef) {
  const asOf = useAsOf()
  const now = useQuery({
    ...query(catalogApi.getEntityByName, { params: { ...params } }),
    enabled: asOf === undefined,
    refetchInterval: lookAgainMs,
    refetchOnWindowFocus: 'always',
  })
  const wanted = { kind: params.kind, 'metadata.namespace': params.namespace, 'metadata.name': params.name }
  const past = useQuery({
    ...query(catalogApi.queryEntitiesByPredicate, { body: { query: wanted, limit: 1, ...(asOf !== undefined && { asOf }) } }),
    enabled: asOf !== undefined,
  })
  if (asOf === undefined) return { entity: now.data, error: now.error ?? undefined, isAbsent: false, refetch: now.refetch, asOf }
  const [entity] = past.data?.items ?? []
  return { entity, error: past.error ?? undefined, isAbsent: past.data !== undefined && !entity, refetch: past.refetch, asOf }
}

/** The moment in the past that is viewed; undefined for now. An invalid one counts as now. */
export function useAsOf(): string | undefined {
  const [search] = useSearchParams()
  const asked = search.get('asOf')
  if (asked === null) return undefined
  const moment = new Date(asked)
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString()
}

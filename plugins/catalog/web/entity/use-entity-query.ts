import {
  catalogApi,
  entityPageRequest,
  entityRefOf,
  stringifyEntityRef,
  type CompoundEntityRef,
  type Entity,
  type EntityPage,
} from '@portico/catalog/common'
import { query, useIsLive, useQuery } from '@portico/core/web'
import { useMoment } from '../time/use-moment.ts'
import { useCatalogChange } from '../use-catalog-change.ts'

/** How often an open page refetches its entity while it does not hear of changes. */
const lookAgainMs = 30_000

/** The entity of a page: as it is now and stays up to date, or as it was at the moment that the address names. */
export function useEntityQuery(params: CompoundEntityRef) {
  const { asOf } = useMoment()
  const isLive = useIsLive()
  const now = useQuery({
    ...query(catalogApi.getEntityByName, entityPageRequest(params)),
    enabled: asOf === undefined,
    refetchInterval: isLive ? false : lookAgainMs,
    refetchOnWindowFocus: 'always',
  })
  useCatalogChange(params.kind, () => asOf === undefined && void now.refetch())
  const wanted = { kind: params.kind, 'metadata.namespace': params.namespace, 'metadata.name': params.name }
  const past = useQuery({
    ...query(catalogApi.queryEntitiesByPredicate, { body: { query: wanted, limit: 1, ...(asOf !== undefined && { asOf }) } }),
    enabled: asOf !== undefined,
    // While another moment is asked for, the one before stays.
    placeholderData: (before: EntityPage | undefined) => (isOf(before?.items[0], params) ? before : undefined),
  })
  if (asOf === undefined)
    return { entity: now.data, error: now.error ?? undefined, isAbsent: false, refetch: now.refetch, asOf, isOld: false }
  const [entity] = past.data?.items ?? []
  return {
    entity,
    error: past.error ?? undefined,
    isAbsent: past.data !== undefined && !entity,
    refetch: past.refetch,
    asOf,
    isOld: past.isPlaceholderData,
  }
}

function isOf(entity: Entity | undefined, params: CompoundEntityRef): boolean {
  return entity !== undefined && entityRefOf(entity) === stringifyEntityRef(params)
}

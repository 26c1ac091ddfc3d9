import { annotations, catalogApi, compoundRefOf, type Entity, type EntityPage, type Location } from '@portico/catalog/common'
import { query, useQuery } from '@portico/core/web'
import { annotationOf } from '../entity/entity-values.ts'

/** How an entity can be removed. */
export type UnregisterState =
  | { readonly type: 'loading' }
  | { readonly type: 'error'; readonly error: Error; readonly retry: () => void }
  /** It comes from the config of the portal, which cannot be unregistered here. */
  | { readonly type: 'bootstrap'; readonly location: string }
  /** It comes from a registered location, with all these. */
  | { readonly type: 'unregister'; readonly location: Location; readonly colocated: Colocated }
  /** No location is registered for it. */
  | { readonly type: 'only-delete' }

/** Entities that came by the same location: the first of them, and how many there are. */
export interface Colocated {
  readonly items: readonly Entity[]
  readonly total: number
}

const bootstrapOrigin = 'bootstrap:bootstrap'
const maxListed = 20
const fields = ['kind', 'metadata.name', 'metadata.namespace', 'metadata.title', 'spec.type', 'spec.profile']

/** Finds out where an entity comes from, and so how it can be removed. */
export function useUnregisterState(entity: Entity): UnregisterState {
  const params = { ...compoundRefOf(entity) }
  const origin = annotationOf(entity, annotations.managedByOriginLocation)
  const location = useQuery(query(catalogApi.getLocationByEntity, { params }))
  const protection = useProtection(entity)
  const colocated = useQuery({
    ...query(catalogApi.queryEntitiesByPredicate, {
      body: {
        query: { [`metadata.annotations.${annotations.managedByOriginLocation}`]: origin ?? '' },
        orderBy: [{ field: 'metadata.name', order: 'asc' }],
        limit: maxListed,
        fields,
      },
    }),
    enabled: origin !== undefined,
  })
  if (origin === bootstrapOrigin) return { type: 'bootstrap', location: origin }
  const failed = [location, colocated].find(({ error }) => error && error.status !== 404)
  if (failed?.error) return { type: 'error', error: failed.error, retry: () => void failed.refetch() }
  if (location.isPending || protection.isPending || (origin !== undefined && colocated.isPending)) return { type: 'loading' }
  if (location.data) return { type: 'unregister', location: location.data, colocated: toColocated(colocated.data) }
  return protection.origin === undefined ? { type: 'only-delete' } : { type: 'bootstrap', location: protection.origin }
}

/**
 * The location of the config that the entity was found through, if there is one: that of the first in its ancestry. What cannot be found
 * out counts as none, since it is only additional information.
 */
function useProtection(entity: Entity): { readonly isPending: boolean; readonly origin?: string | undefined } {
  const ancestry = useQuery(query(catalogApi.getEntityAncestry, { params: { ...compoundRefOf(entity) } }))
  const first = ancestry.data?.items.find(({ parentEntityRefs }) => parentEntityRefs.length === 0)?.entity ?? entity
  const explanation = useQuery({
    ...query(catalogApi.explainEntity, { params: { ...compoundRefOf(first) } }),
    enabled: !ancestry.isPending,
  })
  const holder = explanation.data?.sources.find(({ isHolder }) => isHolder)
  const origin = holder?.registeredBy === 'config' ? (holder.origin ?? holder.name) : undefined
  return { isPending: ancestry.isPending || explanation.isPending, origin }
}

function toColocated(page: EntityPage | undefined): Colocated {
  return { items: page?.items ?? [], total: page?.totalItems ?? 0 }
}

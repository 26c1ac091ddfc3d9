import { firstRequest, type FirstRequests } from '@portico/core/common'
import { catalogApi } from './contract.ts'
import type { CompoundEntityRef } from './entity-ref.ts'
import { toEntityParams } from './entity-params.ts'

/** The entity of a page, which has no use for megabytes of a definition. */
export function entityPageRequest(params: CompoundEntityRef) {
  return { params: { ...params }, ...(params.kind.toLowerCase() === 'api' && { query: { definition: 'short' as const } }) }
}

/** What the page of an entity begins with. A past state is left to the page. */
export const entityPageRequests: FirstRequests = ({ params, search }) =>
  search.has('asOf') ? [] : [firstRequest(catalogApi.getEntityByName, entityPageRequest(toEntityParams(params)))]

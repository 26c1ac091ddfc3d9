import { firstRequest, type FirstRequests } from '@portico/core/common'
import { catalogApi } from './contract.ts'
import { toEntityParams } from './entity-params.ts'

/** What the page of an entity begins with. A past state is left to the page. */
export const entityPageRequests: FirstRequests = ({ params, search }) =>
  search.has('asOf') ? [] : [firstRequest(catalogApi.getEntityByName, { params: { ...toEntityParams(params) } })]

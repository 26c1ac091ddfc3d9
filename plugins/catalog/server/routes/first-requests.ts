import { catalogApi, toEntityParams } from '@portico/catalog/common'
import { firstRequest, type FirstRequests } from '@portico/core/server'

/** What the page of an entity begins with, as `web/entity/preload.ts` requests it. */
export const entityPageRequests: FirstRequests = {
  '/catalog/:namespace/:kind/:name/*': params => [firstRequest(catalogApi.getEntityByName, { params: { ...toEntityParams(params) } })],
}

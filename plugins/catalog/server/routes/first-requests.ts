import { catalogApi, toEntityParams } from '@portico/catalog/common'
import { firstRequest, type OnPageRequest } from '@portico/core/server'

/** What the page of an entity begins with, as `web/entity/preload.ts` requests it. */
export function nameEntityPageRequests(onPageRequest: OnPageRequest): void {
  onPageRequest('/catalog/:namespace/:kind/:name/*', params => [
    firstRequest(catalogApi.getEntityByName, { params: { ...toEntityParams(params) } }),
  ])
}

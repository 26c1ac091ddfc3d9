import { catalogApi, toEntityParams } from '@portico/catalog/common'
import { query, type Preload } from '@portico/core/web'

/** Requests the entity while the code of its page loads. A past state is left to the page. */
export function preload({ params, search, prefetch }: Preload): void {
  if (!search.has('asOf')) prefetch(query(catalogApi.getEntityByName, { params: { ...toEntityParams(params) } }))
}

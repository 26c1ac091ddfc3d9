import { catalogApi } from '@portico/catalog/common'
import { query, type Preload } from '@portico/core/web'
import { toEntityParams } from './entity-params.ts'

/** Requests the entity while the code of its page loads. A past state is left to the page. */
export function preload({ params, search, prefetch }: Preload): void {
  if (!search.has('asOf')) prefetch(query(catalogApi.getEntityByName, { params: { ...toEntityParams(params) } }))
}

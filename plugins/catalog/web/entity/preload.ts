import { catalogApi } from '@portico/catalog/common'
import { query, type Preload } from '@portico/core/web'
import { toEntityParams } from './entity-params.ts'

/** Asks for the entity while the code of its page is on its way. One of the past is left to the page. */
export function preload({ params, search, prefetch }: Preload): void {
  if (!search.has('asOf')) prefetch(query(catalogApi.getEntityByName, { params: { ...toEntityParams(params) } }))
}

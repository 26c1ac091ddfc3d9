import { catalogApi } from '@portico/catalog/common'
import { query, type Page } from '@portico/core/web'
import { toEntityParams } from './entity-params.ts'

/** Asks for the entity while the code of its page is on its way. One of the past is left to the page. */
export const preloadEntity: NonNullable<Page['preload']> = ({ params, search, prefetch }) => {
  if (!search.has('asOf')) prefetch(query(catalogApi.getEntityByName, { params: { ...toEntityParams(params) } }))
}

import { catalogApi } from '@portico/catalog/common'
import { firstRequest, type OnPageRequest } from '@portico/core/server'
import { techdocsApi, toDocsParams, toPagePath } from '@portico/techdocs/common'

/** What the reader begins with, as `web/reader/preload.ts` requests it. */
export function nameReaderRequests(onPageRequest: OnPageRequest): void {
  onPageRequest('/docs/:namespace/:kind/:name/*', ({ namespace = '', kind = '', name = '', '*': rest = '' }) => {
    const params = toDocsParams(`${kind}:${namespace}/${name}`)
    return [
      firstRequest(techdocsApi.getPage, { params: { ...params, rest: toPagePath(rest) } }),
      firstRequest(techdocsApi.getSite, { params }),
      firstRequest(catalogApi.getEntityByName, { params: { kind, namespace, name } }),
    ]
  })
}

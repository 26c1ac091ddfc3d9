import { catalogApi } from '@portico/catalog/common'
import { firstRequest, type FirstRequests } from '@portico/core/common'
import { techdocsApi } from './contract.ts'
import { toDocsParams, toPagePath } from './paths.ts'

/** What the reader begins with: the page, its site and the entity. */
export const readerRequests: FirstRequests = ({ params: { namespace = '', kind = '', name = '', '*': rest = '' } }) => {
  const params = toDocsParams(`${kind}:${namespace}/${name}`)
  return [
    firstRequest(techdocsApi.getPage, { params: { ...params, rest: toPagePath(rest) } }),
    firstRequest(techdocsApi.getSite, { params }),
    firstRequest(catalogApi.getEntityByName, { params: { kind, namespace, name } }),
  ]
}

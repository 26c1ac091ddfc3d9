import { catalogApi } from '@portico/catalog/common'
import { query, type Preload } from '@portico/core/web'
import { techdocsApi, toDocsParams, toPagePath } from '@portico/techdocs/common'

/** Requests the entity, its site and the page at the same time, while the code of the reader loads. */
export function preload({ params: { namespace = '', kind = '', name = '', '*': rest = '' }, prefetch }: Preload): void {
  const params = toDocsParams(`${kind}:${namespace}/${name}`)
  prefetch(query(techdocsApi.getPage, { params: { ...params, rest: toPagePath(rest) } }))
  prefetch(query(techdocsApi.getSite, { params }))
  prefetch(query(catalogApi.getEntityByName, { params: { kind, namespace, name } }))
}

import { catalogApi } from '@portico/catalog/common'
import { query, type Preload } from '@portico/core/web'
import { scaffolderApi } from '@portico/scaffolder/common'

/** Requests the form of a template, and what its head shows, while the code of the page loads. */
export function preload({ params: { namespace = '', templateName = '' }, prefetch }: Preload): void {
  const params = { kind: 'template', namespace, name: templateName }
  prefetch(query(scaffolderApi.getParameterSchema, { params }))
  prefetch(query(catalogApi.getEntityByName, { params }))
}

import { catalogApi } from '@portico/catalog/common'
import { firstRequest, type OnPageRequest } from '@portico/core/server'
import { scaffolderApi } from '@portico/scaffolder/common'

/** What the form of a template begins with, as `web/wizard/preload.ts` requests it. */
export function nameWizardRequests(onPageRequest: OnPageRequest): void {
  onPageRequest('/create/templates/:namespace/:templateName/*', ({ namespace = '', templateName = '' }) => {
    const params = { kind: 'template', namespace, name: templateName }
    return [firstRequest(scaffolderApi.getParameterSchema, { params }), firstRequest(catalogApi.getEntityByName, { params })]
  })
}

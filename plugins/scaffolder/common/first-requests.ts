import { catalogApi } from '@portico/catalog/common'
import { firstRequest, type FirstRequests } from '@portico/core/common'
import { scaffolderApi } from './contract.ts'

/** What the form of a template begins with: its pages, and what its head shows. */
export const wizardRequests: FirstRequests = ({ params: { namespace = '', templateName = '' } }) => {
  const params = { kind: 'template', namespace, name: templateName }
  return [firstRequest(scaffolderApi.getParameterSchema, { params }), firstRequest(catalogApi.getEntityByName, { params })]
}

import { defineContract, get, listParam } from '@portico/core/common'
import { z } from 'zod'

/** A host that repositories can be made at. */
export const ScmIntegration = z.object({ type: z.string(), title: z.string(), host: z.string() })
export type ScmIntegration = z.output<typeof ScmIntegration>

/** What browsers learn of the integrations: never an address of an API, and no credentials. */
export const integrationsApi = defineContract('integrations', {
  listScmIntegrations: get('/scm-integrations', {
    access: 'signed-in',
    summary: 'The hosts that repositories can be made at, all or some',
    query: z.object({ allowedHosts: listParam(z.string().max(1000)).optional() }),
    reply: z.object({ integrations: z.array(ScmIntegration) }),
  }),
})

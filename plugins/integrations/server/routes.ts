import type { Handlers } from '@portico/core/server'
import type { integrationsApi } from '@portico/integrations/common'
import { toScmIntegrations } from './integration.ts'
import type { Integrations } from './integrations-service.ts'

/** The routes by which pages learn which hosts there are. */
export function integrationsRoutes(integrations: Pick<Integrations, 'list'>): Handlers<typeof integrationsApi> {
  return { listScmIntegrations: ({ query }) => ({ integrations: toScmIntegrations(integrations.list(), query) }) }
}

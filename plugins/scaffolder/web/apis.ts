import { defineApi, defineApiRef, discoveryApiRef, fetchApiRef, identityApiRef, lazyApi } from '@portico/core/web'
import { scmIntegrationsApiRef } from '@portico/integrations/web'
import type { ScaffolderClient } from './scaffolder-client.ts'

export const scaffolderClientApiRef = defineApiRef<ScaffolderClient>({
  id: 'plugin.scaffolder.client',
  description: 'Creates tasks, and answers what forms ask',
})

/** The scaffolder's client. Its code is loaded with its first call. */
export const scaffolderClientFactory = defineApi({
  api: scaffolderClientApiRef,
  uses: { discovery: discoveryApiRef, integrations: scmIntegrationsApiRef, fetch: fetchApiRef, identity: identityApiRef },
  create: dependencies =>
    lazyApi(
      async () => (await import('./scaffolder-client.ts')).createScaffolderClient(dependencies),
      ['listIntegrations', 'autocomplete', 'scaffold', 'recentTemplates'],
    ),
})

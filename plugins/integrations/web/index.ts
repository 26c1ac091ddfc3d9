import { authProvidersApiRef, clientApiRef, defineApi, defineApiRef, defineWebPlugin, lazyApi } from '@portico/core/web'
import type { ScmAuth } from './scm-auth.ts'
import type { ScmIntegrations } from './scm-integrations.ts'

export type { ScmAuth, ScmTokenRequest } from './scm-auth.ts'
export type { ScmIntegrations } from './scm-integrations.ts'

export const scmIntegrationsApiRef = defineApiRef<ScmIntegrations>({
  id: 'plugin.integrations.scm-integrations',
  description: 'The hosts of source control that the portal is configured with',
})

export const scmAuthApiRef = defineApiRef<ScmAuth>({
  id: 'plugin.integrations.scm-auth',
  description: 'Tokens of the user for hosts of source control',
})

/** Which hosts of source control there are, and how a user signs in to one. */
export const integrationsWeb = defineWebPlugin({
  id: 'integrations',
  apis: [
    defineApi({
      api: scmIntegrationsApiRef,
      uses: { client: clientApiRef },
      create: ({ client }) =>
        lazyApi(async () => (await import('./scm-integrations.ts')).createScmIntegrations(client), ['list', 'byHost']),
    }),
    defineApi({
      api: scmAuthApiRef,
      uses: { providers: authProvidersApiRef, integrations: scmIntegrationsApiRef },
      create: dependencies => lazyApi(async () => (await import('./scm-auth.ts')).createScmAuth(dependencies), ['getToken']),
    }),
  ],
})

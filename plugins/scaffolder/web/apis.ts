import { authProvidersApiRef, clientApiRef, defineApi, defineApiRef, discoveryApiRef, fetchApiRef, identityApiRef } from '@portico/core/web'
import type { ScaffolderClient } from './scaffolder-client.ts'
import type { ScmAuth } from './scm/scm-auth.ts'
import type { ScmIntegrations } from './scm/scm-integrations.ts'

export const scmIntegrationsApiRef = defineApiRef<ScmIntegrations>({
  id: 'plugin.scaffolder.scm-integrations',
  description: 'The hosts of source control that the portal is configured with',
})

export const scmAuthApiRef = defineApiRef<ScmAuth>({
  id: 'plugin.scaffolder.scm-auth',
  description: 'Tokens of the user for hosts of source control',
})

export const scaffolderClientApiRef = defineApiRef<ScaffolderClient>({
  id: 'plugin.scaffolder.client',
  description: 'Creates tasks, and answers what forms ask',
})

/** The APIs of the scaffolder. Their code is loaded with their first call. */
export const scaffolderApis = [
  defineApi({
    api: scmIntegrationsApiRef,
    uses: { client: clientApiRef },
    create: ({ client }) =>
      lazily(async () => (await import('./scm/scm-integrations.ts')).createScmIntegrations(client), ['list', 'byHost']),
  }),
  defineApi({
    api: scmAuthApiRef,
    uses: { providers: authProvidersApiRef, integrations: scmIntegrationsApiRef },
    create: given => lazily(async () => (await import('./scm/scm-auth.ts')).createScmAuth(given), ['getToken']),
  }),
  defineApi({
    api: scaffolderClientApiRef,
    uses: { discovery: discoveryApiRef, integrations: scmIntegrationsApiRef, fetch: fetchApiRef, identity: identityApiRef },
    create: given =>
      lazily(
        async () => (await import('./scaffolder-client.ts')).createScaffolderClient(given),
        ['listIntegrations', 'autocomplete', 'scaffold', 'recentTemplates'],
      ),
  }),
]

type Asynchronous = Readonly<Record<string, (...args: never[]) => Promise<unknown>>>

function lazily<Api extends { readonly [Name in keyof Api]: Asynchronous[string] }>(
  load: () => Promise<Api>,
  names: readonly (keyof Api & string)[],
): Api {
  let loaded: Promise<Api> | undefined
  const methods = names.map(name => [
    name,
    async (...args: never[]) => {
      loaded ??= load()
      return (await loaded)[name](...args)
    },
  ])
  return Object.fromEntries(methods) as Api
}

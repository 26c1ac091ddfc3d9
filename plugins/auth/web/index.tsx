import { authProvidersApiRef, configApiRef, defineApi, defineWebPlugin, fetchApiRef, oauthApiRef } from '@portico/core/web'
import { createAuthProviders, openProvider } from './auth-providers.ts'
import { createListedProviders } from './listed-providers.ts'
import { oauthTable } from './provider-table.ts'

/** Sessions with each provider, for plugins that call a provider's own API. */
const providerApis = Object.entries(oauthTable).flatMap(([id, { api }]) =>
  api ? [defineApi({ api, uses: { oauth: oauthApiRef }, create: ({ oauth }) => openProvider(oauth, id).api })] : [],
)

/** Sign-in in the browser: the ways in that the config names, and sessions with their providers. */
export const authWeb = defineWebPlugin({
  id: 'auth',
  apis: [
    ...providerApis,
    defineApi({
      api: authProvidersApiRef,
      uses: { oauth: oauthApiRef, fetch: fetchApiRef, config: configApiRef },
      create: ({ oauth, fetch, config }) => createAuthProviders({ oauth, listed: createListedProviders({ fetch, config }) }),
    }),
  ],
  translations: {
    de: () => import('./languages/german.ts'),
    fr: () => import('./languages/french.ts'),
    es: () => import('./languages/spanish.ts'),
    ja: () => import('./languages/japanese.ts'),
  },
})

import { authApi, authEnvironmentSection } from '@portico/auth/common'
import {
  authProvidersApiRef,
  clientApiRef,
  configApiRef,
  defineApi,
  defineWebPlugin,
  loginRequestsApiRef,
  signInHostApiRef,
} from '@portico/core/web'
import { createAuthProviders, openProvider } from './auth-providers.ts'
import { oauthTable } from './providers/provider-table.ts'
import { createOAuth, oauthApiRef } from './session/oauth.ts'

export { guestProvider } from './providers/guest-provider.ts'
export * from './providers/provider-refs.ts'
export { oauthSignIn } from './providers/oauth-sign-in.tsx'
export { proxiedSignIn } from './providers/proxied-provider.ts'
export { oauthApiRef, type OAuthSessions, type OAuthProviderSpec } from './session/oauth.ts'

/** Sessions with each provider, for plugins that call a provider's own API. */
const providerApis = Object.entries(oauthTable).flatMap(([id, { api }]) =>
  api ? [defineApi({ api, uses: { oauth: oauthApiRef }, create: ({ oauth }) => openProvider(oauth, id).api })] : [],
)

/** Sign-in in the browser: the configured sign-in providers, and sessions with them. */
export const authWeb = defineWebPlugin({
  id: 'auth',
  apis: [
    ...providerApis,
    defineApi({ api: oauthApiRef, uses: { host: signInHostApiRef, requests: loginRequestsApiRef }, create: createOAuth }),
    defineApi({
      api: authProvidersApiRef,
      uses: { oauth: oauthApiRef, client: clientApiRef, config: configApiRef },
      create: ({ oauth, client, config }) => {
        const env = config.section(authEnvironmentSection)
        return createAuthProviders({ oauth, list: async () => (await client.call(authApi.listProviders, { query: { env } })).providers })
      },
    }),
  ],
  translations: {
    de: () => import('./languages/german.ts'),
    fr: () => import('./languages/french.ts'),
    es: () => import('./languages/spanish.ts'),
    ja: () => import('./languages/japanese.ts'),
  },
})

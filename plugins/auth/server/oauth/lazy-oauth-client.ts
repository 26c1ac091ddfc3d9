import type { createOAuthClient, OAuthClient } from './oauth-client.ts'

/** The portal as a client of one provider. The libraries for it are loaded with the first sign-in: most portals have one provider, or none. */
export function createLazyOAuthClient(dependencies: Parameters<typeof createOAuthClient>[0]): OAuthClient {
  let opened: Promise<OAuthClient> | undefined
  const open = () => (opened ??= import('./oauth-client.ts').then(module => module.createOAuthClient(dependencies)))
  return {
    offersScope: async scope => (await open()).offersScope(scope),
    authorizationUrl: async request => (await open()).authorizationUrl(request),
    exchange: async request => (await open()).exchange(request),
    refresh: async (refreshToken, scopes) => (await open()).refresh(refreshToken, scopes),
    revoke: async token => (await open()).revoke(token),
    endSessionUrl: async request => (await open()).endSessionUrl(request),
    apiFor: grant => ({
      get: dependencies.http.get,
      getBytes: dependencies.http.getBytes,
      userInfo: async () => (await open()).apiFor(grant).userInfo(),
    }),
  }
}

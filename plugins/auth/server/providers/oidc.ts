import { durationMs } from '@portico/core/server'
import { z } from 'zod'
import { defineOAuthProvider, exactAddress, federatedLogout } from '../oauth/define-oauth-provider.ts'
import { openIdPerson } from '../oauth/open-id-person.ts'
import { splitScope } from '../oauth/scopes.ts'
import { matchName, usernameMatchingUserEntityName } from '../resolvers/common-resolvers.ts'

export const oidc = defineOAuthProvider({
  title: 'OpenID Connect',
  settings: {
    metadataUrl: exactAddress().describe("The address of the provider's /.well-known/openid-configuration, or of the issuer"),
    prompt: z
      .string()
      .default('auto')
      .describe('Whether the provider shows its pages: none, login, consent …; auto leaves it to the provider'),
    offlineAccess: z
      .boolean()
      .default(true)
      .describe('Whether to ask for offline_access, and so for a refresh token, where the provider knows that scope'),
    scope: z.string().optional().describe('Scopes to ask for; the same as additionalScopes'),
    tokenEndpointAuthMethod: z
      .enum(['client_secret_basic', 'client_secret_post', 'none'])
      .default('client_secret_basic')
      .describe('How the client authenticates'),
    tokenSignedResponseAlg: z.string().optional().describe('The algorithm that ID tokens are signed with'),
    startUrlSearchParams: z.record(z.string(), z.string()).default({}).describe('Parameters to add to the first page'),
    federatedLogout,
    timeout: durationMs.optional().describe('How long the provider may take to answer'),
  },
  scopes: { required: ['openid', 'profile', 'email'], persist: true },
  resolvers: {
    usernameMatchingUserEntityName,
    preferredUsernameMatchingUserEntityName: matchName('its name, which must be the preferred user name', person => person.username),
  },
  connect: ({ metadataUrl, prompt, startUrlSearchParams, ...settings }) => ({
    server: { discover: metadataUrl },
    openId: true,
    pkce: true,
    clientAuthentication: settings.tokenEndpointAuthMethod,
    idTokenAlgorithm: settings.tokenSignedResponseAlg,
    scopes: splitScope(settings.scope),
    offlineAccess: settings.offlineAccess,
    authorization: { ...(prompt !== 'auto' && { prompt }), ...startUrlSearchParams },
    refreshWithScope: false,
    endsSession: settings.federatedLogout,
    timeoutMs: settings.timeout,
    person: (grant, api) => openIdPerson(grant, api, { email: 'verified' }),
  }),
})

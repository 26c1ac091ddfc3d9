import { z } from 'zod'
import { defineOAuthProvider, exactAddress } from '../oauth/define-oauth-provider.ts'
import { toPerson } from '../oauth/open-id-person.ts'
import { splitScope } from '../oauth/scopes.ts'
import { usernameMatchingUserEntityName } from '../resolvers/common-resolvers.ts'

export const oauth2 = defineOAuthProvider({
  title: 'OAuth 2',
  settings: {
    authorizationUrl: exactAddress().describe('The address of the page where people sign in'),
    tokenUrl: exactAddress().describe('The address at which tokens are given out'),
    scope: z.string().optional().describe('Scopes to ask for; the same as additionalScopes'),
    includeBasicAuth: z.boolean().default(false).describe('Whether the client authenticates by a header, not in the form'),
  },
  scopes: { required: [] },
  resolvers: { usernameMatchingUserEntityName },
  connect: ({ authorizationUrl, tokenUrl, includeBasicAuth, scope }) => ({
    server: { issuer: new URL(tokenUrl).origin, authorizationUrl, tokenUrl },
    openId: false,
    pkce: true,
    clientAuthentication: includeBasicAuth ? 'client_secret_basic' : 'client_secret_post',
    scopes: splitScope(scope),
    // OAuth 2 alone does not identify the user; an ID token does, where the provider sends one.
    person: async ({ claims }) => (claims ? toPerson(claims) : { profile: {} }),
  }),
})

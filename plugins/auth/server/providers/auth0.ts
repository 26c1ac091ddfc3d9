import { z } from 'zod'
import { defineOAuthProvider } from '../oauth/define-oauth-provider.ts'
import { openIdPerson } from '../oauth/open-id-person.ts'

export const auth0 = defineOAuthProvider({
  title: 'Auth0',
  settings: {
    domain: z
      .string()
      .regex(/^[\w.-]+(:\d+)?$/, 'expected a domain such as example.eu.auth0.com')
      .describe('The domain of the tenant'),
    audience: z.string().optional().describe('The API that access tokens are for'),
    connection: z.string().optional().describe('The connection that people sign in by'),
    connectionScope: z.string().optional().describe('Scopes to ask for at that connection'),
    organization: z.string().optional().describe('The organisation that people sign in to'),
    federatedLogout: z.boolean().default(false).describe('Whether signing out also ends the session at Auth0'),
  },
  scopes: { required: [] },
  connect({ domain, clientId, audience, connection, connectionScope, organization, federatedLogout }) {
    const base = `https://${domain}`
    return {
      server: {
        issuer: `${base}/`,
        authorizationUrl: `${base}/authorize`,
        tokenUrl: `${base}/oauth/token`,
        keysUrl: `${base}/.well-known/jwks.json`,
        userInfoUrl: `${base}/userinfo`,
        revocationUrl: `${base}/oauth/revoke`,
      },
      openId: true,
      pkce: true,
      authorization: { audience, connection, connection_scope: connectionScope, organization },
      person: (grant, api) => openIdPerson(grant, api),
      logoutUrl: federatedLogout
        ? appUrl => `${base}/v2/logout?federated&${new URLSearchParams({ client_id: clientId, returnTo: appUrl }).toString()}`
        : undefined,
    }
  },
})

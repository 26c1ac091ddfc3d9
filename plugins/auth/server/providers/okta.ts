import { z } from 'zod'
import { address, defineOAuthProvider, federatedLogout } from '../oauth/define-oauth-provider.ts'
import { openIdPerson } from '../oauth/open-id-person.ts'
import { matchAnnotation } from '../resolvers/common-resolvers.ts'

export const okta = defineOAuthProvider({
  title: 'Okta',
  settings: {
    audience: address().describe('The address of the Okta organisation, such as https://example.okta.com'),
    authServerId: z.string().optional().describe("The id of an authorization server; without it the organisation's own"),
    idp: z.string().optional().describe('The id of the identity provider that Okta should send people to'),
    federatedLogout,
  },
  scopes: { required: ['openid', 'email', 'profile', 'offline_access'] },
  resolvers: { emailMatchingUserEntityAnnotation: matchAnnotation('okta.com/email', person => person.profile.email) },
  connect: ({ audience, authServerId, idp, federatedLogout: endsSession }) => ({
    server: { discover: authServerId === undefined ? audience : `${audience}/oauth2/${encodeURIComponent(authServerId)}` },
    openId: true,
    pkce: true,
    authorization: { idp },
    endsSession,
    person: (grant, api) => openIdPerson(grant, api, { email: 'any' }),
  }),
})

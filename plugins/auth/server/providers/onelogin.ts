import { address, defineOAuthProvider, federatedLogout } from '../oauth/define-oauth-provider.ts'
import { openIdPerson } from '../oauth/open-id-person.ts'
import { usernameMatchingUserEntityName } from '../resolvers/common-resolvers.ts'

export const onelogin = defineOAuthProvider({
  title: 'OneLogin',
  settings: {
    issuer: address().describe('The address of the issuer, such as https://example.onelogin.com/oidc/2'),
    federatedLogout,
  },
  scopes: { required: ['openid'] },
  resolvers: { usernameMatchingUserEntityName },
  connect: ({ issuer, federatedLogout: endsSession }) => ({
    server: { discover: issuer },
    openId: true,
    pkce: true,
    endsSession,
    person: (grant, api) => openIdPerson(grant, api, { email: 'any' }),
  }),
})

import { defineOAuthProvider } from '../oauth/define-oauth-provider.ts'
import { openIdPerson } from '../oauth/open-id-person.ts'
import { matchAnnotation } from '../resolvers/common-resolvers.ts'

const scopePrefix = 'https://www.googleapis.com/auth/'

export const google = defineOAuthProvider({
  title: 'Google',
  scopes: { required: ['openid', `${scopePrefix}userinfo.email`, `${scopePrefix}userinfo.profile`] },
  resolvers: { emailMatchingUserEntityAnnotation: matchAnnotation('google.com/email', person => person.profile.email) },
  connect: () => ({
    server: {
      issuer: 'https://accounts.google.com',
      authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
      tokenUrl: 'https://oauth2.googleapis.com/token',
      keysUrl: 'https://www.googleapis.com/oauth2/v3/certs',
      userInfoUrl: 'https://openidconnect.googleapis.com/v1/userinfo',
      revocationUrl: 'https://oauth2.googleapis.com/revoke',
    },
    openId: true,
    pkce: true,
    // Google gives a refresh token only with these two, and with the consent each time.
    authorization: { access_type: 'offline', prompt: 'consent', include_granted_scopes: 'true' },
    person: (grant, api) => openIdPerson(grant, api),
  }),
})

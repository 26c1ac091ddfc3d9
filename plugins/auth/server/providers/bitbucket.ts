import { z } from 'zod'
import { defineOAuthProvider } from '../oauth/define-oauth-provider.ts'
import { orUndefined } from './provider-http.ts'
import { matchAnnotation } from '../resolvers/common-resolvers.ts'

const BitbucketUser = z.object({
  account_id: z.string().nullish(),
  uuid: z.string().nullish(),
  username: z.string().nullish(),
  nickname: z.string().nullish(),
  display_name: z.string().nullish(),
  links: z.object({ avatar: z.object({ href: z.string() }).optional() }).optional(),
})
const BitbucketEmails = z.object({ values: z.array(z.object({ email: z.string(), is_primary: z.boolean(), is_confirmed: z.boolean() })) })
const apiUrl = 'https://api.bitbucket.org/2.0'

export const bitbucket = defineOAuthProvider({
  title: 'Bitbucket',
  scopes: { required: ['account'], persist: true },
  resolvers: {
    userIdMatchingUserEntityAnnotation: matchAnnotation('bitbucket.org/user-id', person => person.userId),
    usernameMatchingUserEntityAnnotation: matchAnnotation('bitbucket.org/username', person => person.username),
  },
  connect: () => ({
    server: {
      issuer: 'https://bitbucket.org',
      authorizationUrl: 'https://bitbucket.org/site/oauth2/authorize',
      tokenUrl: 'https://bitbucket.org/site/oauth2/access_token',
    },
    openId: false,
    pkce: false,
    clientAuthentication: 'client_secret_basic',
    refreshWithScope: false,
    async person({ accessToken }, api) {
      const user = await api.get(`${apiUrl}/user`, { reply: BitbucketUser, accessToken })
      // Only with the scope email.
      const emails = await orUndefined(api.get(`${apiUrl}/user/emails`, { reply: BitbucketEmails, accessToken }))
      return {
        profile: {
          email: emails?.values.find(email => email.is_primary && email.is_confirmed)?.email,
          displayName: user.display_name ?? undefined,
          picture: user.links?.avatar?.href,
        },
        username: user.username ?? user.nickname ?? undefined,
        userId: user.account_id ?? user.uuid ?? undefined,
      }
    },
  }),
})

import { z } from 'zod'
import { address, defineOAuthProvider } from '../oauth/define-oauth-provider.ts'
import { orUndefined } from './provider-http.ts'
import { matchAnnotation, usernameMatchingUserEntityName } from '../resolvers/common-resolvers.ts'

const GithubUser = z.object({
  login: z.string(),
  id: z.number(),
  name: z.string().nullish(),
  email: z.string().nullish(),
  avatar_url: z.string().nullish(),
})
const GithubEmails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

export const github = defineOAuthProvider({
  title: 'GitHub',
  settings: { enterpriseInstanceUrl: address().optional().describe('The address of a GitHub Enterprise instance') },
  scopes: { required: ['read:user'], persist: true },
  resolvers: {
    usernameMatchingUserEntityName,
    userIdMatchingUserEntityAnnotation: matchAnnotation('github.com/user-id', person => person.userId),
  },
  connect({ enterpriseInstanceUrl }) {
    const web = enterpriseInstanceUrl ?? 'https://github.com'
    const apiUrl = enterpriseInstanceUrl === undefined ? 'https://api.github.com' : `${enterpriseInstanceUrl}/api/v3`
    return {
      server: { issuer: web, authorizationUrl: `${web}/login/oauth/authorize`, tokenUrl: `${web}/login/oauth/access_token` },
      openId: false,
      pkce: true,
      // Tokens of OAuth apps do not expire, and there is no refresh token for them.
      accessTokenForRefresh: true,
      refreshWithScope: false,
      async person({ accessToken }, api) {
        const user = await api.get(`${apiUrl}/user`, { reply: GithubUser, accessToken })
        // A private address is not in the profile; it can be asked for with the scope user:email only.
        const emails = user.email ? [] : await orUndefined(api.get(`${apiUrl}/user/emails`, { reply: GithubEmails, accessToken }))
        const primary = emails?.find(email => email.primary && email.verified)?.email
        return {
          profile: { email: user.email || primary, displayName: user.name || user.login, picture: user.avatar_url ?? undefined },
          username: user.login,
          userId: String(user.id),
        }
      },
    }
  },
})

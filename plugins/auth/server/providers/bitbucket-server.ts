import { z } from 'zod'
import { defineOAuthProvider } from '../oauth/define-oauth-provider.ts'
import { usernameMatchingUserEntityName } from '../resolvers/common-resolvers.ts'

const ServerUser = z.object({
  name: z.string(),
  id: z.number().nullish(),
  displayName: z.string().nullish(),
  emailAddress: z.string().nullish(),
  avatarUrl: z.string().nullish(),
})

export const bitbucketServer = defineOAuthProvider({
  title: 'Bitbucket Server',
  settings: {
    host: z
      .string()
      .regex(/^[\w.-]+(:\d+)?$/, 'expected a host such as bitbucket.example.com')
      .describe('The host of the server'),
  },
  scopes: { required: [] },
  resolvers: { usernameMatchingUserEntityName },
  connect({ host }) {
    const base = `https://${host}`
    return {
      server: { issuer: base, authorizationUrl: `${base}/rest/oauth2/latest/authorize`, tokenUrl: `${base}/rest/oauth2/latest/token` },
      openId: false,
      pkce: true,
      async person({ accessToken }, api) {
        // The server reports its caller in plain text, and only here.
        const { body } = await api.getBytes(`${base}/plugins/servlet/applinks/whoami`, accessToken)
        const name = encodeURIComponent(body.toString('utf8').trim())
        const user = await api.get(`${base}/rest/api/latest/users/${name}?avatarSize=256`, { reply: ServerUser, accessToken })
        const picture = user.avatarUrl ? new URL(user.avatarUrl, base).href : undefined
        return {
          profile: { email: user.emailAddress || undefined, displayName: user.displayName || user.name, picture },
          username: user.name,
          userId: user.id === undefined || user.id === null ? undefined : String(user.id),
        }
      },
    }
  },
})

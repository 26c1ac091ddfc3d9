import { z } from 'zod'
import { address, defineOAuthProvider } from '../oauth/define-oauth-provider.ts'
import { matchAnnotation, usernameMatchingUserEntityName } from '../resolvers/common-resolvers.ts'

const GitlabUser = z.object({
  id: z.number(),
  username: z.string(),
  name: z.string().nullish(),
  email: z.string().nullish(),
  avatar_url: z.string().nullish(),
})

export const gitlab = defineOAuthProvider({
  title: 'GitLab',
  settings: { audience: address().default('https://gitlab.com').describe('The address of the GitLab instance') },
  scopes: { required: ['read_user'] },
  resolvers: {
    usernameMatchingUserEntityName,
    userIdMatchingUserEntityAnnotation: matchAnnotation('gitlab.com/user-id', person => person.userId),
  },
  connect: ({ audience }) => ({
    server: {
      issuer: audience,
      authorizationUrl: `${audience}/oauth/authorize`,
      tokenUrl: `${audience}/oauth/token`,
      revocationUrl: `${audience}/oauth/revoke`,
    },
    openId: false,
    pkce: true,
    async person({ accessToken }, api) {
      const user = await api.get(`${audience}/api/v4/user`, { reply: GitlabUser, accessToken })
      return {
        profile: { email: user.email || undefined, displayName: user.name || user.username, picture: user.avatar_url ?? undefined },
        username: user.username,
        userId: String(user.id),
      }
    },
  }),
})

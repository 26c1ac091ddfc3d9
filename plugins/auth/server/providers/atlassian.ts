import { z } from 'zod'
import { defineOAuthProvider } from '../oauth/define-oauth-provider.ts'
import { matchName } from '../resolvers/common-resolvers.ts'

const AtlassianUser = z.object({
  account_id: z.string(),
  email: z.string().nullish(),
  name: z.string().nullish(),
  nickname: z.string().nullish(),
  picture: z.string().nullish(),
})

export const atlassian = defineOAuthProvider({
  title: 'Atlassian',
  settings: { audience: z.string().default('api.atlassian.com').describe('For whom tokens are made') },
  scopes: { required: ['offline_access', 'read:me', 'read:jira-work', 'read:jira-user'] },
  resolvers: {
    usernameMatchingUserEntityName: matchName("its name, which must be the account's nickname", person => person.username),
  },
  connect: ({ audience }) => ({
    server: {
      issuer: 'https://auth.atlassian.com',
      authorizationUrl: 'https://auth.atlassian.com/authorize',
      tokenUrl: 'https://auth.atlassian.com/oauth/token',
    },
    openId: false,
    pkce: false,
    authorization: { audience, prompt: 'consent' },
    refreshWithScope: false,
    async person({ accessToken }, api) {
      const user = await api.get('https://api.atlassian.com/me', { reply: AtlassianUser, accessToken })
      return {
        profile: { email: user.email || undefined, displayName: user.name || undefined, picture: user.picture ?? undefined },
        username: user.nickname || undefined,
        userId: user.account_id,
      }
    },
  }),
})

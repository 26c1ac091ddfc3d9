import { z } from 'zod'
import { address, defineOAuthProvider, exactAddress } from '../oauth/define-oauth-provider.ts'
import { matchName } from '../resolvers/common-resolvers.ts'

const OpenshiftUser = z.object({ metadata: z.object({ name: z.string(), uid: z.string().nullish() }), fullName: z.string().nullish() })

export const openshift = defineOAuthProvider({
  title: 'OpenShift',
  settings: {
    authorizationUrl: exactAddress().describe("The address of the cluster's page where people sign in"),
    tokenUrl: exactAddress().describe('The address at which the cluster gives out tokens'),
    openshiftApiServerUrl: address().describe("The address of the cluster's API"),
  },
  scopes: { required: ['user:full'] },
  resolvers: {
    displayNameMatchingUserEntityName: matchName("its name, which must be the cluster's user name", person => person.username),
  },
  connect: ({ authorizationUrl, tokenUrl, openshiftApiServerUrl }) => ({
    server: { issuer: openshiftApiServerUrl, authorizationUrl, tokenUrl },
    openId: false,
    pkce: true,
    clientAuthentication: 'client_secret_basic',
    // The cluster gives no refresh tokens.
    accessTokenForRefresh: true,
    async person({ accessToken }, api) {
      const url = `${openshiftApiServerUrl}/apis/user.openshift.io/v1/users/~`
      const { metadata, fullName } = await api.get(url, { reply: OpenshiftUser, accessToken })
      return { profile: { displayName: fullName || metadata.name }, username: metadata.name, userId: metadata.uid ?? undefined }
    },
  }),
})

import { z } from 'zod'
import { idTokenInvalid } from '../errors.ts'
import { address, defineOAuthProvider } from '../oauth/define-oauth-provider.ts'
import { textOf, toPerson } from '../oauth/open-id-person.ts'
import { usernameMatchingUserEntityName } from '../resolvers/common-resolvers.ts'

export const vmwareCloud = defineOAuthProvider({
  title: 'VMware Cloud',
  settings: {
    organizationId: z.string().min(1).describe('The id of the organisation whose people sign in'),
    consoleEndpoint: address().default('https://console.cloud.vmware.com').describe('The address of the console'),
  },
  // An app of VMware Cloud authenticates by PKCE alone.
  withoutSecret: true,
  scopes: { required: ['openid', 'offline_access'] },
  resolvers: { usernameMatchingUserEntityName },
  connect: ({ consoleEndpoint, organizationId }) => ({
    server: {
      issuer: consoleEndpoint,
      authorizationUrl: `${consoleEndpoint}/csp/gateway/discovery`,
      tokenUrl: `${consoleEndpoint}/csp/gateway/am/api/auth/token`,
    },
    // The issuer in its ID tokens differs between regions, so they cannot be verified against one that is known.
    openId: false,
    pkce: true,
    clientAuthentication: 'client_secret_basic',
    authorization: { orgId: organizationId },
    async person({ claims }) {
      if (!claims) throw idTokenInvalid('VMware Cloud', 'there is none')
      if (textOf(claims, 'context_name') !== organizationId) throw idTokenInvalid('VMware Cloud', 'it is of another organisation')
      return { ...toPerson(claims, { email: 'any' }), username: textOf(claims, 'acct') ?? textOf(claims, 'username') }
    },
  }),
})

import { z } from 'zod'
import { defineOAuthProvider, federatedLogout } from '../oauth/define-oauth-provider.ts'
import type { Grant, ProviderRequests } from '../oauth/connection.ts'
import { textOf, toPerson } from '../oauth/open-id-person.ts'
import { splitScope } from '../oauth/scopes.ts'
import { orUndefined } from './provider-http.ts'
import { matchAnnotation } from '../resolvers/common-resolvers.ts'
import type { Person } from '../resolvers/resolver.ts'

const GraphUser = z.object({
  id: z.string(),
  displayName: z.string().nullish(),
  mail: z.string().nullish(),
  userPrincipalName: z.string().nullish(),
})
// Multi-tenant: an administrator of another organisation controls the value of `mail`.
const openTenants = ['common', 'organizations', 'consumers']

export const microsoft = defineOAuthProvider({
  title: 'Microsoft',
  settings: {
    tenantId: z
      .string()
      .regex(/^[\w.-]+$/, 'expected the id or the domain of a tenant')
      .describe('Whose accounts sign in'),
    domainHint: z.string().optional().describe("Skips the choice of an account at Microsoft: the tenant's domain"),
    skipUserProfile: z.boolean().default(false).describe('Whether to skip the profile of Microsoft Graph'),
    federatedLogout,
  },
  scopes: {
    required: ['email', 'openid', 'offline_access', 'user.read'],
    // A token is valid for one resource. A scope with a slash names another one than Graph, and then only that can be asked for.
    combine: (all, requested) => {
      const elsewhere = requested.filter(scope => scope.includes('/'))
      return elsewhere.length > 0 ? [...elsewhere, 'offline_access'] : all
    },
  },
  resolvers: {
    emailMatchingUserEntityAnnotation: matchAnnotation('microsoft.com/email', person => person.profile.email),
    userIdMatchingUserEntityAnnotation: matchAnnotation('graph.microsoft.com/user-id', person => person.userId),
  },
  connect: ({ tenantId, domainHint, skipUserProfile, federatedLogout: endsSession }) => ({
    server: { discover: `https://login.microsoftonline.com/${tenantId}/v2.0` },
    openId: true,
    pkce: true,
    authorization: { domain_hint: domainHint },
    endsSession,
    async person(grant, api) {
      const forGraph = splitScope(grant.scope).some(scope => /(^|\/)user\.read$/i.test(scope))
      if (forGraph && !skipUserProfile) return graphPerson(grant, api, openTenants.includes(tenantId))
      if (!grant.claims) return undefined
      return { ...toPerson(grant.claims), userId: textOf(grant.claims, 'oid') }
    },
  }),
})

async function graphPerson({ accessToken }: Grant, api: ProviderRequests, openTenant: boolean): Promise<Person> {
  const user = await api.get('https://graph.microsoft.com/v1.0/me', { reply: GraphUser, accessToken })
  const photo = await orUndefined(api.getBytes('https://graph.microsoft.com/v1.0/me/photos/48x48/$value', accessToken))
  const email = (openTenant ? user.userPrincipalName : (user.mail ?? user.userPrincipalName)) ?? undefined
  return {
    profile: {
      email,
      displayName: user.displayName ?? undefined,
      ...(photo && /^image\/\w+$/.test(photo.type) && { picture: `data:${photo.type};base64,${photo.body.toString('base64')}` }),
    },
    username: user.userPrincipalName ?? undefined,
    userId: user.id,
  }
}

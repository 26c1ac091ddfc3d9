import { defineContract, get, post } from '@portico/core/common'
import { z } from 'zod'
import { administerSessionsPermission } from './permissions.ts'
import { Session } from './session.ts'
import { BlockReason, UserAccess, UserBlock, UserRef } from './user-access.ts'

const KeySet = z.object({ keys: z.array(z.record(z.string(), z.unknown())) })

const OpenIdConfiguration = z.object({
  issuer: z.string(),
  token_endpoint: z.string(),
  userinfo_endpoint: z.string(),
  jwks_uri: z.string(),
  response_types_supported: z.array(z.string()),
  subject_types_supported: z.array(z.string()),
  id_token_signing_alg_values_supported: z.array(z.string()),
  scopes_supported: z.array(z.string()),
  token_endpoint_auth_methods_supported: z.array(z.string()),
  claims_supported: z.array(z.string()),
  grant_types_supported: z.array(z.string()),
})

/** A provider of the portal, as the server lists it. */
export const ListedProvider = z.object({
  id: z.string().describe('As in the config and in addresses'),
  title: z.string().describe('The display name'),
  kind: z.enum(['oauth', 'proxy', 'guest']),
  signsIn: z.boolean().describe('Whether users sign in to the portal with it, or it only supplies its tokens'),
})
export type ListedProvider = z.output<typeof ListedProvider>

// Identity providers add parameters of their own, so none is refused here.
const anyQuery = z.looseObject({})

export const authApi = defineContract('auth', {
  startSignIn: get('/:provider/start', {
    access: 'public',
    noStore: true,
    summary: 'Begins a sign-in at an identity provider',
    query: anyQuery,
    raw: true,
  }),
  finishSignIn: get('/:provider/handler/frame', {
    access: 'public',
    noStore: true,
    summary: 'Where the identity provider sends the browser back to',
    query: anyQuery,
    raw: true,
  }),
  finishSignInByForm: post('/:provider/handler/frame', {
    access: 'public',
    noStore: true,
    summary: 'The same, for providers that send a form',
    query: anyQuery,
    raw: true,
    upload: true,
  }),
  refreshSession: get('/:provider/refresh', {
    access: 'public',
    noStore: true,
    summary: 'A new session from what the browser or the proxy in front sends along',
    query: anyQuery,
    reply: Session,
  }),
  refreshSessionByPost: post('/:provider/refresh', {
    access: 'public',
    noStore: true,
    summary: 'The same, for callers that cannot send a GET',
    query: anyQuery,
    reply: Session,
  }),
  signOut: post('/:provider/logout', {
    access: 'public',
    noStore: true,
    summary: 'Ends the session at an identity provider',
    query: anyQuery,
    raw: true,
  }),
  listProviders: get('/v1/providers', {
    access: 'public',
    noStore: true,
    summary: 'The identity providers of an environment: their names, and nothing else of their config',
    query: z.object({ env: z.string().max(100).optional().describe('Which environment; that of the portal by default') }),
    reply: z.object({ providers: z.array(ListedProvider) }),
  }),
  getKeys: get('/.well-known/jwks.json', {
    access: 'public',
    noStore: true,
    summary: 'The public keys of user tokens',
    query: anyQuery,
    reply: KeySet,
  }),
  getOpenIdConfiguration: get('/.well-known/openid-configuration', {
    access: 'public',
    noStore: true,
    summary: 'What an OpenID Connect client needs to know',
    query: anyQuery,
    reply: OpenIdConfiguration,
  }),
  getUserInfo: get('/v1/userinfo', {
    access: 'cookie',
    noStore: true,
    summary: 'The claims of the calling user as of the last sign-in, with what the user owns now',
    query: anyQuery,
    reply: z.object({ claims: z.looseObject({ sub: z.string(), ent: z.array(z.string()) }) }),
  }),

  getUserAccess: get('/v1/users/access', {
    access: { permission: administerSessionsPermission },
    noStore: true,
    summary: 'The sessions and access tokens of a user, and whether the user is blocked',
    query: z.object({ user: UserRef }),
    reply: UserAccess,
  }),
  revokeUserAccess: post('/v1/users/revoke', {
    access: { permission: administerSessionsPermission },
    noStore: true,
    summary: 'Ends all sessions of a user and revokes their access tokens; with ids, only those tokens',
    body: z.strictObject({ user: UserRef, accessTokens: z.array(z.string().min(1).max(100)).min(1).max(100).optional() }),
    reply: z.object({ sessionsEnded: z.boolean(), revokedAccessTokens: z.number() }),
  }),
  listBlockedUsers: get('/v1/users/blocked', {
    access: { permission: administerSessionsPermission },
    noStore: true,
    summary: 'The blocked users',
    reply: z.object({ items: z.array(UserBlock) }),
  }),
  blockUser: post('/v1/users/block', {
    access: { permission: administerSessionsPermission },
    noStore: true,
    summary: 'Blocks a user: no session, no access token, no sign-in until unblocked',
    body: z.strictObject({ user: UserRef, reason: BlockReason.optional() }),
    reply: UserBlock,
  }),
  unblockUser: post('/v1/users/unblock', {
    access: { permission: administerSessionsPermission },
    noStore: true,
    summary: 'Unblocks a user',
    body: z.strictObject({ user: UserRef }),
  }),
})

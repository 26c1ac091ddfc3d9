import { defineContract, get, post } from '@portico/core/common'
import { z } from 'zod'
import { Session } from './session.ts'

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

const Ways = z.object({
  providers: z.array(
    z.object({
      id: z.string().describe('As in the config and in addresses'),
      title: z.string().describe('How people call it'),
      kind: z.enum(['oauth', 'proxy', 'guest']),
      signsIn: z.boolean().describe('Whether people sign in to the portal by it, or it only lends its tokens'),
    }),
  ),
})

// Identity providers add parameters of their own, so none is refused here.
const anyQuery = z.looseObject({})

const refresh = {
  access: 'public',
  summary: 'A new session from what the browser or the proxy in front sends along',
  query: anyQuery,
  reply: Session,
} as const
const frame = { access: 'public', summary: 'Where the identity provider sends the browser back to', query: anyQuery, raw: true } as const

export const authApi = defineContract('auth', {
  startSignIn: get('/:provider/start', {
    access: 'public',
    summary: 'Begins a sign-in at an identity provider',
    query: anyQuery,
    raw: true,
  }),
  finishSignIn: get('/:provider/handler/frame', frame),
  finishSignInByForm: post('/:provider/handler/frame', { ...frame, upload: true }),
  refreshSession: get('/:provider/refresh', refresh),
  refreshSessionByPost: post('/:provider/refresh', refresh),
  signOut: post('/:provider/logout', { access: 'public', summary: 'Ends the session at an identity provider', query: anyQuery, raw: true }),
  listProviders: get('/v1/providers', {
    access: 'public',
    summary: 'The identity providers of an environment: their names, and nothing else of their config',
    query: z.object({ env: z.string().max(100).optional().describe('Which environment; that of the portal by default') }),
    reply: Ways,
  }),
  getKeys: get('/.well-known/jwks.json', { access: 'public', summary: 'The public keys of user tokens', query: anyQuery, reply: KeySet }),
  getOpenIdConfiguration: get('/.well-known/openid-configuration', {
    access: 'public',
    summary: 'What an OpenID Connect client needs to know',
    query: anyQuery,
    reply: OpenIdConfiguration,
  }),
  getUserInfo: get('/v1/userinfo', {
    access: 'cookie',
    summary: 'The claims of the calling user as of the last sign-in',
    query: anyQuery,
    reply: z.object({ claims: z.looseObject({ sub: z.string(), ent: z.array(z.string()) }) }),
  }),
})

import type { Session } from '@portico/auth/common'
import { startAuthPortal } from '@portico/auth/testing'
import { startTestServer, type TestServer } from '@portico/core/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authPlugin } from './index.ts'

let fresh: TestServer
let production: TestServer
let configured: TestServer
const guest = 'user:development/guest'

beforeAll(async () => {
  fresh = await startTestServer({ plugins: [authPlugin] })
  production = await startTestServer({ plugins: [authPlugin], config: { auth: { environment: 'production', providers: { guest: {} } } } })
  configured = await startTestServer({
    plugins: [authPlugin],
    config: {
      auth: {
        environment: 'production',
        omitIdentityTokenOwnershipClaim: false,
        providers: {
          guest: {
            userEntityRef: 'user:default/visitor',
            ownershipEntityRefs: ['group:default/visitors'],
            dangerouslyAllowOutsideDevelopment: true,
          },
          github: { development: { clientId: 'id', clientSecret: 'secret' } },
        },
      },
      backend: { auth: { externalAccess: [{ type: 'static', options: { token: 'a-static-token', subject: 'robot' } }] } },
    },
  })
})
afterAll(async () => {
  await Promise.all([fresh, production, configured].map(server => server?.stop()))
})

async function signIn(server: TestServer): Promise<NonNullable<Session['backstageIdentity']>> {
  const response = await ask(server, '/api/auth/guest/refresh')
  const { backstageIdentity } = (await response.json()) as Session
  if (!backstageIdentity) throw new Error(`no identity: ${response.status}`)
  return backstageIdentity
}

async function answer(server: TestServer, path: string, init: RequestInit = {}) {
  const response = await ask(server, `/api/auth${path}`, init)
  const body = (await response.json()) as { error?: { name: string } }
  return [response.status, body.error?.name]
}

/** Asks without a token, or with the one in `init`. */
const ask = (server: TestServer, path: string, init?: RequestInit) => server.as(undefined).fetch(path, init)
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>

describe('the guest', () => {
  test('can sign in to a new portal, by GET and by POST, with what the browser sends [AUTH-068]', async () => {
    const headers = { 'x-requested-with': 'XMLHttpRequest' }
    for (const method of ['GET', 'POST']) {
      const response = await ask(fresh, '/api/auth/guest/refresh?optional&scope=a%20b&env=development', { method, headers })
      expect(response.status).toBe(200)
      const session = (await response.json()) as Session
      expect(session).toEqual({
        profile: {},
        backstageIdentity: {
          token: expect.any(String),
          identity: { type: 'user', userEntityRef: guest, ownershipEntityRefs: [guest] },
          expiresInSeconds: 3600,
        },
      })
      expect(claimsOf(session.backstageIdentity?.token ?? '')).toMatchObject({
        sub: guest,
        aud: 'backstage',
        iss: expect.stringMatching(/\/api\/auth$/),
      })
    }
  })

  test('is who the config says, with the ownership it says', async () => {
    const { identity, token } = await signIn(configured)
    expect(identity).toEqual({ type: 'user', userEntityRef: 'user:default/visitor', ownershipEntityRefs: ['group:default/visitors'] })
    expect(claimsOf(token)).toMatchObject({ sub: 'user:default/visitor', ent: ['group:default/visitors'] })
  })

  test('is refused outside development [AUTH-070]', async () => {
    const response = await ask(production, '/api/auth/guest/refresh')
    expect([response.status, await response.json()]).toEqual([
      403,
      expect.objectContaining({
        error: expect.objectContaining({ name: 'NotAllowedError', message: expect.stringContaining('development') }),
      }),
    ])
  })

  test('has no page to visit and no session to end', async () => {
    expect(await answer(fresh, '/guest/start?env=development')).toEqual([501, 'NotImplementedError'])
    expect(await answer(fresh, '/guest/handler/frame')).toEqual([501, 'NotImplementedError'])
    expect(await answer(fresh, '/guest/handler/frame', { method: 'POST' })).toEqual([501, 'NotImplementedError'])
    expect(await answer(fresh, '/guest/logout', { method: 'POST' })).toEqual([404, 'NotFoundError'])
  })
})

test('a guest whom the catalog knows owns what the groups of the guest own, with their parents where the config says so', async () => {
  const users = [{ userEntityRef: 'user:default/visitor', memberOf: ['group:default/visitors'], nested: ['group:default/everybody'] }]
  const providers = { guest: { userEntityRef: 'user:default/visitor' } }
  for (const [ownership, expected] of [
    [{}, ['user:default/visitor', 'group:default/visitors']],
    [{ nestedGroups: true }, ['user:default/visitor', 'group:default/visitors', 'group:default/everybody']],
  ] as const) {
    const portal = await startAuthPortal({ users, providers, auth: { ownership } })
    const { identity } = await signIn(portal.server)
    await portal.stop()
    expect(identity.ownershipEntityRefs).toEqual(expected)
  }
})

test('beside another provider there is no guest unless configured: 404 [AUTH-080]', async () => {
  const server = await startTestServer({ plugins: [authPlugin], config: { auth: { providers: { github: {} } } } })
  try {
    expect(await answer(server, '/guest/refresh')).toEqual([404, 'NotFoundError'])
  } finally {
    await server.stop()
  }
})

test('an unknown provider answers 404 everywhere', async () => {
  for (const provider of ['github', 'nope', '%2e%2e', 'constructor']) {
    for (const path of ['start', 'handler/frame', 'refresh'])
      expect(await answer(fresh, `/${provider}/${path}`)).toEqual([404, 'NotFoundError'])
    expect(await answer(fresh, `/${provider}/logout`, { method: 'POST' })).toEqual([404, 'NotFoundError'])
  }
})

describe('what other programs read', () => {
  test('the published keys hold the one a new token names, and no private part', async () => {
    const { token } = await signIn(fresh)
    const header = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { kid: string }
    const { keys } = (await (await ask(fresh, '/api/auth/.well-known/jwks.json')).json()) as { keys: Record<string, unknown>[] }
    expect(keys).toContainEqual(expect.objectContaining({ kid: header.kid, kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' }))
    expect(keys.some(key => 'd' in key)).toBe(false)
  })

  test('the OpenID configuration points below the issuer that tokens name', async () => {
    const { iss } = claimsOf((await signIn(fresh)).token)
    const document = await (await ask(fresh, '/api/auth/.well-known/openid-configuration')).json()
    expect(document).toMatchObject({
      issuer: iss,
      jwks_uri: `${iss}/.well-known/jwks.json`,
      userinfo_endpoint: `${iss}/v1/userinfo`,
      id_token_signing_alg_values_supported: ['ES256'],
    })
  })

  test('user info is that of the last sign-in, for a full and for a limited token', async () => {
    const { token } = await signIn(configured)
    const expected = { claims: { sub: 'user:default/visitor', ent: ['group:default/visitors'] } }
    expect(await (await ask(configured, '/api/auth/v1/userinfo', bearer(token))).json()).toEqual(expected)
    const cookie = await ask(configured, '/api/auth/.backstage/auth/v1/cookie', bearer(token))
    const limited = /^backstage-auth=([^;]+)/.exec(cookie.headers.get('set-cookie') ?? '')?.[1] ?? ''
    expect(await (await ask(configured, '/api/auth/v1/userinfo', bearer(limited))).json()).toEqual(expected)
  })

  test('user info is refused without a token, with a bad one, and to a service', async () => {
    const { token } = await signIn(configured)
    for (const init of [{}, bearer('nonsense'), bearer(`${token.slice(0, -6)}AAAAAA`), bearer('a-static-token')]) {
      expect(await answer(configured, '/v1/userinfo', init)).toEqual([401, 'AuthenticationError'])
    }
  })
  test('user info of a user who never signed in is 404 in plain text', async () => {
    const response = await fresh.as('user:default/stranger').fetch('/api/auth/v1/userinfo')
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/plain; charset=utf-8'])
  })
})

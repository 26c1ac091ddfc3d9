import {
  errorOf,
  oauthCases,
  openIdCases,
  popupOutcome,
  sessionOf,
  startAuthPortal,
  startFakeOAuthServer,
  type AuthPortal,
} from '@portico/auth/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeState } from './sign-in-state.ts'

const baseUrl = 'https://api.portal.test'
const client = { id: 'portal-client', secret: 'the-secret-of-the-portal' }
const fakeServers = new Map<string, Awaited<ReturnType<typeof startFakeOAuthServer>>>()
let portal: AuthPortal

beforeAll(async () => {
  const cases = [...oauthCases, ...openIdCases].filter(each => ['github', 'gitlab', 'microsoft'].includes(each.id))
  for (const each of cases) {
    const redirectUri = `${baseUrl}/api/auth/${each.id}/handler/frame`
    const routes = { ...each.provider.routes, 'GET /login/common/v2.0/.well-known/openid-configuration': commonTenant }
    const provider = { ...each.provider, routes, asked: {}, scope: (asked: string) => asked }
    fakeServers.set(
      each.id,
      await startFakeOAuthServer({ client: { ...client, by: each.clientBy }, redirectUri, expiresIn: 3600, ...provider }),
    )
  }
  const addresses = cases.flatMap(each => (each.origins ?? []).map(([origin, path]) => [origin, `${fakeServer(each.id).url}${path}`]))
  const account = { clientId: client.id, clientSecret: client.secret }
  const signIn = { resolvers: [{ resolver: 'emailMatchingUserEntityProfileEmail' }] }
  portal = await startAuthPortal({
    baseUrl,
    appUrl: 'https://portal.test',
    users: [{ userEntityRef: 'user:default/jane', memberOf: [], profile: { email: 'jane@example.org' } }],
    providers: {
      github: { development: { ...account, signIn } },
      gitlab: { development: { ...account, audience: fakeServer('gitlab').url, sessionDuration: { hours: 2 } } },
      microsoft: {
        development: { ...account, tenantId: 'tenant-1', signIn },
        anybody: { ...account, tenantId: 'common', signIn },
      },
    },
    options: { addresses: Object.fromEntries(addresses) },
  })
})
afterAll(async () => {
  await portal?.stop()
  for (const each of fakeServers.values()) await each.stop()
})

/** What Microsoft says of accounts of any tenant: the issuer has a gap. */
function commonTenant() {
  const at = 'https://login.microsoftonline.com'
  const endpoints = {
    authorization_endpoint: `${at}/tenant-1/authorize`,
    token_endpoint: `${at}/tenant-1/token`,
    jwks_uri: `${at}/tenant-1/keys`,
  }
  return { json: { issuer: `${at}/{tenantid}/v2.0`, ...endpoints } }
}

function fakeServer(id: string) {
  const found = fakeServers.get(id)
  if (!found) throw new Error(`there is no fake server for ${id}`)
  return found
}

describe('start', () => {
  test('redirects the browser with the state and the cookies by which it is recognised again [AUTH-072]', async () => {
    const parameters = { origin: 'https://portal.test', flow: 'popup', scope: 'repo' }
    const { response, text } = await portal.browser().open(portal.at('github/start', parameters))
    expect([response.status, response.headers.get('content-length'), text]).toEqual([302, '0', ''])
    const location = new URL(response.headers.get('location') ?? '')
    const state = decodeState(location.searchParams.get('state') ?? '')
    expect(state).toEqual({
      nonce: expect.stringMatching(/^[A-Za-z0-9+/]{22}==$/),
      env: 'development',
      origin: 'https://portal.test',
      redirectUrl: undefined,
      flow: 'popup',
      scope: 'repo read:user',
    })
    const lines = response.headers.getSetCookie()
    const attributes = 'Max-Age=600; Path=/api/auth/github/handler; HttpOnly; Secure; SameSite=None'
    expect(lines[0]).toBe(`github-nonce=${encodeURIComponent(state?.nonce ?? '')}; ${attributes}`)
    expect(lines).toHaveLength(2)
    // With the default policy the popup would lose its opener.
    expect(response.headers.get('cross-origin-opener-policy')).toBe('unsafe-none')
  })

  test('keeps the scopes out of the state where the provider reports the granted ones', async () => {
    const { response } = await portal.browser().open(portal.at('gitlab/start', { scope: 'api' }))
    const location = new URL(response.headers.get('location') ?? '')
    expect([location.searchParams.get('scope'), decodeState(location.searchParams.get('state') ?? '')?.scope]).toEqual([
      'api read_user',
      undefined,
    ])
  })
})

test('the environment must be named, and known', async () => {
  const calls = [
    (query: string) => portal.browser().open(`${baseUrl}/api/auth/github/start${query}`),
    (query: string) => portal.browser().open(`${baseUrl}/api/auth/github/handler/frame${query}`),
    (query: string) =>
      portal.browser().open(`${baseUrl}/api/auth/github/refresh${query}`, { headers: { 'x-requested-with': 'XMLHttpRequest' } }),
    (query: string) =>
      portal
        .browser()
        .open(`${baseUrl}/api/auth/github/logout${query}`, { method: 'POST', headers: { 'x-requested-with': 'XMLHttpRequest' } }),
  ]
  for (const call of calls) {
    const [missing, ...unknown] = [
      await call(''),
      await call('?env=production'),
      await call('?env=constructor'),
      await call('?env=__proto__'),
    ]
    expect([missing?.response.status, errorOf(missing!).name]).toEqual([400, 'InputError'])
    expect(unknown.map(visit => [visit.response.status, errorOf(visit).name])).toEqual(
      Array.from({ length: 3 }, () => [404, 'NotFoundError']),
    )
  }
})

describe('the last page', () => {
  test('is one that only this script runs on, in a window that keeps its opener [AUTH-075, AUTH-076]', async () => {
    const page = await portal.browser().follow(portal.at('github/start'))
    expect(popupOutcome(page)).toMatchObject({ target: 'https://portal.test', response: { profile: { email: 'jane@example.org' } } })
    expect(page.response.status).toBe(200)
    expect(page.response.headers.get('content-type')).toMatch(/^text\/html/)
    expect(Object.fromEntries(page.response.headers)).toMatchObject({
      'content-security-policy': expect.stringMatching(/^script-src 'sha256-[A-Za-z0-9+/]{43}='$/),
      'x-frame-options': 'sameorigin',
      'cross-origin-opener-policy': 'unsafe-none',
      'cache-control': 'no-store',
    })
  })

  test('reports a refusal by the user, by popup and by redirect', async () => {
    for (const [flow, told] of [
      ['popup', undefined],
      ['redirect', 'https://portal.test/settings?tab=2&error='],
    ] as const) {
      const browser = portal.browser()
      const redirectUrl = 'https://portal.test/settings?tab=2'
      const away = await browser.open(portal.at('github/start', flow === 'popup' ? {} : { flow, redirectUrl }))
      const state = new URL(away.response.headers.get('location') ?? '').searchParams.get('state') ?? ''
      const denial = { error: 'access_denied', error_description: "it's </script><b>no</b>", state }
      const back = await browser.open(`${baseUrl}/api/auth/github/handler/frame?${new URLSearchParams(denial).toString()}`)
      const location = back.response.headers.get('location') ?? undefined
      if (told === undefined)
        expect(popupOutcome(back).error).toEqual({ name: 'AuthenticationError', message: expect.stringContaining('access_denied') })
      else
        expect([back.response.status, location?.startsWith(told), new URL(location ?? '').searchParams.get('error')]).toEqual([
          302,
          true,
          expect.stringContaining('GitHub refused: access_denied'),
        ])
    }
  })
})

describe('the session', () => {
  test('has no identity where the provider is not for sign-in, and lasts as long as is configured', async () => {
    const browser = portal.browser()
    const { response } = popupOutcome(await browser.follow(portal.at('gitlab/start')))
    expect(Object.keys(response ?? {})).toEqual(['profile', 'providerInfo'])
    expect(browser.cookies().map(({ line }) => line)).toEqual([
      expect.stringMatching(/^gitlab-refresh-token=[^;]+; Max-Age=7200; Path=\/api\/auth\/gitlab; HttpOnly; Secure; SameSite=None$/),
    ])
  })

  test('grows by the scopes that are asked for later, and keeps those it had', async () => {
    const browser = portal.browser()
    await browser.follow(portal.at('github/start', { scope: 'repo' }))
    const { response } = popupOutcome(await browser.follow(portal.at('github/start', { scope: 'gist' })))
    expect(response?.providerInfo?.scope).toBe('gist repo read:user')
    expect(sessionOf(await portal.refresh(browser, 'github', { scope: 'repo' })).providerInfo?.scope).toBe('gist repo read:user')
  })

  test('for another resource of Microsoft has its token and no person', async () => {
    const browser = portal.browser()
    const visit = await browser.open(portal.at('microsoft/start', { scope: 'https://vault.azure.net/.default' }))
    const scope = new URL(visit.response.headers.get('location') ?? '').searchParams.get('scope')
    expect(scope).toBe('https://vault.azure.net/.default offline_access')
    const { response } = popupOutcome(await browser.follow(portal.at('microsoft/start', { scope: 'https://vault.azure.net/.default' })))
    expect(response).toEqual({ profile: {}, providerInfo: { accessToken: expect.any(String), scope, expiresInSeconds: 3600 } })
  })

  test('of any tenant of Microsoft is of the tenant that its ID token names, and no other issuer', async () => {
    const at = portal.at('microsoft/start', { env: 'anybody' })
    expect(popupOutcome(await portal.browser().follow(at)).response?.backstageIdentity?.identity.userEntityRef).toBe('user:default/jane')
    fakeServer('microsoft').twist.claims = { iss: 'https://login.microsoftonline.com/tenant-2/v2.0' }
    expect(popupOutcome(await portal.browser().follow(at)).error?.name).toBe('AuthenticationError')
    delete fakeServer('microsoft').twist.claims
  })

  test('with a refresh token of 9000 characters is stored in chunks and renewed', async () => {
    const { refreshTokens, twist } = fakeServer('gitlab')
    const large = 'r'.repeat(9000)
    const [accessToken] = fakeServer('gitlab').accessTokens
    twist.tokenReply = { json: { access_token: accessToken, token_type: 'Bearer', refresh_token: large } }
    const browser = portal.browser()
    await browser.follow(portal.at('gitlab/start'))
    delete twist.tokenReply
    expect(browser.cookies().map(({ name }) => name)).toEqual([
      'gitlab-refresh-token-0',
      'gitlab-refresh-token-1',
      'gitlab-refresh-token-2',
    ])
    refreshTokens.set(large, { challenge: undefined, scope: 'read_user', nonce: undefined })
    expect((await portal.refresh(browser, 'gitlab')).response.status).toBe(200)
    expect(browser.cookies().map(({ name }) => name)).toEqual(['gitlab-refresh-token'])
  })
})

test('an access token of another application is not accepted as a session: the portal opens only what it sealed', async () => {
  const browser = portal.browser()
  await browser.follow(portal.at('github/start'))
  const kept = browser.cookies().find(cookie => cookie.name === 'github-refresh-token')
  const stolen = 'access-of-jane-given-to-another-application'
  fakeServer('github').accessTokens.add(stolen)
  const [, seal] = kept?.value.split('.') ?? []
  for (const value of [`access-token.${stolen}`, `access-token.${seal}.${stolen}`, `access-token..${stolen}`]) {
    const attacker = portal.browser()
    attacker.restore([{ host: 'api.portal.test', path: '/api/auth/github', name: 'github-refresh-token', value, line: '' }])
    expect((await portal.refresh(attacker, 'github')).response.status).toBe(401)
  }
  expect((await portal.refresh(browser, 'github')).response.status).toBe(200)
})

import {
  errorOf,
  openIdCases,
  popupOutcome,
  sessionOf,
  startAuthPortal,
  startFakeOAuthServer,
  startFakeServer,
  type AuthPortal,
  type Twist,
} from '@portico/auth/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

const google = openIdCases.find(each => each.id === 'google')
if (!google) throw new Error('no case for google')
const client = { id: 'portal-client', secret: 'the-secret-of-the-portal' }
const users = [{ userEntityRef: 'user:default/jane', memberOf: [], profile: { email: 'jane@example.org' } }]
const signIn = { resolvers: [{ resolver: 'emailMatchingUserEntityProfileEmail' }] }
let fakeServer: Awaited<ReturnType<typeof startFakeOAuthServer>>
let silent: Awaited<ReturnType<typeof startFakeServer>>
let portal: AuthPortal

beforeAll(async () => {
  const redirectUri = 'http://localhost:7007/api/auth/google/handler/frame'
  fakeServer = await startFakeOAuthServer({ client: { ...client, by: 'post' }, redirectUri, ...google.provider })
  silent = await startFakeServer({ 'GET /.well-known/openid-configuration': () => ({ silent: true }) })
  const gone = await startFakeServer({})
  await gone.stop()
  const account = { clientId: client.id, clientSecret: client.secret }
  portal = await startAuthPortal({
    users,
    providers: {
      google: { development: { ...account, signIn } },
      oidc: {
        silent: { ...account, metadataUrl: `${silent.url}/.well-known/openid-configuration`, timeout: { milliseconds: 200 } },
        gone: { ...account, metadataUrl: `${gone.url}/.well-known/openid-configuration` },
        nothing: { ...account, metadataUrl: `${silent.url}/nothing` },
      },
    },
    options: {
      timeoutMs: 1000,
      addresses: Object.fromEntries((google.origins ?? []).map(([origin, path]) => [origin, `${fakeServer.url}${path}`])),
    },
  })
})
afterEach(() => {
  for (const key of Object.keys(fakeServer.twist) as (keyof Twist)[]) delete fakeServer.twist[key]
})
afterAll(async () => {
  await portal?.stop()
  await fakeServer?.stop()
  await silent?.stop()
})

async function signInWith(twist: Twist) {
  Object.assign(fakeServer.twist, twist)
  const page = await portal.browser().follow(portal.at('google/start'))
  return { status: page.response.status, ...popupOutcome(page) }
}

describe('an ID token is refused', () => {
  test.each([
    ['with another nonce: it was made for another sign-in', { claims: { nonce: 'of-another-sign-in' } }],
    ['without a nonce', { claims: { nonce: undefined } }],
    ['of another issuer', { claims: { iss: 'https://accounts.evil.test' } }],
    ['for another client', { claims: { aud: 'another-client' } }],
    ['that was signed by another key', { strangeKey: true }],
    ['of a provider whose clock is ten minutes behind', { clockAhead: -600 }],
  ] satisfies [string, Twist][])('%s', async (_what, twist) => {
    const { status, error, response } = await signInWith(twist)
    expect([status, response, error?.name]).toEqual([200, undefined, 'AuthenticationError'])
    expect(error?.message).toMatch(/^The ID token of Google is not valid/)
  })

  test('in a refresh too', async () => {
    const browser = portal.browser()
    await browser.follow(portal.at('google/start'))
    fakeServer.twist.strangeKey = true
    const reply = await portal.refresh(browser, 'google')
    expect([reply.response.status, errorOf(reply).cause?.code]).toEqual([401, 'auth.id-token-invalid'])
  })
})

test.each([-20, 20])('a clock that is %i seconds off does no harm', async clockAhead => {
  expect((await signInWith({ clockAhead })).response?.profile.email).toBe('jane@example.org')
})

describe('an invalid answer of a provider is reported, without its content', () => {
  test.each([
    ['a page', { text: '<html>secret-page</html>', headers: { 'content-type': 'text/html' } }],
    ['broken JSON', { text: '{"access_token": "secret-', headers: { 'content-type': 'application/json' } }],
    ['a list', { json: ['secret-list'] }],
    ['an invalid token', { json: { access_token: { secret: 1 }, token_type: 'Bearer' } }],
    ['a token of an unknown kind', { json: { access_token: 'secret-token', token_type: 'mac' } }],
    ['a reply that is too large', { json: { access_token: 'x'.repeat(2_000_000), token_type: 'Bearer' } }],
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/secret' } }],
    ['an error of its own', { status: 500, text: 'secret stack' }],
  ])('%s', async (_what, tokenReply) => {
    const { status, error } = await signInWith({ tokenReply })
    expect([status, error?.name]).toEqual([200, 'ServiceUnavailableError'])
    expect(error?.message).toMatch(/^Google /)
    expect(error?.message).not.toContain('secret')
    expect(portal.log()).not.toMatch(/secret-|secret stack/)
  })

  test('a refusal is passed on as plain text', async () => {
    const json = { error: 'invalid_client', error_description: 'no "good" <b>client</b>' }
    const { error } = await signInWith({ tokenReply: { status: 401, json } })
    expect(error).toEqual({ name: 'AuthenticationError', message: 'Google refused: invalid_client (no  good   b client /b)' })
  })
})

describe('an unavailable provider', () => {
  test('does not prevent the portal from starting, and is retried each time', async () => {
    for (const [env, message] of [
      ['gone', 'OpenID Connect cannot be reached'],
      ['silent', 'OpenID Connect did not answer in time'],
      ['silent', 'OpenID Connect did not answer in time'],
      ['nothing', 'OpenID Connect answered with something unexpected'],
    ] as const) {
      const visit = await portal.browser().open(portal.at('oidc/start', { env }))
      expect([env, visit.response.status, errorOf(visit)]).toEqual([
        env,
        503,
        expect.objectContaining({ name: 'ServiceUnavailableError', message }),
      ])
    }
    expect(silent.requests.map(request => request.path)).toEqual([
      '/.well-known/openid-configuration',
      '/.well-known/openid-configuration',
      '/nothing/.well-known/openid-configuration',
    ])
  })

  const page = { init: { headers: { accept: 'text/html,*/*;q=0.8' } } }

  test('is told of on a page that names the class of the cause, the config key and the id in the log', async () => {
    for (const [env, message] of [
      ['gone', 'OpenID Connect cannot be reached'],
      ['nothing', 'OpenID Connect answered with something unexpected'],
    ] as const) {
      const visit = await portal.browser().follow(portal.at('oidc/start', { env, origin: 'http://localhost:7007' }), page)
      const { response, text } = visit
      const id = response.headers.get('x-request-id') ?? ''
      expect([response.status, response.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])
      for (const part of ['Signing in with OpenID Connect failed', message, `auth.providers.oidc.${env}`, id, 'Try again', 'administrator'])
        expect(text).toContain(part)
      expect(popupOutcome(visit)).toEqual({ error: { name: 'ServiceUnavailableError', message }, target: 'http://localhost:7007' })
      // Where the provider is, only the log tells.
      expect(text).not.toMatch(/127\.0\.0\.1|ECONN|the-secret/)
      const logged = portal.lines.filter(line => line.includes(id) && line.includes('a sign-in failed')).join('')
      expect(logged).toMatch(env === 'gone' ? /ECONNREFUSED 127\.0\.0\.1/ : /OAUTH_/)
    }
  })

  test('is told of in the redirect flow too, with a way back that tells why', async () => {
    const parameters = { env: 'gone', flow: 'redirect', redirectUrl: 'http://localhost:7007/system?tab=2' }
    const { response, text } = await portal.browser().follow(portal.at('oidc/start', parameters), page)
    expect([response.status, text.includes('<script')]).toEqual([503, false])
    expect(text).toContain('href="http://localhost:7007/system?tab=2&#38;error=OpenID+Connect+cannot+be+reached"')
    const elsewhere = await portal.browser().follow(portal.at('oidc/start', { ...parameters, redirectUrl: 'https://evil.test/' }), page)
    expect(elsewhere.response.status).toBe(403)
    expect(elsewhere.text).toContain('href="http://localhost:7007/?error=')
    expect(elsewhere.text).not.toMatch(/href="https:/)
  })

  test('or not configured at all, or for no such environment, is told of as text', async () => {
    const unknown = await portal.browser().follow(portal.at('<b>gogle</b>/start'.replaceAll('/b', '%2Fb')), page)
    expect([unknown.response.status, unknown.text.includes('<b>')]).toEqual([404, false])
    expect(unknown.text).toContain('<code>auth.providers</code>')
    const { response, text } = await portal.browser().follow(portal.at('oidc/start', { env: '"><script>alert(1)</script>' }), page)
    expect([response.status, text.includes('alert(1)</script>')]).toEqual([404, false])
    expect(text).toContain('<code>auth.providers.oidc</code>')
    expect(text).toContain('auth.environment')
  })

  test('and a client that it does not accept, are told of when the browser comes back', async () => {
    fakeServer.twist.tokenReply = { status: 401, json: { error: 'invalid_client' } }
    for (const flow of ['popup', 'redirect']) {
      const redirectUrl = 'http://localhost:7007/system'
      const { text } = await portal.browser().follow(portal.at('google/start', { flow, redirectUrl }))
      expect(text).toContain('Google refused: invalid_client')
      expect(text).toContain('Check clientId, clientSecret, callbackUrl and the scopes under auth.providers.google.development')
      expect(text).toContain('href="../start?')
      expect(text.includes(`href="${redirectUrl}?error=`)).toBe(flow === 'redirect')
    }
  })

  test('during the redirect back, and while a session is renewed, is reported', async () => {
    const browser = portal.browser()
    await browser.follow(portal.at('google/start'))
    fakeServer.twist.tokenReply = { silent: true }
    const page = await portal.browser().follow(portal.at('google/start'))
    expect(popupOutcome(page).error).toEqual({ name: 'ServiceUnavailableError', message: 'Google did not answer in time' })
    const reply = await portal.refresh(browser, 'google')
    expect([reply.response.status, errorOf(reply).cause?.message]).toEqual([503, 'Google did not answer in time'])
    fakeServer.twist.tokenReply = undefined
    expect(sessionOf(await portal.refresh(browser, 'google')).profile.email).toBe('jane@example.org')
  })
})

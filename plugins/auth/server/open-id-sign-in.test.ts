import {
  errorOf,
  openIdClient,
  popupOutcome,
  sessionOf,
  startOpenIdPortal,
  type OpenIdPortal,
  type TestBrowser,
} from '@portico/auth/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let portal: OpenIdPortal

beforeAll(async () => {
  portal = await startOpenIdPortal()
})
afterAll(() => portal?.stop())

describe('the whole sign-in at a real OpenID provider', () => {
  test('by popup: the page that opened it gets the session [AUTH-072] [AUTH-073] [AUTH-075] [AUTH-076]', async () => {
    const browser = portal.browser()
    const outcome = await portal.signIn(browser, 'jane', { origin: 'http://localhost:7007', flow: 'popup', scope: 'openid' })
    expect(outcome).toEqual({
      target: 'http://localhost:7007',
      response: {
        profile: { email: 'jane@example.org', displayName: 'Jane Doe', picture: 'https://example.org/jane.png' },
        providerInfo: {
          accessToken: expect.any(String),
          idToken: expect.stringMatching(/^eyJ/),
          scope: 'openid profile email offline_access',
          expiresInSeconds: 3600,
        },
        backstageIdentity: {
          token: expect.any(String),
          identity: {
            type: 'user',
            userEntityRef: 'user:default/jane',
            ownershipEntityRefs: ['user:default/jane', 'group:default/team-a'],
          },
          expiresInSeconds: 3600,
        },
      },
    })
    expect(
      browser
        .cookies()
        .map(cookie => cookie.name)
        .filter(name => name.startsWith('oidc-')),
    ).toEqual(['oidc-refresh-token', 'oidc-granted-scope', 'oidc-began'])
  })

  test('by redirect: the browser returns to the page it came from, and a refresh gives the session [AUTH-074] [AUTH-068] [AUTH-069]', async () => {
    const browser = portal.browser()
    const parameters = { flow: 'redirect', redirectUrl: 'http://localhost:7007/catalog?kind=component' }
    const back = await browser.open(await portal.toCallback(browser, 'jane', parameters))
    expect([back.response.status, back.response.headers.get('location'), back.text]).toEqual([
      302,
      'http://localhost:7007/catalog?kind=component',
      '',
    ])
    const session = sessionOf(await portal.refresh(browser, 'oidc'))
    expect(session).toMatchObject({
      profile: { email: 'jane@example.org', displayName: 'Jane Doe' },
      providerInfo: { accessToken: expect.any(String), scope: 'openid profile email offline_access' },
      backstageIdentity: { identity: { userEntityRef: 'user:default/jane' } },
    })
    const info = await portal.server.as({ token: session.backstageIdentity?.token ?? '' }).fetch('/api/auth/v1/userinfo')
    expect(await info.json()).toEqual({ claims: { sub: 'user:default/jane', ent: ['user:default/jane', 'group:default/team-a'] } })
  })

  test('by POST, for providers that send the browser back with a form', async () => {
    const browser = portal.browser()
    const url = await portal.toCallback(browser, 'jane')
    const body = new URLSearchParams(url.searchParams)
    expect(popupOutcome(await browser.open(portal.callback, { method: 'POST', body }))).toMatchObject({
      response: { profile: { displayName: 'Jane Doe' } },
    })
  })

  test('what the provider leaves out of the profile comes from the catalog', async () => {
    expect(await portal.signIn(portal.browser(), 'mallory')).toMatchObject({
      response: { profile: { displayName: 'Mallory', picture: 'https://example.org/m.png' } },
    })
  })

  test('an origin that is allowed besides the own gets the answer', async () => {
    expect(await portal.signIn(portal.browser(), 'jane', { origin: 'https://preview.portal.test' })).toMatchObject({
      target: 'https://preview.portal.test',
      response: { profile: {} },
    })
  })

  test('a provider that may show no page answers that a sign-in is needed, and the window names the key to change', async () => {
    const page = await portal.browser().follow(portal.at('oidc/start', { env: 'silent' }))
    expect([page.response.status, popupOutcome(page).error]).toEqual([
      200,
      { name: 'AuthenticationError', message: expect.stringMatching(/login_required.*prompt: none/) },
    ])
    expect(page.text).toContain('Set auth.providers.oidc.silent.prompt to auto')
  })

  test('signing out removes the cookies, and the refresh token is no longer valid [AUTH-071]', async () => {
    const browser = portal.browser()
    await portal.signIn(browser, 'jane')
    const before = browser.copy()
    const out = await portal.signOut(browser, 'oidc', { origin: 'http://localhost:7007' })
    expect([out.response.status, out.text]).toEqual([200, ''])
    expect(browser.cookies().filter(cookie => cookie.name.startsWith('oidc-'))).toEqual([])
    expect((await portal.refresh(browser, 'oidc')).response.status).toBe(401)
    await expect.poll(async () => (await portal.refresh(before, 'oidc')).response.status).toBe(401)
  })
})

test('signing out ends the session at the provider too, where the config says so, and comes back to the portal', async () => {
  const browser = portal.browser()
  const env = { env: 'logout' }
  const { response } = await portal.signIn(browser, 'jane', env)
  const out = await browser.open(portal.at('oidc/logout', env), { method: 'POST', headers: { 'x-requested-with': 'XMLHttpRequest' } })
  const { logoutUrl } = JSON.parse(out.text) as { readonly logoutUrl: string }
  expect(new URL(logoutUrl).searchParams.get('id_token_hint')).toBe(response?.providerInfo?.idToken)
  expect(browser.cookies().filter(cookie => cookie.name.startsWith('oidc-'))).toEqual([])

  const asked = await browser.follow(logoutUrl)
  const [, action = '', xsrf = ''] = /action="([^"]+)".*name="xsrf" value="([^"]+)"/s.exec(asked.text) ?? []
  const body = new URLSearchParams({ xsrf, logout: 'yes' })
  const isPortal = (url: URL) => url.origin === 'http://localhost:7007'
  const back = await browser.follow(action, { init: { method: 'POST', body }, stopAt: isPortal })
  expect(back.url.href).toBe('http://localhost:7007/')
  // The provider knows nobody any more: it shows its page.
  const again = await browser.follow(portal.at('oidc/start', env), { stopAt: isPortal })
  expect(again.text).toContain('<title>Sign in</title>')
})

test('signing out works while the provider is away', async () => {
  const browser = portal.browser()
  await portal.signIn(browser, 'jane', { env: 'logout' })
  portal.provider.setAway(true)
  try {
    const init = { method: 'POST', headers: { 'x-requested-with': 'XMLHttpRequest' } }
    expect((await browser.open(portal.at('oidc/logout', { env: 'logout' }), init)).response.status).toBe(200)
    expect(browser.cookies().filter(cookie => cookie.name.startsWith('oidc-'))).toEqual([])
  } finally {
    portal.provider.setAway(false)
  }
})

describe('a provider that gives no refresh token', () => {
  const env = { env: 'strict' }

  test('keeps people signed in over a reload, until its access token ends', async () => {
    const browser = portal.browser()
    const url = await portal.toCallback(browser, 'jane', env)
    const first = popupOutcome(await browser.open(url)).response
    expect(first?.providerInfo?.scope).toBe('openid profile email offline_access')
    expect(portal.log()).toContain('the provider gave no refresh token')
    portal.clock.aheadMs += 600_000
    const renewed = sessionOf(await portal.refresh(browser, 'oidc', env))
    expect(renewed).toMatchObject({
      profile: first?.profile ?? {},
      providerInfo: { accessToken: first?.providerInfo?.accessToken, idToken: first?.providerInfo?.idToken },
      backstageIdentity: { identity: { userEntityRef: 'user:default/jane' } },
    })
    expect(renewed.providerInfo?.expiresInSeconds).toBeLessThanOrEqual(3000)
    portal.clock.aheadMs += 3_000_000
    expect([(await portal.refresh(browser, 'oidc', env)).response.status]).toEqual([401])
    portal.clock.aheadMs = 0
  })

  test('gives one with the consent of the user, for which the config can ask', async () => {
    const browser = portal.browser()
    await portal.signIn(browser, 'jane', { env: 'consent' })
    const tokenOf = () => browser.cookies().find(cookie => cookie.name === 'oidc-refresh-token')?.value
    const before = tokenOf()
    expect((await portal.refresh(browser, 'oidc', { env: 'consent' })).response.status).toBe(200)
    expect([before?.startsWith('portico-grant'), tokenOf() === before]).toEqual([false, false])
  })

  test('accepts nothing that was changed in the browser', async () => {
    const browser = portal.browser()
    await portal.signIn(browser, 'mallory', env)
    const [kept] = browser.cookies().filter(cookie => cookie.name === 'oidc-refresh-token')
    const [prefix, seal, written = ''] = (kept?.value ?? '').split('.')
    const changed = { ...(JSON.parse(Buffer.from(written, 'base64url').toString()) as object), expiresAt: 9e15 }
    const value = [prefix, seal, Buffer.from(JSON.stringify(changed)).toString('base64url')].join('.')
    browser.restore(browser.cookies().map(cookie => (cookie === kept ? { ...kept, value } : cookie)))
    expect((await portal.refresh(browser, 'oidc', env)).response.status).toBe(401)
  })
})

describe('the refresh token', () => {
  test('is rotated: the old one is used up, and the new one is kept', async () => {
    const browser = portal.browser()
    await portal.signIn(browser, 'jane')
    const first = browser.copy()
    const tokenOf = (each: TestBrowser) => each.cookies().find(cookie => cookie.name === 'oidc-refresh-token')?.value
    expect((await portal.refresh(browser, 'oidc')).response.status).toBe(200)
    expect(tokenOf(browser)).not.toBe(tokenOf(first))
    expect((await portal.refresh(browser, 'oidc')).response.status).toBe(200)
    // After the time in which tabs share one use.
    portal.clock.aheadMs += 11_000
    expect((await portal.refresh(first, 'oidc')).response.status).toBe(401)
  })

  test('is used once by two tabs that renew at the same moment', async () => {
    const browser = portal.browser()
    await portal.signIn(browser, 'jane')
    const tabs = [browser.copy(), browser.copy(), browser.copy()]
    const replies = await Promise.all(tabs.map(tab => portal.refresh(tab, 'oidc')))
    expect(replies.map(reply => reply.response.status)).toEqual([200, 200, 200])
    // Had the provider seen it twice, it would have ended the session.
    expect((await portal.refresh(tabs[2]!, 'oidc')).response.status).toBe(200)
  })

  test('that is missing or unknown gives a 401 with the cause [AUTH-070]', async () => {
    const without = await portal.refresh(portal.browser(), 'oidc')
    expect([without.response.status, errorOf(without)]).toEqual([
      401,
      expect.objectContaining({ name: 'AuthenticationError', cause: expect.objectContaining({ code: 'auth.refresh-token-missing' }) }),
    ])
    const browser = portal.browser()
    browser.restore([{ host: 'localhost', path: '/api/auth/oidc', name: 'oidc-refresh-token', value: 'stolen', line: '' }])
    expect(errorOf(await portal.refresh(browser, 'oidc'))).toMatchObject({
      name: 'AuthenticationError',
      cause: { name: 'AuthenticationError', code: 'auth.provider-refused' },
    })
  })

  test('outlives a provider that is away: that is a 503, which ends no session', async () => {
    const browser = portal.browser()
    await portal.signIn(browser, 'jane')
    portal.provider.setAway(true)
    try {
      const away = await portal.refresh(browser, 'oidc')
      expect([away.response.status, errorOf(away)]).toEqual([
        503,
        expect.objectContaining({
          name: 'ServiceUnavailableError',
          code: 'auth.refresh-unavailable',
          cause: expect.objectContaining({ code: 'auth.provider-away', message: 'OpenID Connect cannot be reached' }),
        }),
      ])
    } finally {
      portal.provider.setAway(false)
    }
    expect((await portal.refresh(browser, 'oidc')).response.status).toBe(200)
  })

  test('does not widen what was granted', async () => {
    const browser = portal.browser()
    await portal.signIn(browser, 'jane')
    expect(sessionOf(await portal.refresh(browser, 'oidc', { scope: 'openid admin' })).providerInfo?.scope).toBe(
      'openid profile email offline_access',
    )
  })
})

test('a person who is not in the catalog gets the reason, and the log has the details', async () => {
  const { error, response } = await portal.signIn(portal.browser(), 'stranger')
  expect(response).toBeUndefined()
  expect(error).toEqual({
    name: 'NotFoundError',
    message: expect.stringMatching(/by the e-mail address of its profile.*administrator.*request [\w-]+/),
  })
  expect(error?.message).not.toContain('stranger@example.org')
  const line = portal.lines.map(each => JSON.parse(each) as Record<string, unknown>).findLast(each => 'attempts' in each)
  expect(line).toMatchObject({
    provider: 'oidc',
    attempts: [{ resolver: 'emailMatchingUserEntityProfileEmail', queries: [{ email: 'stranger@example.org' }], outcome: 'no user found' }],
  })
})

test('a person whose e-mail address is not verified is refused for that reason', async () => {
  const { error, response } = await portal.signIn(portal.browser(), 'pretender')
  expect([response, error]).toEqual([
    undefined,
    { name: 'NotAllowedError', message: expect.stringMatching(/says that your e-mail address is not verified.*Verify it at the provider/) },
  ])
  const line = portal.lines.map(each => JSON.parse(each) as Record<string, unknown>).findLast(each => 'attempts' in each)
  expect(line?.['attempts']).toMatchObject([{ outcome: 'the e-mail address is not verified' }])
  expect((await portal.signIn(portal.browser(), 'silent')).error?.message).toMatch(/claim email_verified is missing/)
})

test('no token, code or secret is in the log, at debug level, nor in an address of the portal', async () => {
  const browser = portal.browser()
  const url = await portal.toCallback(browser, 'jane')
  const outcome = popupOutcome(await browser.open(url))
  const renewed = sessionOf(await portal.refresh(browser, 'oidc'))
  const secrets = [
    openIdClient.secret,
    url.searchParams.get('code'),
    ...[outcome.response, renewed].flatMap(session => [
      session?.providerInfo?.accessToken,
      session?.providerInfo?.idToken,
      session?.backstageIdentity?.token,
    ]),
    ...browser
      .cookies()
      .filter(cookie => cookie.name.startsWith('oidc-') && !cookie.name.includes('scope'))
      .map(cookie => cookie.value),
  ]
  expect(secrets.length).toBeGreaterThanOrEqual(9)
  expect(portal.log()).toContain('/api/auth/oidc/handler/frame')
  for (const secret of secrets) {
    expect(secret?.length).toBeGreaterThan(10)
    expect(portal.log()).not.toContain(secret)
    const addresses = browser.visited.filter(visited => visited !== url.href)
    expect(addresses.filter(visited => visited.includes(secret ?? ''))).toEqual([])
  }
})

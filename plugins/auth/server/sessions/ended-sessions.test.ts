import { errorOf, startOpenIdPortal, type OpenIdPortal } from '@portico/auth/testing'
import { accessTokenPort, defineServerPlugin } from '@portico/core/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBegin, sealBegin } from '../oauth/session-began.ts'

/** Users who ended all their sessions, and when. */
const ended = new Map<string, number>()
const endings = defineServerPlugin({
  id: 'endings',
  provides: { accessTokens: accessTokenPort },
  setup: () => ({ accessTokens: { verify: async () => undefined, endedBefore: ref => ended.get(ref) } }),
})

let portal: OpenIdPortal
beforeAll(async () => {
  portal = await startOpenIdPortal({
    plugins: [endings],
    backend: { rateLimit: { window: '1m', incomingRequestLimit: 40 } },
  })
})
afterAll(() => portal.stop())

test('a session that its user has ended is not renewed by a refresh token that another browser still has', async () => {
  const [here, there] = [portal.browser(), portal.browser()]
  await portal.signIn(here, 'jane')
  await portal.signIn(there, 'jane')
  expect((await portal.refresh(there, 'oidc')).response.status).toBe(200)
  ended.set('user:default/jane', Date.now() + 1)
  const refused = await portal.refresh(there, 'oidc')
  expect(refused.response.status).toBe(401)
  expect(errorOf(refused).cause).toMatchObject({ code: 'core.session-ended' })
  // A user who signs in again afterwards stays signed in.
  ended.set('user:default/jane', Date.now() - 1)
  await portal.signIn(here, 'jane')
  expect((await portal.refresh(here, 'oidc')).response.status).toBe(200)
})

test('the start of a session is the one that the portal has sealed for its user; any other value is ignored', () => {
  const text = sealBegin(1000, 'user:default/jane', 'key')
  expect(openBegin(text, 'user:default/jane', 'key')).toBe(1000)
  for (const [given, user, key] of [
    [text, 'user:default/mallory', 'key'],
    [text, 'user:default/jane', 'other'],
    [text.replace('1000', '2000'), 'user:default/jane', 'key'],
    ['2000', 'user:default/jane', 'key'],
    [undefined, 'user:default/jane', 'key'],
  ] as const)
    expect(openBegin(given, user, key)).toBe(0)
})

test('repeated attempts are limited before they reach the provider', async () => {
  const statuses = await Promise.all(
    Array.from({ length: 60 }, async () => (await portal.browser().open(portal.at('oidc/refresh'))).response.status),
  )
  expect(statuses).toContain(429)
})

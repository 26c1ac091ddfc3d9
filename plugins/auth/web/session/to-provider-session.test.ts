// @vitest-environment node
import { expect, test } from 'vitest'
import { toProviderSession } from './to-provider-session.ts'

const start = new Date('2026-01-01T12:00:00Z')

test('lifetimes become dates, for the provider and for the identity [AUTH-010] [AUTH-011]', () => {
  const session = toProviderSession(
    {
      profile: { email: 'jane@example.com', displayName: 'Jane', picture: 7 },
      providerInfo: { accessToken: 'a', idToken: 'i', scope: 'read:user repo', expiresInSeconds: 60 },
      backstageIdentity: {
        token: 't',
        expiresInSeconds: 3600,
        identity: { type: 'user', userEntityRef: 'user:default/jane', ownershipEntityRefs: ['group:default/a'] },
      },
    },
    start,
  )
  expect(session).toEqual({
    profile: { email: 'jane@example.com', displayName: 'Jane' },
    providerInfo: { accessToken: 'a', idToken: 'i', scopes: ['read:user', 'repo'], expiresAt: new Date('2026-01-01T12:01:00Z') },
    backstageIdentity: {
      token: 't',
      expiresAt: new Date('2026-01-01T13:00:00Z'),
      identity: { type: 'user', userEntityRef: 'user:default/jane', ownershipEntityRefs: ['group:default/a'] },
    },
  })
})

test('a profile has an email, a display name and a picture, each only where it is given [AUTH-012]', () => {
  const profileOf = (profile: unknown) => toProviderSession({ profile }, start).profile
  const whole = { email: 'jane@example.com', displayName: 'Jane', picture: 'https://example.com/jane.png' }
  expect(profileOf(whole)).toEqual(whole)
  for (const [name, text] of Object.entries(whole)) expect(profileOf({ [name]: text })).toEqual({ [name]: text })
  expect(profileOf({})).toEqual({})
  expect(profileOf({ ...whole, email: 7, picture: null, phone: '1' })).toEqual({ displayName: 'Jane' })
})

test('a reply that is not a session is refused, whatever it is [AUTH-056]', () => {
  for (const body of [undefined, null, 'text', [], {}, { backstageIdentity: null }, { backstageIdentity: { token: 5 } }]) {
    expect(() => toProviderSession(body, start)).toThrow('The answer of the server is not a session')
  }
  const nameless = { backstageIdentity: { token: 't', expiresInSeconds: 60, identity: { userEntityRef: 'jane' } } }
  expect(() => toProviderSession(nameless, start)).toThrow('Invalid user entity reference')
  const endless = { backstageIdentity: { token: 'no-jwt', identity: { userEntityRef: 'user:default/jane' } } }
  expect(() => toProviderSession(endless, start)).toThrow('The session has no expiry')
})

import { describe, expect, test } from 'vitest'
import { authSections, guestConfig, isDevelopment } from './config.ts'

const providersOf = (value?: unknown) => authSections['auth.providers'].parse(value)

describe('the guest provider', () => {
  test('is there in a fresh portal, with its default user', () => {
    expect(guestConfig(providersOf(), true)).toEqual({ userEntityRef: 'user:development/guest', dangerouslyAllowOutsideDevelopment: false })
  })

  test('is not there by itself outside development, or beside another provider', () => {
    expect(guestConfig(providersOf(), false)).toBeUndefined()
    expect(guestConfig(providersOf({ github: { development: { clientId: 'x' } } }), true)).toBeUndefined()
  })

  test('is there wherever it is configured', () => {
    expect(guestConfig(providersOf({ guest: {}, github: {} }), false)).toMatchObject({ userEntityRef: 'user:development/guest' })
  })

  test('refuses names that are not full refs and settings it does not know', () => {
    const accepts = (guest: object) => authSections['auth.providers'].safeParse({ guest }).success
    expect(accepts({ userEntityRef: 'user:default/jane', ownershipEntityRefs: ['group:default/a'] })).toBe(true)
    for (const guest of [{ userEntityRef: 'jane' }, { ownershipEntityRefs: 'group:default/a' }, { userentityref: 'user:default/jane' }])
      expect(accepts(guest)).toBe(false)
  })
})

test('a portal is for development unless its environment or NODE_ENV says otherwise', () => {
  expect(isDevelopment(authSections['auth.environment'].parse(undefined), undefined)).toBe(true)
  expect([
    isDevelopment('development', 'test'),
    isDevelopment('development', 'production'),
    isDevelopment('production', undefined),
  ]).toEqual([true, false, false])
})

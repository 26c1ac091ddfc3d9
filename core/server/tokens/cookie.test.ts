import { describe, expect, test } from 'vitest'
import type { UserPrincipal } from '../host/principal.ts'
import { clearCookie, issueCookie } from './cookie.ts'

const now = Date.parse('2026-11-15T12:00:00Z')
const expiresAt = new Date('2026-11-15T13:00:00Z')
const jane: UserPrincipal = { type: 'user', userEntityRef: 'user:default/jane', token: 'full', expiresAt }
const limitedTokenOf = (token: string) => ({ token: `limited-${token}`, expiresAt })
const baseUrl = 'https://portal.example:7007/api/techdocs'
const ask = (changes: Partial<Parameters<typeof issueCookie>[0]> = {}) =>
  issueCookie({ caller: jane, present: undefined, limitedTokenOf, baseUrl, now, ...changes })

describe('the cookie', () => {
  test('holds the limited token for the host of the portal, until the token expires', () => {
    expect(ask()).toEqual({
      setCookie:
        'backstage-auth=limited-full; Domain=portal.example; Path=/; Expires=Sun, 15 Nov 2026 13:00:00 GMT; HttpOnly; Priority=High; Secure; SameSite=None',
      body: { expiresAt: '2026-11-15T13:00:00.000Z' },
    })
  })

  test('is Secure on https and on localhost only; elsewhere it is Lax', () => {
    const ending = (url: string) => ask({ baseUrl: url }).setCookie?.replace(/^.*HttpOnly; /, '')
    expect(ending('http://localhost:7007/api/app')).toBe('Priority=High; Secure; SameSite=None')
    expect(ending('http://portal.example/api/app')).toBe('Priority=High; SameSite=Lax')
    expect(ask({ baseUrl: 'http://[::1]:7007/' }).setCookie).not.toContain('Domain')
  })

  test("is kept while it is the same user's and valid for more than five minutes", () => {
    const present = (leftMs: number, userEntityRef = jane.userEntityRef): UserPrincipal => ({
      type: 'user',
      userEntityRef,
      expiresAt: new Date(now + leftMs),
    })
    expect(ask({ present: present(300_001) })).toEqual({ body: { expiresAt: '2026-11-15T12:05:00.001Z' } })
    expect(ask({ present: present(300_000) }).setCookie).toBeDefined()
    expect(ask({ present: present(3_000_000, 'user:default/eve') }).setCookie).toBeDefined()
  })

  test('is given to users only', () => {
    const callers = [
      { type: 'none' },
      { type: 'service', subject: 'plugin:search' },
      { type: 'user', userEntityRef: jane.userEntityRef },
    ] as const
    for (const caller of callers) expect(() => ask({ caller })).toThrow(expect.objectContaining({ name: 'AuthenticationError' }))
  })

  test('is cleared with the same attributes, emptied and long expired', () => {
    expect(clearCookie(baseUrl)).toBe(
      'backstage-auth=; Domain=portal.example; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Priority=High; Secure; SameSite=None',
    )
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createProviderCookies } from './provider-cookies.ts'

const cookiesAt = (callbackUrl: string, appUrl: string, sessionMs?: number) =>
  createProviderCookies({ provider: 'github', callbackUrl, appUrl, sessionMs })
const plain = cookiesAt('http://localhost:7007/api/auth/github/handler/frame', 'http://localhost:3000')

/** What a browser holds after it took these lines, with its earlier cookies. */
function taken(lines: readonly string[], before: Readonly<Record<string, string>> = {}): Record<string, string> {
  const jar = { ...before }
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (line.includes('Max-Age=0')) delete jar[name]
    else jar[name] = decodeURIComponent(value)
  }
  return jar
}

describe('the attributes', () => {
  test('over http: for the routes of the provider only, out of the reach of scripts, Lax, and without a domain', () => {
    expect(plain.write({}, 'refresh-token', 'abc')).toEqual([
      'github-refresh-token=abc; Max-Age=86400000; Path=/api/auth/github; HttpOnly; SameSite=Lax',
    ])
    expect(plain.writeForSignIn('nonce', 'a+b/c==')).toBe(
      'github-nonce=a%2Bb%2Fc%3D%3D; Max-Age=600; Path=/api/auth/github/handler; HttpOnly; SameSite=Lax',
    )
  })

  test('over https: Secure, and None only when the app is on another host', () => {
    const same = cookiesAt('https://portal.test/api/auth/github/handler/frame', 'https://portal.test')
    const other = cookiesAt('https://api.portal.test/api/auth/github/handler/frame', 'https://portal.test')
    expect(same.write({}, 'refresh-token', 'abc')).toEqual([expect.stringMatching(/HttpOnly; Secure; SameSite=Lax$/)])
    expect(other.write({}, 'refresh-token', 'abc')).toEqual([expect.stringMatching(/HttpOnly; Secure; SameSite=None$/)])
    expect(cookiesAt('http://api.portal.test/x/handler/frame', 'https://portal.test').write({}, 'a', 'b')[0]).not.toMatch(/Secure|None/)
  })

  test('a session lasts as long as is configured, and its cookies lie where the callback does', () => {
    const [line] = cookiesAt('http://localhost/behind/a/proxy/handler/frame', 'http://localhost', 3_600_000).write(
      {},
      'refresh-token',
      'abc',
    )
    expect(line).toBe('github-refresh-token=abc; Max-Age=3600; Path=/behind/a/proxy; HttpOnly; SameSite=Lax')
  })
})

describe('a large value', () => {
  test('is split into chunks that browsers accept, and joined again', () => {
    const value = 'x'.repeat(9000)
    const lines = plain.write({}, 'refresh-token', value)
    expect(lines.map(line => line.slice(0, line.indexOf('=')))).toEqual([
      'github-refresh-token-0',
      'github-refresh-token-1',
      'github-refresh-token-2',
    ])
    expect(plain.read(taken(lines), 'refresh-token')).toBe(value)
    expect(plain.write({}, 'refresh-token', 'x'.repeat(4000))).toHaveLength(1)
    expect(plain.write({}, 'refresh-token', 'x'.repeat(4001))).toHaveLength(2)
  })

  test('leaves nothing behind when a smaller one takes its place, or the other way round', () => {
    const large = taken(plain.write({}, 'refresh-token', 'x'.repeat(9000)))
    const small = taken(plain.write(large, 'refresh-token', 'small'), large)
    expect(small).toEqual({ 'github-refresh-token': 'small' })
    expect(Object.keys(taken(plain.write(small, 'refresh-token', 'y'.repeat(5000)), small))).toEqual([
      'github-refresh-token-0',
      'github-refresh-token-1',
    ])
    expect(taken(plain.remove(large, 'refresh-token'), large)).toEqual({})
  })

  test('of any characters comes back as it was, and no chunk is too long', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3000 }), fc.nat(4), (text, times) => {
        const value = text.toWellFormed().repeat(times + 1)
        const lines = plain.write({}, 'refresh-token', value)
        expect(lines.every(line => line.slice(line.indexOf('=') + 1, line.indexOf(';')).length <= 4000)).toBe(true)
        expect(plain.read(taken(lines), 'refresh-token')).toBe(value)
      }),
      { numRuns: 60 },
    )
  })
})

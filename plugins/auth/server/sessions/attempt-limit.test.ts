import { startAuthPortal, type AuthPortal } from '@portico/auth/testing'
import { inputError, unavailableError } from '@portico/core/common'
import { createRecordingLog } from '@portico/core/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createAttemptLimit, networkOf } from './attempt-limit.ts'

const rateLimit = { window: '1m', maxFailures: 5, maxRequests: 12 }

async function start(more: { readonly auth?: object; readonly backend?: Readonly<Record<string, unknown>> } = {}) {
  const portal = await startAuthPortal({
    auth: { environment: 'production', rateLimit, ...more.auth },
    providers: { guest: {}, oauth2Proxy: { signIn: { resolvers: [{ resolver: 'forwardedUserMatchingUserEntityName' }] } } },
    users: [{ userEntityRef: 'user:default/jane', memberOf: [] }],
    ...(more.backend && { backend: more.backend }),
  })
  onTestFinished(portal.stop)
  return portal
}
const knock = ({ server }: AuthPortal, headers: Record<string, string> = {}, provider = 'guest') =>
  fetch(`${server.url}/api/auth/${provider}/refresh`, { headers })
async function statuses(portal: AuthPortal, times: number, headers?: Record<string, string>, provider?: string): Promise<number[]> {
  const found: number[] = []
  for (let i = 0; i < times; i++) found.push((await knock(portal, headers, provider)).status)
  return found
}

describe('an address that fails too often', () => {
  test('has to wait, gets the time to wait, and is one audit event with a count', async () => {
    const portal = await start()
    expect(await statuses(portal, 7)).toEqual([403, 403, 403, 403, 403, 429, 429])
    const refused = await knock(portal)
    expect(await refused.json()).toMatchObject({ error: { name: 'TooManyRequestsError', code: 'auth.too-many-attempts' } })
    const wait = Number(refused.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(60)
    // Whatever it tries next: the provider makes no difference.
    expect(await statuses(portal, 1, { 'x-forwarded-user': 'jane' }, 'oauth2Proxy')).toEqual([429])
    const { items } = await portal.server.server.services.audit.list({ action: 'auth.session.create', limit: 100 })
    expect(items).toEqual([expect.objectContaining({ result: 'denied', count: 5, lastOccurredAt: expect.any(Date) })])
    expect(portal.lines.filter(line => line.includes('too often'))).toHaveLength(1)
  })

  test('is limited also when all attempts are concurrent', async () => {
    const portal = await start()
    const all = await Promise.all(Array.from({ length: 30 }, () => knock(portal)))
    expect(all.filter(({ status }) => status === 403)).toHaveLength(5)
    expect(all.filter(({ status }) => status === 429)).toHaveLength(25)
  })

  test('is the one that a trusted proxy names, and no other', async () => {
    const portal = await start({ backend: { trustProxy: true } })
    const from = (address: string) => ({ 'x-forwarded-for': address })
    expect((await statuses(portal, 6, from('198.51.100.7'))).at(-1)).toBe(429)
    expect(await statuses(portal, 1, from('198.51.100.8'))).toEqual([403])
    // It is set already: the log does not advise it.
    expect(portal.lines.filter(line => line.includes('too often')).map(line => line.includes('trustProxy'))).toEqual([false])
    const blind = await start()
    for (let i = 0; i < 5; i++) await knock(blind, from(`198.51.100.${i}`))
    expect((await knock(blind, from('203.0.113.9'))).status).toBe(429)
    expect(blind.lines.some(line => line.includes('backend.trustProxy'))).toBe(true)
  })
})

test('people who share an address and succeed do not count as failures, but have a limit too', async () => {
  const portal = await start()
  const found = await statuses(portal, 14, { 'x-forwarded-user': 'jane' }, 'oauth2Proxy')
  expect(found).toEqual([...Array.from({ length: 12 }, () => 200), 429, 429])
})

test('a sign-in that fails on the page it comes back to is counted too', async () => {
  const portal = await startAuthPortal({
    auth: { rateLimit },
    providers: { github: { development: { clientId: 'a', clientSecret: 'b' } } },
  })
  onTestFinished(portal.stop)
  const back = () => fetch(`${portal.server.url}/api/auth/github/handler/frame?env=development&code=x&state=y`)
  const found: number[] = []
  for (let i = 0; i < 7; i++) found.push((await back()).status)
  expect(found).toEqual([200, 200, 200, 200, 200, 429, 429])
})

test('the limit is on by default, and can be turned off', async () => {
  const standard = await start({ auth: { rateLimit: true } })
  const all = await Promise.all(Array.from({ length: 320 }, () => knock(standard)))
  expect(all.filter(({ status }) => status === 429)).toHaveLength(20)
  const off = await start({ auth: { rateLimit: false } })
  expect(new Set(await statuses(off, 20))).toEqual(new Set([403]))
})

test('a window ends; what is not the fault of the caller does not count', async () => {
  let now = 0
  const limit = createAttemptLimit({ windowMs: 1000, maxFailures: 1, maxRequests: 100 }, () => now)
  const request = { id: '1', method: 'GET', url: '/', headers: {}, cookies: {}, ip: '::1', log: createRecordingLog() }
  const attempt = (error?: Error) =>
    limit(request, () => {
      if (error) throw error
      return 'in'
    })
  await expect(attempt(unavailableError('the provider is away'))).rejects.toThrow('away')
  await expect(attempt(new Error('a bug'))).rejects.toThrow('a bug')
  await expect(attempt(inputError('no'))).rejects.toThrow('no')
  await expect(attempt()).rejects.toMatchObject({ status: 429, details: { retryAfterSeconds: 1 } })
  now = 1000
  expect(await attempt()).toBe('in')
})

test('a whole IPv6 network counts as one address', () => {
  expect(networkOf('2001:db8:0:42:1:2:3:4')).toBe('2001:db8:0:42')
  expect(networkOf('2001:DB8:0000:42::9')).toBe('2001:db8:0:42')
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0')
  expect([networkOf('::1'), networkOf('127.0.0.1'), networkOf('::ffff:127.0.0.1')]).toEqual(['0:0:0:0', '127.0.0.1', '::ffff:127.0.0.1'])
})

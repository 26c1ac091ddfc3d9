import { defineContract, get } from '@portico/core/common'
import { defineServerPlugin } from '@portico/core/server'
import { startTestServer } from '@portico/core/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { isAllowedOrigin } from './limits.ts'

const api = defineContract('ping', { ping: get('/ping', { access: 'public', reply: z.object({ ok: z.boolean() }) }) })
const ping = defineServerPlugin({ id: 'ping', setup: ({ implement }) => implement(api, { ping: () => ({ ok: true }) }) })

test('other origins may call only when they are allowed; others get an answer without the header', async () => {
  const server = await startTestServer({
    plugins: [ping],
    config: { backend: { cors: { origin: ['http://*.example.com', 'http://localhost:3000'], credentials: true } } },
  })
  const from = (origin: string, init: RequestInit = {}) =>
    server.as(undefined).fetch('/api/ping/ping', { ...init, headers: { origin, ...init.headers } })
  expect((await from('http://Portal.example.com')).headers.get('access-control-allow-origin')).toBe('http://Portal.example.com')
  const stranger = await from('http://evil.test')
  expect([stranger.status, stranger.headers.get('access-control-allow-origin')]).toEqual([200, null])
  // Images and stylesheets of such a page name it, and no origin.
  const policyFor = async (headers: Record<string, string>) =>
    (await server.as(undefined).fetch('/api/ping/ping', { headers })).headers.get('cross-origin-resource-policy')
  expect(await policyFor({ origin: 'http://localhost:3000' })).toBe('cross-origin')
  expect(await policyFor({ referer: 'http://localhost:3000/docs/x' })).toBe('cross-origin')
  expect(await policyFor({ referer: 'http://evil.test/' })).toBe('same-origin')
  expect(await policyFor({})).toBe('same-origin')
  const preflight = await from('http://localhost:3000', {
    method: 'OPTIONS',
    headers: { 'access-control-request-method': 'PUT', 'access-control-request-headers': 'x-custom' },
  })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-methods')).toContain('PUT')
  expect(preflight.headers.get('access-control-allow-headers')).toBe('x-custom')
  expect(preflight.headers.get('access-control-allow-credentials')).toBe('true')
  await server.stop()
})

test('origins are globs without regard to case', () => {
  expect(isAllowedOrigin('HTTP://A.Example.com', ['http://*.example.com'])).toBe(true)
  expect(isAllowedOrigin('http://example.com.evil.test', ['http://*.example.com'])).toBe(false)
  expect(isAllowedOrigin('http://a.b', [])).toBe(false)
})

test('the requests of one address are rate limited', async () => {
  const server = await startTestServer({ plugins: [ping], config: { backend: { rateLimit: { window: '1m', incomingRequestLimit: 3 } } } })
  const statuses: number[] = []
  for (let i = 0; i < 5; i++) statuses.push((await server.as(undefined).fetch('/api/ping/ping')).status)
  expect(statuses).toEqual([200, 200, 200, 429, 429])
  const refused = await (await server.as(undefined).fetch('/api/ping/ping')).json()
  expect(refused).toMatchObject({ error: { name: 'TooManyRequestsError' }, response: { statusCode: 429 } })
  await server.stop()
})

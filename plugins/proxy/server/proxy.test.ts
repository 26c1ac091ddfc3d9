import { eventually, startTestServer, type TestServer } from '@portico/core/testing'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, request as requestHttp, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { proxyPlugin } from './index.ts'

interface Seen {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

let target: Server
let targetUrl: string
let seen: Seen[]
let server: TestServer

beforeAll(async () => {
  target = createServer(async (incoming, response) => {
    if (incoming.url!.includes('/hang')) return
    if (incoming.url!.includes('/cut')) {
      response.writeHead(200, { 'content-length': '100' }).write('half')
      setImmediate(() => response.destroy())
      return
    }
    let body = ''
    let bytes = 0
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes < 10_000) body += chunk.toString()
    }
    seen.push({ method: incoming.method!, url: incoming.url!, headers: incoming.headers, body })
    answer(incoming.url!, bytes, response)
  }).listen(0, '127.0.0.1')
  await once(target, 'listening')
  targetUrl = `http://127.0.0.1:${(target.address() as AddressInfo).port}`
  server = await startTestServer({ plugins: [proxyPlugin], config: { proxy: config() } })
})
afterAll(async () => {
  await server.stop()
  target.closeAllConnections()
  target.close()
})
beforeEach(() => void (seen = []))

function answer(url: string, bytes: number, response: ServerResponse) {
  if (url.includes('/large')) {
    response.writeHead(200, { 'content-type': 'application/octet-stream' })
    return void streamOut(response, 40)
  }
  if (url.includes('/gzip')) return response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('unpacked'))
  if (url.includes('/moved')) return response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
  response
    .writeHead(url.includes('/teapot') ? 418 : 200, {
      'content-type': 'text/html',
      'set-cookie': 'a=b',
      etag: '"1"',
      link: '<x>; rel=next',
      'x-total': '3',
      'last-modified': 'Mon, 16 Nov 2026 00:00:00 GMT',
    })
    .end(`<p>${bytes}</p>`)
}

function streamOut(response: ServerResponse, megabytes: number): void {
  if (megabytes === 0) return void response.end()
  response.write(Buffer.alloc(1_000_000), () => streamOut(response, megabytes - 1))
}

function config() {
  return {
    '/older': targetUrl,
    endpoints: {
      '/ci/api': {
        target: `${targetUrl}/v1/`,
        headers: { 'Circle-Token': 'hunter2-secret' },
        allowedHeaders: ['X-Total', 'Authorization', 'Cookie'],
      },
      '/ci': targetUrl,
      '/rewritten': { target: targetUrl, pathRewrite: { '^/api/proxy/rewritten/v1/': '/v2/', '^/api/proxy/rewritten': '/else' } },
      '/reading': { target: targetUrl, allowedMethods: ['GET'] },
      '/forwarding': { target: targetUrl, credentials: 'forward' },
      '/open': { target: targetUrl, credentials: 'dangerously-allow-unauthenticated', changeOrigin: false },
      '/gone': 'http://127.0.0.1:1',
      '/slow': { target: targetUrl, timeout: { milliseconds: 200 } },
    },
  }
}

const get = (url: string, init?: RequestInit) => server.fetch(`/api/proxy${url}`, init)

test('a request goes to the target of the longest path, with the rest of its path and its query', async () => {
  await get('/ci/api/project/x%20y?a=1&b=2')
  await get('/ci/other')
  await get('/ci')
  await get('/older/z')
  await get('/rewritten/v1/a?x=1')
  await get('/rewritten/b')
  expect(seen.map(({ url }) => url)).toEqual(['/v1/project/x%20y?a=1&b=2', '/other', '/', '/z', '/v2/a?x=1', '/else/b'])
  for (const url of ['/unknown', '/cix', '/']) {
    const response = await get(url)
    expect([url, response.status, await response.text()]).toEqual([url, 404, ''])
  }
})

test('every method is forwarded', async () => {
  const methods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']
  for (const method of methods) await get('/ci/a', { method })
  expect(seen.map(({ method }) => method)).toEqual(methods)
})

test('methods that the config does not allow, and paths with .., do not reach the target', async () => {
  const bodies = { method: 'POST', body: 'x' }
  expect([(await get('/reading/a')).status, (await get('/reading/a', bodies)).status]).toEqual([200, 404])
  const { port } = new URL(server.url)
  const token = { authorization: 'Bearer x' }
  const deep = `/ci/%${'25'.repeat(20)}2e/x`
  const encoded = ['/ci/%252e%252e/x', '/ci/%2525252e%2525252e/x', '/ci/%25zz/%25252e%25252e/x', deep]
  const withParameters = ['/ci/..;/x', '/ci/..;a=b/x', '/ci/%2e%2e%3b/x', '/ci/%252e.%253ba/x']
  for (const path of ['/ci/../x', '/ci/%2e%2e/x', '/ci/a%2f..%2fb', '/ci/a%5c..%5cb', '/ci/%', ...encoded, ...withParameters]) {
    // By hand: fetch would resolve the dots itself.
    const request = requestHttp({ port, path: `/api/proxy${path}`, headers: token }).end()
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    response.resume()
    expect([path, response.statusCode]).toEqual([path, 400])
  }
  for (const path of ['/ci/a...b', '/ci/a..;b', '/ci/100%2525']) expect([path, (await get(path)).status]).toEqual([path, 200])
  expect(seen.map(({ url }) => url)).toEqual(['/a', '/a...b', '/a..;b', '/100%2525'])
})

test('only the known headers and those of the config are passed on, and never the credentials of the portal', async () => {
  const headers = {
    accept: 'text/plain',
    'circle-token': 'of the caller',
    cookie: 'portico=1',
    'x-total': '1',
    'x-other': '1',
    'user-agent': 'me',
    'x-forwarded-for': '10.0.0.1',
  }
  const response = await get('/ci/api/a', { headers })
  expect(seen[0]!.headers).toEqual({
    accept: 'text/plain',
    'accept-encoding': 'identity',
    'accept-language': '*',
    'circle-token': 'hunter2-secret',
    connection: 'keep-alive',
    host: new URL(targetUrl).host,
    'user-agent': 'me',
    'x-total': '1',
  })
  const received = Object.fromEntries(response.headers)
  expect(received).toMatchObject({ 'content-type': 'text/html', 'x-total': '3', 'last-modified': 'Mon, 16 Nov 2026 00:00:00 GMT' })
  expect(received).toMatchObject({ 'content-security-policy': "default-src 'none'; sandbox", 'x-content-type-options': 'nosniff' })
  for (const name of ['set-cookie', 'etag', 'link', 'location']) expect(received).not.toHaveProperty(name)
  expect((await get('/ci/moved')).status).toBe(302)
  expect(await (await get('/ci/gzip')).text()).toBe('unpacked')
})

test('credentials decide who may call and whether the token is passed on', async () => {
  const anonymous = server.as(undefined)
  expect((await anonymous.fetch('/api/proxy/ci/a')).status).toBe(401)
  expect((await anonymous.fetch('/api/proxy/forwarding/a', { headers: { authorization: 'Bearer forged' } })).status).toBe(401)
  expect(seen).toEqual([])
  await anonymous.fetch('/api/proxy/open/a')
  await get('/open/b')
  await get('/forwarding/c')
  expect(seen.map(({ url, headers }) => [url, headers.host === new URL(server.url).host, headers.authorization?.slice(0, 7)])).toEqual([
    ['/a', true, undefined],
    ['/b', true, undefined],
    ['/c', false, 'Bearer '],
  ])
})

test('bodies are streamed in both directions, and writes are in the audit trail without their query', async () => {
  const large = new Blob([new Uint8Array(20_000_000)])
  const sent = await get('/ci/api/upload?token=abc', { method: 'PUT', body: large })
  expect(await sent.text()).toBe('<p>20000000</p>')
  expect((await (await get('/ci/large')).arrayBuffer()).byteLength).toBe(40_000_000)
  await get('/ci/api/teapot', { method: 'DELETE' })
  const { items } = await server.server.services.audit.list({ limit: 10, action: 'proxy.request.forward' })
  expect(items.map(({ subject, result, caller, details }) => ({ subject, result, caller, details })).slice(0, 2)).toEqual([
    {
      subject: '/ci/api',
      result: 'failure',
      caller: 'user:default/test',
      details: { method: 'DELETE', path: '/ci/api/teapot', status: 418 },
    },
    { subject: '/ci/api', result: 'success', caller: 'user:default/test', details: { method: 'PUT', path: '/ci/api/upload', status: 200 } },
  ])
})

test('a target that is away, silent or breaks off fails its own request only', async () => {
  const away = await get('/gone/a')
  expect([away.status, await away.json()]).toMatchObject([502, { error: { name: 'BadGatewayError', code: 'core.target-unavailable' } }])
  const silent = await get('/slow/hang')
  expect([silent.status, await silent.json()]).toMatchObject([504, { error: { code: 'core.target-timeout' } }])
  await expect(get('/ci/cut').then(response => response.text())).rejects.toThrow('terminated')
  expect((await get('/ci/fine')).status).toBe(200)
})

test('a changed config is followed while the server runs', async () => {
  const before = readFileSync(server.configFile, 'utf8')
  const changed = JSON.parse(before) as { proxy: { endpoints: Record<string, unknown> } }
  changed.proxy.endpoints['/new'] = `${targetUrl}/new`
  writeFileSync(server.configFile, JSON.stringify(changed))
  await eventually(async () => expect((await get('/new/a')).status).toBe(200))
  expect(seen.at(-1)!.url).toBe('/new/a')
})

test('an invalid endpoint turns the proxy off with its key, or is left out where the config says so', async () => {
  const endpoints = {
    '/good': targetUrl,
    '/scheme': 'ftp://x',
    '/user': 'https://a:b@x.test',
    '/mode': { target: targetUrl, credentials: 'none' },
    '/method': { target: targetUrl, allowedMethods: ['FETCH'] },
    '/pattern': { target: targetUrl, pathRewrite: { '(': '' } },
    '/header': { target: targetUrl, headers: { 'bad name': 'x', good: 'line\nhunter2' } },
  }
  const failing = await startTestServer({ plugins: [proxyPlugin], config: { proxy: { endpoints } } })
  const message = failing.server.inspection.plugins()[0]?.error
  await failing.stop()
  for (const path of Object.keys(endpoints).slice(1)) expect(message).toContain(`proxy.endpoints.${path}`)
  expect(message).not.toContain('hunter2')
  const skipping = await startTestServer({ plugins: [proxyPlugin], config: { proxy: { endpoints, skipInvalidProxies: true } } })
  expect([(await skipping.fetch('/api/proxy/good/a')).status, (await skipping.fetch('/api/proxy/mode/a')).status]).toEqual([200, 404])
  await skipping.stop()
})

import { startTestServer, type TestServer } from '@portico/core/testing'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { proxyPlugin } from './index.ts'

interface Seen {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

let target: Server
let elsewhere: Server
let called: number
let seen: Seen[]
let server: TestServer
let token: string
const urlOf = (of: Server) => `http://127.0.0.1:${(of.address() as AddressInfo).port}`

beforeAll(async () => {
  elsewhere = createServer((_request, response) => {
    called += 1
    response.end('secret of another host')
  }).listen(0, '127.0.0.1')
  target = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request as AsyncIterable<Buffer>) body += chunk.toString()
    seen.push({ method: request.method!, url: request.url!, headers: request.headers, body })
    if (request.url?.includes('/moved')) return response.writeHead(307, { location: `${urlOf(elsewhere)}/stolen` }).end()
    return response.writeHead(200, { 'content-type': 'text/plain' }).end('fine')
  }).listen(0, '127.0.0.1')
  await Promise.all([once(target, 'listening'), once(elsewhere, 'listening')])
  const endpoint = {
    target: `${urlOf(target)}/base`,
    headers: { 'X-Api-Key': 'hunter2' },
    allowedHeaders: ['Transfer-Encoding', 'Connection', 'X-Own'],
  }
  const rewriting = { target: urlOf(target), pathRewrite: { '^/api/proxy/rewriting/(.*)$': '//evil.example/$1' } }
  server = await startTestServer({
    plugins: [proxyPlugin],
    config: { proxy: { endpoints: { '/host': endpoint, '/rewriting': rewriting } } },
  })
  token = (await server.server.services.tokens.userTokens.issue({ userEntityRef: 'user:default/test' })).token
})
afterAll(async () => {
  await server.stop()
  for (const each of [target, elsewhere]) {
    each.closeAllConnections()
    each.close()
  }
})
beforeEach(() => {
  seen = []
  called = 0
})

/** Bytes as they are, and all that comes back until the portal closes the connection. */
async function send(...lines: readonly string[]): Promise<string> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  let text = ''
  socket.on('data', chunk => (text += chunk.toString()))
  socket.write(lines.join('\r\n'))
  await once(socket, 'close')
  return text
}
const head = (line: string, ...more: readonly string[]) => [line, 'Host: portal', `Authorization: Bearer ${token}`, ...more]
const statusesOf = (answer: string) => [...answer.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => Number(status))
const post = 'POST /api/proxy/host/a HTTP/1.1'
const smuggled = ['GET /api/proxy/host/smuggled HTTP/1.1', 'Host: portal', '', '']

test.each<[string, readonly string[]]>([
  ['two lengths', [...head(post, 'Content-Length: 4', 'Content-Length: 40'), '', 'abcd']],
  ['a length and chunks', [...head(post, 'Content-Length: 4', 'Transfer-Encoding: chunked'), '', '0', '', ...smuggled]],
  ['an encoding that is not the last', [...head(post, 'Transfer-Encoding: chunked, identity'), '', '0', '', ...smuggled]],
  ['a space before the colon', [...head(post, 'Content-Length : 4'), '', 'abcd']],
  ['a folded header', [...head(post, 'X-Own: a', ' Content-Length: 40', 'Content-Length: 4'), '', 'abcd']],
  ['a length that is no number', [...head(post, 'Content-Length: +4'), '', 'abcd']],
  ['a size of a chunk that is no number', [...head(post, 'Transfer-Encoding: chunked'), '', '0x4', 'abcd', '0', '', '']],
])('a request with %s reaches no target', async (_name, lines) => {
  expect(statusesOf(await send(...lines))).toEqual([400])
  expect(seen.filter(({ url, body }) => url.includes('smuggled') || body !== '')).toEqual([])
})

test('a body in chunks is one request to the target, framed anew; headers of the connection stay here', async () => {
  const lines = head(post, 'Transfer-Encoding: chunked', 'Connection: close, X-Own', 'X-Own: 1', 'Content-Type: text/plain')
  const inside = smuggled.join('\r\n')
  const answer = await send(...lines, '', inside.length.toString(16), inside, '0', '', '')
  expect(statusesOf(answer)).toEqual([200])
  expect(seen).toHaveLength(1)
  expect(seen[0]).toMatchObject({ method: 'POST', url: '/base/a', body: inside })
  expect(seen[0]!.headers).toMatchObject({ connection: 'keep-alive', 'transfer-encoding': 'chunked', 'x-api-key': 'hunter2' })
  expect(seen[0]!.headers).not.toHaveProperty('authorization')
})

test('a redirect is not followed, neither with credentials nor without, and does not tell where it leads', async () => {
  const response = await server.fetch('/api/proxy/host/moved', { method: 'POST', body: 'x', redirect: 'manual' })
  expect([response.status, response.headers.get('location'), await response.text()]).toEqual([307, null, ''])
  expect([called, seen.length]).toEqual([0, 1])
})

test('no path, host or query leads to a host that the config does not name', async () => {
  const { host } = new URL(urlOf(elsewhere))
  const lines = [
    `/api/proxy/host//${host}/x`,
    `/api/proxy/host/@${host}/x`,
    `/api/proxy/host/${encodeURIComponent(`http://${host}/`)}x`,
    `/api/proxy/host/x?url=http://${host}/`,
    `/api/proxy/host/\\\\${host}/x`,
    `/api/proxy/rewriting/${host}`,
  ]
  for (const path of lines) await send(...head(`GET ${path} HTTP/1.1`, 'Connection: close'), '', '')
  // The whole address in place of a path, and the host of another in the header.
  await send(...head(`GET http://${host}/api/proxy/host/whole HTTP/1.1`, 'Connection: close'), '', '')
  await send(`GET /api/proxy/host/header HTTP/1.1`, `Host: ${host}`, `Authorization: Bearer ${token}`, 'Connection: close', '', '')
  expect(called).toBe(0)
  const { host: own } = new URL(urlOf(target))
  expect(new Set(seen.map(({ headers }) => headers.host))).toEqual(new Set([own]))
  expect(seen.every(({ url }) => url.startsWith('/base/') || url.startsWith('/evil.example/'))).toBe(true)
})

test('a body that is announced as too large is refused before it is sent', async () => {
  const answer = await send(...head(post, `Content-Length: ${2 ** 31}`, 'Connection: close'), '', 'x')
  expect(statusesOf(answer)).toEqual([413])
  expect(seen).toEqual([])
})

test('each endpoint is measured by its own name, whatever is asked of it', async () => {
  await server.fetch('/api/proxy/host/one/two?token=abc')
  await server.fetch('/api/proxy/host/three', { method: 'PUT', body: 'x' })
  const text = await (await server.fetch('/metrics')).text()
  const counted = [...text.matchAll(/^portico_proxy_request_duration\w*_count\{([^}]*)\}/gm)].map(([, labels]) => labels ?? '')
  for (const method of ['GET', 'PUT'])
    expect(
      counted.some(
        labels => labels.includes('endpoint="/host"') && labels.includes(`method="${method}"`) && labels.includes('status="200"'),
      ),
    ).toBe(true)
  expect(text).not.toContain('token=abc')
  expect(text).not.toContain('one/two')
})

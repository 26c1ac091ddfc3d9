import { defineContract, get, post } from '@portico/core/common'
import { defineServerPlugin } from '@portico/core/server'
import { startTestServer, type TestServer } from '@portico/core/testing'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import WebSocket from 'ws'
import { z } from 'zod'

const Item = z.object({ name: z.string() })
const api = defineContract('shop', {
  getItem: get('/items/:name', { access: 'public', reply: Item }),
  addItem: post('/items', { access: 'public', body: Item, reply: Item }),
  ask: get('/ask', { access: 'public', reply: z.object({ answer: z.number() }) }),
  watch: get('/watch', { access: 'public', events: { tick: z.number() } }),
  talk: get('/talk', { access: 'public', socket: { receive: z.unknown(), send: z.unknown() } }),
})

let began = Promise.withResolvers<void>()
let mayEnd = Promise.withResolvers<void>()

const shop = defineServerPlugin({
  id: 'shop',
  setup({ implement }) {
    implement(api, {
      getItem: ({ params }) => params,
      addItem: ({ body }) => body,
      ask: async () => {
        began.resolve()
        await mayEnd.promise
        return { answer: 7 }
      },
      watch: async function* ({ signal }) {
        yield { event: 'tick' as const, data: 1 }
        await new Promise(resolve => signal.addEventListener('abort', resolve))
      },
      talk: ({ socket }) => socket.onMessage(message => socket.send(message)),
    })
  },
})

let server: TestServer
beforeAll(async () => void (server = await startTestServer({ plugins: [shop] })))
afterAll(() => server.stop())

/** What the server answers to a request written by hand, on a connection of its own that it closes afterwards. */
async function raw(lines: readonly string[], body = ''): Promise<{ status: number; head: string; body: string }> {
  const socket = connect(server.server.port, '127.0.0.1')
  socket.write([...lines, '', body].join('\r\n'))
  const reply = await text(socket)
  const [head = '', content = ''] = reply.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head, body: content }
}

const h2c = ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA']
const close = 'Connection: close'

test('an upgrade to HTTP/2 without TLS is ignored, and the request served, with its body too', async () => {
  const reading = await raw(['GET /api/shop/items/tea HTTP/1.1', 'Host: a', ...h2c, close])
  expect([reading.status, JSON.parse(reading.body)]).toEqual([200, { name: 'tea' }])
  const body = JSON.stringify({ name: 'x'.repeat(20_000) })
  const writing = await raw(
    ['POST /api/shop/items HTTP/1.1', 'Host: a', ...h2c, close, 'Content-Type: application/json', `Content-Length: ${body.length}`],
    body,
  )
  expect([writing.status, writing.body]).toEqual([200, body])
  const health = await raw(['GET /.backstage/health/v1/readiness HTTP/1.1', 'Host: a', ...h2c, close])
  expect(health.status).toBe(200)
})

test('upgrades to other protocols, and WebSocket handshakes that are not GET, are ignored as well', async () => {
  const path = 'HTTP/1.1'
  for (const protocol of ['TLS/1.0', 'nonsense', 'h2c, websocket']) {
    const reply = await raw([`GET /api/shop/items/tea ${path}`, 'Host: a', 'Connection: Upgrade, close', `Upgrade: ${protocol}`])
    expect([protocol, reply.status]).toEqual([protocol, 200])
  }
  const body = '{"name":"tea"}'
  const posted = await raw(
    [
      `POST /api/shop/items ${path}`,
      'Host: a',
      'Connection: Upgrade, close',
      'Upgrade: websocket',
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ],
    body,
  )
  expect([posted.status, posted.body]).toEqual([200, body])
})

test('a WebSocket handshake is answered where there is a WebSocket, and with 404 elsewhere', async () => {
  const handshake = (path: string) =>
    new Promise<number>((resolve, reject) => {
      const socket = new WebSocket(`${server.url.replace('http', 'ws')}${path}`)
      socket.on('open', () => (socket.close(), resolve(101)))
      socket.on('unexpected-response', (request, response) => (request.destroy(), resolve(response.statusCode ?? 0)))
      socket.on('error', reject)
    })
  expect(await handshake('/api/shop/talk')).toBe(101)
  for (const path of ['/', '/api/shop/nothing', '/api/nobody/at/all', '/nowhere', '/api/shop/items/tea', '/metrics'])
    expect([path, await handshake(path)]).toEqual([path, 404])
})

test('a WebSocket drops messages that are nested too deep or hold a text that cannot be stored', async () => {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/shop/talk`)
  const onMessage = new Promise<string>(resolve => socket.on('message', data => resolve(String(data))))
  await new Promise(resolve => socket.on('open', resolve))
  socket.send('['.repeat(20_000) + ']'.repeat(20_000))
  socket.send('{"name":"a\\u0000b"}')
  socket.send('"fine"')
  expect(await onMessage).toBe('"fine"')
  socket.close()
})

test('two Host headers are refused, also when they are equal', async () => {
  for (const second of ['Host: a', 'host: b']) {
    const reply = await raw(['GET /api/shop/items/tea HTTP/1.1', 'Host: a', second, close])
    expect([reply.status, JSON.parse(reply.body).error]).toMatchObject([400, { name: 'InputError', code: 'core.repeated-host' }])
  }
})

test('an unknown path below /api answers the error body, whatever the method and the body', async () => {
  for (const path of ['/api/shop/nothing?x=1', '/api/nobody/at/all', '/api', '/api/']) {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'QUERY']) {
      const response = await server.fetch(path, {
        method,
        ...(['POST', 'PUT', 'PATCH'].includes(method) && { body: '<a/>', headers: { 'content-type': 'text/xml' } }),
      })
      expect([method, path, response.status, response.headers.get('content-type'), await response.json()]).toEqual([
        method,
        path,
        404,
        'application/json; charset=utf-8',
        {
          error: { name: 'NotFoundError', message: `There is nothing at ${method} ${path.split('?')[0]}` },
          request: {
            method,
            url: path === '/api/shop/nothing?x=1' ? '/nothing?x=1' : path === '/api/nobody/at/all' ? '/at/all' : expect.any(String),
          },
          response: { statusCode: 404 },
        },
      ])
    }
    expect((await server.fetch(path, { method: 'HEAD' })).status).toBe(404)
  }
})

const json = (body: string) => ({ method: 'POST', body, headers: { 'content-type': 'application/json' } })

test('NUL in a path, a query or a body, and half a surrogate pair in a body, are refused', async () => {
  const refused = async (path: string, init?: RequestInit) => {
    const response = await server.fetch(path, init)
    return [response.status, ((await response.json()) as { error: { name: string; code: string } }).error.code]
  }
  for (const path of [
    '/api/shop/items/a%00b',
    '/api/shop/ask?x=%00',
    '/api/shop/openapi.json?%00',
    '/page%00',
    '/api/shop/.backstage/actions/v1/actions/%00',
  ])
    expect([path, ...(await refused(path))]).toEqual([path, 400, 'core.invalid-text'])
  for (const body of [
    '{"name":"a\\u0000"}',
    '{"name":"\\uD800"}',
    '{"name":"x","more":[{"\\u0000":1}]}',
    '{"name":"x","more":["\\udc00\\ud800"]}',
  ])
    expect([body, ...(await refused('/api/shop/items', json(body)))]).toEqual([body, 400, 'core.invalid-text'])
  for (const name of ['\\u0000 as it is written', '😀', '\u0001\uFFFF'])
    expect(await server.call(api.addItem, { body: { name } })).toEqual({ name })
  expect(await (await server.fetch('/api/shop/items', json('{"name":"\\ud83d\\ude00"}'))).json()).toEqual({ name: '😀' })
})

test('JSON that is nested deeper than 64 levels is refused with the limit; brackets in strings do not count', async () => {
  const nested = (depth: number) => `{"name":"x","more":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`
  for (const depth of [65, 9000, 45_000]) {
    const response = await server.fetch('/api/shop/items', json(nested(depth)))
    expect([response.status, ((await response.json()) as { error: object }).error]).toEqual([
      400,
      { name: 'InputError', message: 'The body is nested more than 64 levels deep', code: 'core.too-deep' },
    ])
  }
  expect((await server.fetch('/api/shop/items', json('['.repeat(2000)))).status).toBe(400)
  expect((await server.fetch('/api/shop/items', json(nested(64)))).status).toBe(200)
  const name = `\\"${'[{"'.repeat(2000)}\\`
  expect(await server.call(api.addItem, { body: { name } })).toEqual({ name })
})

test('JSON with too many values, or too long a key, is refused before it is parsed', async () => {
  const answered = async (body: string) => {
    const response = await server.fetch('/api/shop/items', json(body))
    const { error } = (await response.json()) as { error?: { code?: string; message: string } }
    return [response.status, error?.code, error?.message]
  }
  const many = 'The body holds more than 50000 values. Send it in several parts'
  const wide = (count: number) => `{"name":"x","more":[${'0,'.repeat(count - 1)}0]}`
  expect(await answered(wide(49_900))).toEqual([200, undefined, undefined])
  expect((await answered(`{"name":"${',:['.repeat(30_000)}"}`))[0]).toBe(200)
  expect((await answered(`{"name":"x","more":{"${'k'.repeat(1000)}":1}}`))[0]).toBe(200)
  const long = 'The body holds a key of more than 1000 characters'
  expect(await answered(`{"name":"x","more":{"${'k'.repeat(1001)}" :1}}`)).toEqual([400, 'core.long-key', long])
  // Not even JSON: it is counted first, and only so far.
  expect(await answered(`{"name":"x","more":[${'0,'.repeat(49_980)}`)).toEqual([400, undefined, expect.any(String)])
  expect(await answered(`[${','.repeat(50_001)}`)).toEqual([413, 'core.too-many-values', many])
})

test('a query has a limited number of parameters, and none with the name of a prototype', async () => {
  const code = async (query: string) => {
    const { error } = (await (await server.fetch(`/api/shop/items?${query}`)).json()) as { error?: { code?: string } }
    return error?.code
  }
  expect(await code('a&'.repeat(1000))).toBe('core.too-many-parameters')
  for (const name of ['__proto__', 'filters[__proto__]', 'filters%5B%5f_proto__%5D', '__%70roto__', 'a.__proto__.b'])
    expect([name, await code(`${name}=1`)]).toEqual([name, 'core.invalid-parameter'])
})

test('a server that stops is not ready, refuses new requests, and closes the port when the last answer is sent', async () => {
  began = Promise.withResolvers()
  mayEnd = Promise.withResolvers()
  const leaving = await startTestServer({ plugins: [shop] })
  const { port } = leaving.server
  // One connection that is kept, as a load balancer has it.
  const kept = connect(port, '127.0.0.1')
  const next = () => new Promise<string>(resolve => kept.once('data', data => resolve(String(data))))
  kept.write('GET /.backstage/health/v1/readiness HTTP/1.1\r\nHost: a\r\n\r\n')
  expect(await next()).toMatch(/^HTTP\/1.1 200 /)
  const stream = await leaving.fetch('/api/shop/watch')
  const streamEnd = stream.text().catch((error: unknown) => error)

  const slow = leaving.call(api.ask)
  await began.promise
  const stopping = leaving.stop()
  await streamEnd
  kept.write('GET /.backstage/health/v1/readiness HTTP/1.1\r\nHost: a\r\n\r\n')
  const answer = await next()
  expect(answer).toMatch(/^HTTP\/1.1 503 /)
  expect(answer.toLowerCase()).toContain('connection: close')
  expect(answer).toContain('{"status":"error","message":"The server is stopping"}')

  const ready = await leaving.as(undefined).fetch('/.backstage/health/v1/readiness')
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'error', message: 'The server is stopping' }])
  expect((await leaving.as(undefined).fetch('/.backstage/health/v1/liveness')).status).toBe(200)
  const late = await leaving.fetch('/api/shop/items/tea?x=1')
  expect([late.status, late.headers.get('connection'), late.headers.get('retry-after'), await late.json()]).toEqual([
    503,
    'close',
    '5',
    {
      error: { name: 'ServiceUnavailableError', message: 'The server is stopping' },
      request: { method: 'GET', url: '/items/tea?x=1' },
      response: { statusCode: 503 },
    },
  ])

  mayEnd.resolve()
  expect(await slow).toEqual({ answer: 7 })
  await stopping
  const refused = await new Promise(resolve => connect(port, '127.0.0.1').on('error', resolve))
  expect(refused).toMatchObject({ code: 'ECONNREFUSED' })
})

test('a body over the limit is read to its end before it is refused, so that a proxy that still sends it gets the refusal', async () => {
  const socket = connect(server.server.port, '127.0.0.1')
  const body = JSON.stringify({ name: 'x'.repeat(4 * 2 ** 20) })
  const lines = ['POST /api/shop/items HTTP/1.1', 'Host: a', 'Content-Type: application/json', `Content-Length: ${body.length}`]
  // As proxies do: everything is sent before anything is read.
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject)
    socket.write([...lines, '', body].join('\r\n'), error => (error ? reject(error) : resolve()))
  })
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 413 [^]*PayloadTooLargeError/)
})

test('a body without an end is dropped within a bound, and the connection closed', async () => {
  const socket = connect(server.server.port, '127.0.0.1')
  const head = ['POST /api/shop/items HTTP/1.1', 'Host: a', 'Content-Type: application/json', 'Content-Length: 10000000000', '', '']
  socket.write(head.join('\r\n'))
  const chunk = Buffer.alloc(2 ** 20, 'x')
  let sent = 0
  const ended = new Promise(resolve => socket.on('close', resolve).on('error', () => {}))
  const sendMore = (): void => {
    if (socket.destroyed || !socket.writable) return
    sent += chunk.length
    socket.write(chunk, error => error || sendMore())
  }
  sendMore()
  socket.resume()
  await ended
  expect(sent).toBeLessThan(100 * 2 ** 20)
})

test('routes are found below the path of backend.baseUrl, with it and without it, and the page is not', async () => {
  const below = await startTestServer({ plugins: [shop], config: { backend: { baseUrl: 'http://localhost:7007/tools' } } })
  const { fetch: fetchPath } = below.as(undefined)
  const statuses = await Promise.all(
    ['/tools/api/shop/items/tea', '/api/shop/items/tea', '/tools/.backstage/health/v1/readiness', '/other/api/shop/items/tea'].map(
      async url => (await fetchPath(url)).status,
    ),
  )
  expect(statuses).toEqual([200, 200, 200, 404])
  await below.stop()
})

import { AppError, defineContract, del, get, listParam, notFoundError, post } from '@portico/core/common'
import { answer, bytes, defineServerPlugin } from '@portico/core/server'
import { startTestServer, type TestServer } from '@portico/core/testing'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import WebSocket from 'ws'
import { z } from 'zod'

const api = defineContract('shop', {
  getItem: get('/items/:id', { access: 'public', reply: z.object({ id: z.string() }) }),
  listItems: get('/items', {
    access: 'public',
    query: z.object({ tag: listParam(z.string()).optional(), limit: z.coerce.number().int().optional() }),
    reply: z.array(z.string()),
  }),
  addItem: post('/items', {
    access: 'signed-in',
    body: z.strictObject({ name: z.string() }),
    reply: z.object({ name: z.string() }),
    status: 201,
  }),
  removeItem: del('/items/:id', { access: 'public' }),
  getSecret: get('/secret', { access: 'user', reply: z.object({ user: z.string() }) }),
  serviceOnly: get('/service', { access: 'service', reply: z.object({ ok: z.boolean() }) }),
  getFile: get('/files/*', { access: 'public', raw: true }),
  getText: get('/text', { access: 'public', reply: z.object({ kept: z.boolean() }) }),
  upload: post('/upload', { access: 'public', upload: true, reply: z.object({ size: z.number() }) }),
  watch: get('/watch', { access: 'public', events: { tick: z.number(), done: z.object({ ok: z.boolean() }) } }),
  endless: get('/endless', { access: 'public', events: { tick: z.number() } }),
  talk: get('/talk', {
    access: 'public',
    socket: { receive: z.object({ say: z.string() }), send: z.object({ onMessage: z.string(), by: z.string() }) },
  }),
  explode: get('/explode', { access: 'public', reply: z.object({}) }),
  lie: get('/lie', { access: 'public', reply: z.object({ n: z.number() }) }),
  big: get('/big', { access: 'public', reply: z.object({ text: z.string() }) }),
})

let aborted: () => void
const wasAborted = new Promise<void>(resolve => void (aborted = resolve))

const shop = defineServerPlugin({
  id: 'shop',
  setup({ implement }) {
    implement(api, {
      getItem: ({ params }) => {
        if (params.id === 'none') throw notFoundError('There is no such item', { code: 'shop.no-item', details: { item: params.id } })
        if (params.id === 'late')
          throw new AppError('MissingStockError', 'Nothing has been counted yet', { code: 'shop.no-stock', status: 500 })
        return { id: params.id }
      },
      listItems: ({ query }) => query.tag ?? [],
      addItem: ({ body }) => body,
      removeItem: () => undefined,
      getSecret: ({ caller }) => ({ user: caller.type === 'user' ? caller.userEntityRef : '' }),
      serviceOnly: () => ({ ok: true }),
      getFile: ({ params }) => bytes(Readable.from([`file ${params.rest}`]), { headers: { 'content-type': 'text/plain' } }),
      getText: () => bytes('{"kept":true}', { headers: { etag: '"1"' } }),
      upload: async ({ stream }) => ({ size: stream ? (await text(stream)).length : 0 }),
      watch: async function* () {
        yield { event: 'tick' as const, data: 1 }
        yield { event: 'done' as const, data: { ok: true } }
      },
      endless: async function* ({ signal }) {
        yield { event: 'tick' as const, data: 1 }
        await new Promise(resolve => signal.addEventListener('abort', resolve))
        aborted()
      },
      talk: ({ socket, caller }) => socket.onMessage(({ say }) => socket.send({ onMessage: say, by: caller.type })),
      explode: () => {
        throw new Error('the password is hunter2')
      },
      lie: () => answer({ n: 'not a number' as unknown as number }),
      big: () => ({ text: 'x'.repeat(5000) }),
    })
  },
})

const bodyOf = async (response: Response): Promise<any> => response.json()

let server: TestServer
beforeAll(async () => void (server = await startTestServer({ plugins: [shop] })))
afterAll(() => server.stop())

const json = (body: string) => ({ method: 'POST', body, headers: { 'content-type': 'application/json' } })

test('a thrown error becomes the status of its name, and a body that names the request', async () => {
  const response = await server.fetch('/api/shop/items/none?')
  expect(response.status).toBe(404)
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(await bodyOf(response)).toEqual({
    error: { name: 'NotFoundError', message: 'There is no such item', code: 'shop.no-item', item: 'none' },
    request: { method: 'GET', url: '/items/none?' },
    response: { statusCode: 404 },
  })
})

test('a bug is answered with an id only, and logged in full', async () => {
  const response = await server.fetch('/api/shop/explode')
  const body = await response.text()
  expect(response.status).toBe(500)
  expect(body).not.toContain('hunter2')
  expect(JSON.parse(body).error.message).toMatch(/under the id [0-9a-f-]{36}/)
})

test('a 500 that is part of the wire keeps its name and message: a plugin gave it a code', async () => {
  const response = await server.fetch('/api/shop/items/late')
  expect(response.status).toBe(500)
  expect((await bodyOf(response)).error).toEqual({
    name: 'MissingStockError',
    message: 'Nothing has been counted yet',
    code: 'shop.no-stock',
  })
})

test('a reply that breaks the contract is found in tests', async () => {
  expect((await server.fetch('/api/shop/lie')).status).toBe(500)
})

test('unknown and repeated query parameters are checked', async () => {
  expect(await server.call(api.listItems, { query: { tag: ['a', 'b'] } })).toEqual(['a', 'b'])
  expect(await server.call(api.listItems, { query: { tag: ['a'] } })).toEqual(['a'])
  await expect(server.fetch('/api/shop/items?colour=red').then(bodyOf)).resolves.toMatchObject({
    error: { name: 'InputError', message: "Unknown query parameter 'colour'" },
  })
  expect((await server.fetch('/api/shop/items?limit=x')).status).toBe(400)
  const many = Array.from({ length: 60 }, (_, at) => `x${at}=1`).join('&')
  const answer = (await (await server.fetch(`/api/shop/items?${many}`)).json()) as { error: { message: string } }
  expect(answer.error.message).toMatch(/^Unknown query parameter 'x0', .* 'x19' and 40 more$/)
})

test('bad bodies are refused with a reason: broken, wrong, too large, of another type', async () => {
  const broken = await server.fetch('/api/shop/items', json('{"name":'))
  expect([broken.status, (await bodyOf(broken)).error.name]).toEqual([400, 'InputError'])
  const wrong = await server.fetch('/api/shop/items', json('{"name":1,"more":true}'))
  expect((await bodyOf(wrong)).error.message).toMatch(/body 'name'.*Unknown body 'more'/)
  const large = await server.fetch('/api/shop/items', json(JSON.stringify({ name: 'x'.repeat(200_000) })))
  expect([large.status, (await bodyOf(large)).error.name]).toEqual([413, 'PayloadTooLargeError'])
  const xml = await server.fetch('/api/shop/items', { method: 'POST', body: '<a/>', headers: { 'content-type': 'text/xml' } })
  expect([xml.status, (await bodyOf(xml)).error.name]).toEqual([415, 'UnsupportedMediaTypeError'])
  const poison = await server.fetch('/api/shop/items', json('{"name":"x","__proto__":{"a":1}}'))
  expect(poison.status).toBe(400)
  const missing = await server.fetch('/api/shop/items', { method: 'POST' })
  expect(missing.status).toBe(400)
})

test('an empty body with a JSON content type counts as no body', async () => {
  expect((await server.fetch('/api/shop/items/1', { method: 'DELETE', headers: { 'content-type': 'application/json' } })).status).toBe(204)
})

test('unknown paths and plugins answer the error body', async () => {
  for (const path of ['/api/shop/nothing', '/api/nobody/at/all', '/api', '/nowhere']) {
    const response = await server.fetch(path)
    expect([path, response.status, (await bodyOf(response)).error.name]).toEqual([path, 404, 'NotFoundError'])
  }
  expect((await server.fetch('/api/shop/items/%E0%A4%A')).status).toBe(400)
})

test('every route states who may call it, and others are refused [PERM-20]', async () => {
  const anonymous = server.as(undefined)
  expect((await anonymous.fetch('/api/shop/items/1')).status).toBe(200)
  expect((await anonymous.fetch('/api/shop/secret')).status).toBe(401)
  expect((await server.as({ plugin: 'other' }).fetch('/api/shop/secret')).status).toBe(403)
  expect(await server.as('user:default/ann').call(api.getSecret)).toEqual({ user: 'user:default/ann' })
  expect((await server.fetch('/api/shop/service')).status).toBe(403)
  expect(await server.as({ plugin: 'other' }).call(api.serviceOnly)).toEqual({ ok: true })
  expect((await server.as({ token: 'rubbish' }).fetch('/api/shop/secret')).status).toBe(401)
})

test('the barrier comes before the body is read', async () => {
  const response = await server.as(undefined).fetch('/api/shop/items', json('x'.repeat(90_000)))
  expect(response.status).toBe(401)
})

test('stored text goes out as it is, with its headers', async () => {
  const response = await server.fetch('/api/shop/text')
  expect([response.headers.get('content-type'), response.headers.get('etag'), await response.text()]).toEqual([
    'application/json; charset=utf-8',
    '"1"',
    '{"kept":true}',
  ])
})

test('files stream, uploads arrive unread', async () => {
  expect(await (await server.fetch('/api/shop/files/a/b.txt')).text()).toBe('file a/b.txt')
  const upload = await server.fetch('/api/shop/upload', {
    method: 'POST',
    body: 'y'.repeat(50_000),
    headers: { 'content-type': 'application/zip' },
  })
  expect(await bodyOf(upload)).toEqual({ size: 50_000 })
  expect(await bodyOf(await server.fetch('/api/shop/upload', { method: 'POST' }))).toEqual({ size: 0 })
})

test('events stream, and a caller who disconnects is noticed', async () => {
  const response = await server.fetch('/api/shop/watch')
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  expect((await response.text()).trim()).toBe('event: tick\ndata: 1\n\nevent: done\ndata: {"ok":true}')
  const controller = new AbortController()
  const endless = await server.fetch('/api/shop/endless', { signal: controller.signal })
  await endless.body!.getReader().read()
  controller.abort()
  await wasAborted
})

test('a web socket accepts only what matches the contract, and echoes the token it was opened with', async () => {
  const { token } = await server.server.services.tokens.userTokens.issue({ userEntityRef: 'user:default/ann' })
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/shop/talk`, [token])
  const onMessage = new Promise<string>(resolve => socket.on('message', data => resolve(String(data))))
  await new Promise(resolve => socket.on('open', resolve))
  expect(socket.protocol).toBe(token)
  socket.send('rubbish')
  socket.send('{"shout":1}')
  socket.send('{"say":"hi"}')
  expect(JSON.parse(await onMessage)).toEqual({ onMessage: 'hi', by: 'user' })
  socket.close()
})

test('large replies are compressed, small ones are not', async () => {
  const headers = { 'accept-encoding': 'br' }
  expect((await server.fetch('/api/shop/big', { headers })).headers.get('content-encoding')).toBe('br')
  expect((await server.fetch('/api/shop/big', { headers: { 'accept-encoding': 'gzip' } })).headers.get('content-encoding')).toBe('gzip')
  expect((await server.fetch('/api/shop/items/1', { headers })).headers.get('content-encoding')).toBeNull()
})

test('security headers are on every reply and allow no inline code', async () => {
  const { headers } = await server.fetch('/api/shop/items/1')
  expect(headers.get('content-security-policy')).toContain("script-src 'self'")
  expect(headers.get('content-security-policy')).not.toContain('unsafe')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('access-control-allow-origin')).toBeNull()
})

test('every reply has a request id; a sane one from a proxy is kept', async () => {
  expect((await server.fetch('/api/shop/items/1')).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  const kept = await server.fetch('/api/shop/items/1', { headers: { 'x-request-id': 'proxy-12345' } })
  expect(kept.headers.get('x-request-id')).toBe('proxy-12345')
  const strange = await server.fetch('/api/shop/items/1', { headers: { 'x-request-id': '<script>alert(1)</script>' } })
  expect(strange.headers.get('x-request-id')).not.toContain('<')
})

test('health needs no token', async () => {
  for (const check of ['readiness', 'liveness']) {
    const response = await server.as(undefined).fetch(`/.backstage/health/v1/${check}`)
    expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }])
  }
})

test('the OpenAPI document has every route, with its access', async () => {
  const document = await bodyOf(await server.fetch('/api/shop/openapi.json'))
  expect(document.openapi).toBe('3.1.0')
  expect(document.paths['/items/{id}'].get).toMatchObject({ operationId: 'getItem', 'x-access': 'public' })
  expect(document.paths['/items'].post.requestBody.content['application/json'].schema.required).toEqual(['name'])
  expect(document.paths['/files/{rest}'].get.parameters[0].name).toBe('rest')
  expect((await server.as(undefined).fetch('/api/shop/openapi.json')).status).toBe(401)
})

test('metrics are for those with a token', async () => {
  expect((await server.as(undefined).fetch('/metrics')).status).toBe(401)
  expect(await (await server.fetch('/metrics')).text()).toContain('http_server_request_duration')
})

import { apiDocsApi, type TryRequest } from '@portico/api-docs/common'
import { searchPlugin } from '@portico/search/server'
import { apiDocsPlugin } from '@portico/api-docs/server'
import { document, startCatalog, type TestCatalog } from '@portico/catalog/testing'
import type { Decision } from '@portico/core/common'
import { defineServerPlugin, permissionPort } from '@portico/core/server'
import { eventually } from '@portico/core/testing'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

interface Seen {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

let target: Server
let elsewhere: Server
let strayed: number
let seen: Seen[]
let held: ServerResponse[]
let catalog: TestCatalog
const log: string[] = []
const policy: Record<string, Decision> = {}
const hidden = new Set<string>()
const policyPlugin = defineServerPlugin({
  id: 'test-policy',
  provides: { permissions: permissionPort },
  setup: () => ({
    permissions: {
      authorize: async (_caller, requests) =>
        requests.map(({ permission, resourceRef }) =>
          hidden.has(resourceRef ?? '') ? { result: 'DENY' } : (policy[permission.name] ?? { result: 'ALLOW' }),
        ),
    },
  }),
})

const portOf = (of: Server) => (of.address() as AddressInfo).port
const base = () => `http://127.0.0.1:${portOf(target)}/v1`

beforeAll(async () => {
  elsewhere = createServer((_request, response) => {
    strayed += 1
    response.end('of another host')
  }).listen(0, '127.0.0.1')
  target = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request as AsyncIterable<Buffer>) body += chunk.toString()
    seen.push({ method: request.method!, url: request.url!, headers: request.headers, body })
    answer(request.url!, response)
  }).listen(0, '127.0.0.1')
  await Promise.all([once(target, 'listening'), once(elsewhere, 'listening')])
  const api = (name: string) =>
    document('API', name, { spec: { type: 'openapi', lifecycle: 'production', owner: 'guests', definition: '{}' } })
  catalog = await startCatalog(
    { 'booking.yaml': api('booking'), 'other.yaml': api('other') },
    {
      plugins: [searchPlugin, apiDocsPlugin, policyPlugin],
      logTo: { write: line => log.push(line) },
      config: {
        permission: { enabled: true },
        apiDocs: {
          try: {
            maxBytes: 2000,
            targets: [{ url: `${base()}/`, methods: ['get', 'HEAD', 'POST'], apis: ['booking'] }],
          },
        },
      },
    },
  )
  await catalog.until('kind=api', 2)
})
afterAll(async () => {
  await catalog.stop()
  for (const each of [target, elsewhere]) {
    each.closeAllConnections()
    each.close()
  }
})
beforeEach(() => {
  seen = []
  held = []
  strayed = 0
})

function answer(url: string, response: ServerResponse) {
  if (url.includes('/moved')) return response.writeHead(302, { location: `http://127.0.0.1:${portOf(elsewhere)}/stolen` }).end()
  if (url.includes('/large'))
    return response.writeHead(200, { 'content-type': 'text/plain', 'content-length': '500000' }).end('é'.repeat(250_000))
  if (url.includes('/bomb'))
    return response
      .writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' })
      .end(gzipSync(Buffer.alloc(50_000_000, 'a')))
  if (url.includes('/binary'))
    return response.writeHead(200, { 'content-type': 'application/pdf' }).end(Buffer.from([37, 80, 68, 70, 0, 255]))
  if (url.includes('/latin'))
    return response.writeHead(200, { 'content-type': 'text/plain; charset=iso-8859-1' }).end(Buffer.from([0x63, 0xe9]))
  if (url.includes('/untyped')) return response.writeHead(200).end(url.endsWith('text') ? 'plain words' : Buffer.from([0xff, 0xfe, 0x01]))
  if (url.includes('/endless')) return response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n')
  if (url.includes('/held')) return held.push(response)
  if (url.includes('/cut')) {
    response.writeHead(200, { 'content-length': '100' }).write('half')
    return setImmediate(() => response.destroy())
  }
  return response
    .writeHead(201, { 'content-type': 'application/json', 'set-cookie': ['session=s3cret; Path=/; HttpOnly', 'a=b'], 'x-total': '3' })
    .end('{"ok":true}')
}

const params = { namespace: 'default', kind: 'api', name: 'booking' }
const send = (request: Partial<TryRequest>, { as = 'user:default/test', name = 'booking' } = {}) =>
  catalog.server.as(as).call(apiDocsApi.tryRequest, {
    params: { ...params, name },
    body: { method: 'GET', url: `${base()}/bookings`, headers: [], ...request },
  })
const audited = async () => (await catalog.server.server.services.audit.list({ limit: 50, action: 'api-docs.request.try' })).items

test('a request goes to the target as it was typed, and its answer comes back', async () => {
  const reply = await send({
    method: 'POST',
    url: `${base()}/bookings?a=1&b=%20x`,
    headers: [
      ['Content-Type', 'application/json'],
      ['X-Key', 'typed-secret'],
      ['Cookie', 'own=1'],
    ],
    body: '{"name":"Zoë"}',
  })
  expect(reply).toMatchObject({ status: 201, statusText: 'Created', body: '{"ok":true}', bytes: 11, isCut: false })
  expect(seen).toMatchObject([
    { method: 'POST', url: '/v1/bookings?a=1&b=%20x', body: '{"name":"Zoë"}', headers: { 'x-key': 'typed-secret', cookie: 'own=1' } },
  ])
  expect(reply.headers).toEqual(
    expect.arrayContaining([
      ['x-total', '3'],
      ['set-cookie', 'session=…; Path=/; HttpOnly'],
      ['set-cookie', 'a=…'],
    ]),
  )
})

test('neither the token nor the cookies of the portal reach a target', async () => {
  const path = `/api/api-docs/definitions/default/api/booking/try`
  const body = JSON.stringify({ method: 'GET', url: `${base()}/x`, headers: [] })
  const headers = { 'content-type': 'application/json', cookie: 'portal=1', 'x-forwarded-for': '10.0.0.1' }
  const response = await catalog.server.fetch(path, { method: 'POST', headers, body })
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(Object.keys(seen[0]!.headers).toSorted()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent'])
})

test.each<[string, (target: URL, other: string) => string]>([
  ['another host', (_target, other) => `http://${other}/v1/x`],
  ['another port', ({ hostname }) => `http://${hostname}:1/v1/x`],
  ['another protocol', ({ host }) => `https://${host}/v1/x`],
  ['a protocol that is not of the web', () => 'file:///etc/passwd'],
  ['a folder beside it', ({ host }) => `http://${host}/v2/x`],
  ['a folder whose name only begins alike', ({ host }) => `http://${host}/v1x/x`],
  ['another case of the path', ({ host }) => `http://${host}/V1/x`],
  ['dots', ({ href }) => `${href}/../admin`],
  ['encoded dots', ({ href }) => `${href}/%2e%2e/admin`],
  ['half encoded dots', ({ href }) => `${href}/.%2E/admin`],
  ['dots that are encoded twice', ({ href }) => `${href}/%252e%252e/admin`],
  ['dots behind an encoded slash', ({ href }) => `${href}/x%2f..%2f..%2fadmin`],
  ['dots with parameters', ({ href }) => `${href}/..;/admin`],
  ['dots that come back', ({ href }) => `${href}/../v1/x`],
  ['a backslash', ({ href }) => `${href}\\..\\admin`],
  ['an encoded backslash', ({ href }) => `${href}/%5c..%5cadmin`],
  ['a user name', ({ host }, other) => `http://${host}@${other}/v1/x`],
  ['a user name and the right host', ({ host }) => `http://user:pass@${host}/v1/x`],
  ['a backslash in place of the slash of the host', ({ host }, other) => `http://${other}\\@${host}/v1/x`],
  ['a host behind a hash', ({ host }, other) => `http://${other}#@${host}/v1/x`],
  ['a dot behind the host', ({ port }) => `http://127.0.0.1.:${port}0/v1/x`],
  ['a line break', ({ href }) => `${href}/x\r\nHost: evil.example`],
  ['a space', ({ href }) => `${href}/x y`],
  ['one slash', ({ host }) => `http:/${host}/v1/../x`],
  ['a path that cannot be decoded', ({ href }) => `${href}/%ff%`],
])('an address with %s reaches nothing', async (_name, toUrl) => {
  const url = toUrl(new URL(base()), `127.0.0.1:${portOf(elsewhere)}`)
  await expect(send({ url })).rejects.toMatchObject({ status: expect.toBeOneOf([400, 403]) })
  expect([seen, strayed]).toEqual([[], 0])
})

test('a target is for its APIs and its methods only', async () => {
  await expect(send({}, { name: 'other' })).rejects.toMatchObject({ status: 403, code: 'api-docs.target-refused' })
  await expect(send({ method: 'DELETE' })).rejects.toMatchObject({
    code: 'api-docs.method-refused',
    message: expect.stringContaining('GET, HEAD, POST'),
  })
  expect(seen).toEqual([])
  const list = async (name: string) => (await catalog.server.call(apiDocsApi.listTryTargets, { params: { ...params, name } })).items
  expect(await list('booking')).toEqual([{ url: `${base()}/`, methods: ['GET', 'HEAD', 'POST'] }])
  expect(await list('other')).toEqual([])
})

test.each([
  ['X-Own', 'a\r\nX-Smuggled: 1'],
  ['X-Own\r\nX-Smuggled', '1'],
  ['X Own', '1'],
  ['X-Own', 'a\u0000b'],
  ['X-Own', '日本'],
  ['Host', 'evil.example'],
  ['Content-Length', '3'],
  ['Transfer-Encoding', 'chunked'],
  ['Connection', 'x-key'],
  ['Proxy-Authorization', 'Basic eA=='],
  ['X-Forwarded-For', '127.0.0.1'],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['__proto__\n', 'x'],
])('a header that smuggles or pretends is refused: %j %j', async (name, value) => {
  await expect(send({ headers: [[name, value]] })).rejects.toMatchObject({
    status: 400,
    code: expect.stringMatching(/header|invalid-text/),
  })
  expect(seen).toEqual([])
})

test('a redirect is shown and not followed', async () => {
  const reply = await send({ url: `${base()}/moved` })
  expect(reply).toMatchObject({ status: 302, headers: expect.arrayContaining([['location', expect.stringContaining('/stolen')]]) })
  expect(strayed).toBe(0)
})

test('of a large answer the beginning is shown, also when it was packed', async () => {
  const large = await send({ url: `${base()}/large` })
  expect([large.body?.length, large.bytes, large.isCut]).toEqual([1000, 500_000, true])
  const packed = await send({ url: `${base()}/bomb` })
  expect([packed.body, packed.bytes, packed.isCut]).toEqual(['a'.repeat(2000), 2000, true])
})

test('a body is decoded by its charset; of one that is not text only the size is told', async () => {
  expect(await send({ url: `${base()}/latin` })).toMatchObject({ body: 'cé', bytes: 2 })
  expect(await send({ url: `${base()}/untyped-text` })).toMatchObject({ body: 'plain words' })
  for (const path of ['binary', 'untyped']) expect(await send({ url: `${base()}/${path}` })).not.toHaveProperty('body')
  expect(await send({ method: 'HEAD', url: `${base()}/large` })).toMatchObject({ status: 200, body: '' })
})

test('an answer that breaks off, and a target that is away, say so', async () => {
  await expect(send({ url: `${base()}/cut` })).rejects.toMatchObject({ status: 502, code: 'api-docs.answer-broken' })
})

test('a user may send a few requests at once; others are not held up', async () => {
  const running = Array.from({ length: 4 }, () => send({ url: `${base()}/held` }))
  await eventually(() => expect(held).toHaveLength(4))
  await expect(send({})).rejects.toMatchObject({ status: 429, code: 'api-docs.too-many-at-once' })
  expect(await send({}, { as: 'user:default/other' })).toMatchObject({ status: 201 })
  for (const response of held) response.end('done')
  expect((await Promise.all(running)).map(({ body }) => body)).toEqual(Array.from({ length: 4 }, () => 'done'))
})

test('a user may send sixty requests in a minute', async () => {
  const as = 'user:default/eager'
  for (let sent = 0; sent < 60; sent += 1) await send({}, { as })
  await expect(send({}, { as })).rejects.toMatchObject({ status: 429, code: 'api-docs.too-many-requests' })
})

test('who may not read the API, or may not try it, sends nothing', async () => {
  hidden.add('api:default/booking')
  await expect(send({})).rejects.toMatchObject({ status: 404 })
  hidden.clear()
  policy['api-docs.try'] = { result: 'DENY' }
  await expect(send({})).rejects.toMatchObject({ status: 403 })
  expect(await catalog.server.call(apiDocsApi.listTryTargets, { params })).toEqual({ items: [] })
  delete policy['api-docs.try']
  await expect(send({}, { name: 'nobody' })).rejects.toMatchObject({ status: 404 })
  expect(seen).toEqual([])
})

test('the audit trail says who sent what where; neither it nor the log has what was typed', async () => {
  const secret = 'hunter2-typed'
  const request = {
    method: 'POST',
    headers: [['X-Key', secret]],
    body: secret,
    url: `${base()}/audited?key=${secret}`,
  } satisfies Partial<TryRequest>
  await send(request, { as: 'user:default/auditor' })
  await expect(send({ url: `${base()}/../x?key=${secret}` }, { as: 'user:default/auditor' })).rejects.toMatchObject({ status: 400 })
  const [refused, sent] = await audited()
  expect(sent).toMatchObject({
    caller: 'user:default/auditor',
    subject: 'api:default/booking',
    result: 'success',
    details: { method: 'POST', url: `${base()}/audited`, status: 201 },
  })
  expect(refused).toMatchObject({ result: 'denied' })
  expect(JSON.stringify(await audited()) + log.join('')).not.toContain(secret)
})

test('a changed config counts at once; a target that is too slow is given up, and of one that never ends the beginning is shown', async () => {
  const config = JSON.parse(readFileSync(catalog.server.configFile, 'utf8')) as object
  const targets = [{ url: base() }, { url: `http://127.0.0.1:${portOf(elsewhere)}` }]
  writeFileSync(catalog.server.configFile, JSON.stringify({ ...config, apiDocs: { try: { timeout: '200ms', targets } } }))
  await eventually(async () => expect((await catalog.server.call(apiDocsApi.listTryTargets, { params })).items).toHaveLength(2))
  await expect(send({ url: `${base()}/held` })).rejects.toMatchObject({ status: 504, code: 'api-docs.target-timeout' })
  expect(await send({ url: `${base()}/endless` })).toMatchObject({ body: 'data: 1\n\n', isCut: true })
  await expect(send({ method: 'POST' })).rejects.toMatchObject({ code: 'api-docs.method-refused' })
})

import { document, startCatalog, type TestCatalog } from '@portico/catalog/testing'
import { connectorsApi, factsChannel, type ConnectorViews } from '@portico/connectors/common'
import { connectorsPlugin, factsService } from '@portico/connectors/server'
import { authorizeAllBut, securedTarget, sendJson, startScriptedTool, testConnectors, type ScriptedTool } from '@portico/connectors/testing'
import { defineEvent } from '@portico/core/common'
import { defineServerPlugin, permissionPort, startServer } from '@portico/core/server'
import { eventually, type TestCaller } from '@portico/core/testing'
import { createHmac } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { rmSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

const { batched, faulty } = testConnectors
const denied = new Set<string>()
const signals = defineEvent('signals', z.object({ signals: z.array(z.object({ channel: z.string(), message: z.unknown() })) }))
const told: { channel: string; message: unknown }[] = []
const policyPlugin = defineServerPlugin({
  id: 'test-policy',
  provides: { permissions: permissionPort },
  setup: () => ({ permissions: { authorize: authorizeAllBut(denied) } }),
})
const ownerPlugin = defineServerPlugin({
  id: 'owned',
  uses: { facts: factsService },
  setup({ work, onStop }, { facts }) {
    facts.declare('owned', [{ name: 'owned.x', title: 'X', type: 'text' }])
    onStop(work.events.listen([signals], ({ payload }) => void told.push(...payload.signals)))
  },
})

let tool: ScriptedTool
let catalog: TestCatalog
let folder: string
let count = 1
let sync = 'Synced'
let tokens = 0
const revoked = new Set<string>()
const slowAnswers: ServerResponse[] = []
let fault: ((response: ServerResponse) => void) | undefined
const entity = (name: string, annotations: Record<string, string>, spec: object = {}) =>
  document('Component', name, { metadata: { annotations }, spec })

beforeAll(async () => {
  tool = await startScriptedTool(({ url, method, headers }, response) => {
    const [, kind, name] = url.pathname.split('/')
    if (kind === 'token') {
      tokens += 1
      return sendJson(response, { access_token: `issued-secret-${tokens}`, expires_in: 3600 })
    }
    if (kind === 'secured')
      return headers.authorization === `Bearer issued-secret-${tokens}` && !revoked.has(headers.authorization)
        ? sendJson(response, { count: 7, echo: headers.authorization })
        : sendJson(response, {}, {}, 401)
    if (kind === 'slow') return void slowAnswers.push(response)
    if (headers.authorization !== 'Bearer tool-secret-token') return sendJson(response, {}, {}, 401)
    if (kind === 'fault' && fault) return fault(response)
    if (kind === 'apps' && method === 'POST') return sendJson(response, {})
    if (kind === 'apps')
      return name === 'none'
        ? sendJson(response, {}, {}, 404)
        : sendJson(response, { id: `id-${name}`, sync, count }, { etag: `"${count}"` })
    if (kind === 'more') return sendJson(response, { items: [{ name: 'one', secret: 'x', at: 1_700_000_000 }, { name: 'two' }] })
    if (kind === 'pages') return sendJson(response, { items: [1, 2], next: (url.searchParams.get('cursor') ?? '') + 'n' })
    if (kind === 'all') return void response.writeHead(200, { 'content-type': 'text/csv' }).end('key,amount\nb1,"1.5"\nb2,2\nb1,3\n')
    return sendJson(response, { count: 5 })
  })
  folder = mkdtempSync(path.join(tmpdir(), 'connectors-'))
  for (const [name, text] of Object.entries(testConnectors)) writeFileSync(path.join(folder, `${name}.yaml`), text)
  const target = { baseUrl: tool.url, auth: { type: 'bearer', token: 'tool-secret-token' }, webhookSecret: 'hook-secret' }
  catalog = await startCatalog(
    {
      'web.yaml': entity('web', { 'tool/app': 'web' }),
      'hidden.yaml': entity('hidden', { 'tool/app': 'hidden' }, { owner: 'team-secret' }),
      'none.yaml': entity('none', { 'tool/app': 'none' }),
      'plain.yaml': entity('plain', {}),
      'hostile.yaml': entity('hostile', { 'tool/hostile': 'x' }),
      'faulty.yaml': entity('faulty', { 'tool/faulty': 'x' }),
      'b1.yaml': entity('b1', { 'tool/batch': 'b1' }),
      'b2.yaml': entity('b2', { 'tool/batch': 'b2' }),
      's1.yaml': entity('s1', { 'tool/secured': 'x' }),
      's2.yaml': entity('s2', { 'tool/secured': 'x' }),
      's3.yaml': document('Component', 's3', { metadata: { title: 'no number', annotations: { 'tool/secured': 'x' } } }),
    },
    {
      plugins: [connectorsPlugin, policyPlugin, ownerPlugin],
      config: {
        permission: { enabled: true },
        connectors: {
          files: [`${folder}/*.yaml`],
          targets: {
            shipping: target,
            hostile: target,
            faulty: target,
            batched: target,
            slow: target,
            secured: securedTarget(tool.url),
          },
          maxMegabytes: 1,
          timeout: '5m',
        },
      },
    },
  )
  await catalog.until('kind=component', 11)
})
afterAll(async () => {
  await catalog.stop()
  await tool.close()
  rmSync(folder, { recursive: true, force: true })
})

const of = (name: string) => ({ namespace: 'default', kind: 'component', name })
const views = (name: string) => catalog.server.call(connectorsApi.getEntityViews, { params: of(name) })
const refresh = async (name: string) => (await catalog.server.call(connectorsApi.refreshEntity, { params: of(name), body: {} })).items[0]!
const valuesOf = (shown: ConnectorViews | undefined) =>
  Object.fromEntries((shown?.facts ?? []).map(({ name, value }) => [name, value?.error ? { error: value.error.message } : value?.value]))

test('an entity with the annotation gets what the tool says, with requests that hang on each other and facts that are computed', async () => {
  await eventually(async () =>
    expect(valuesOf((await views('web')).items[0])).toEqual({
      'shipping.id': 'id-web',
      'shipping.sync': 'Synced',
      'shipping.count': 1,
      'shipping.list': [{ name: 'one', at: '2023-11-14T22:13:20.000Z' }, { name: 'two' }],
      'shipping.twice': 2,
    }),
  )
  const [shown] = (await views('web')).items
  expect(shown).toMatchObject({
    state: 'ok',
    target: 'default',
    actions: [{ name: 'sync', confirm: 'Sync web?', isAllowed: true }],
    views: [
      { type: 'card', href: `${tool.url}/web`, sections: [{ type: 'facts' }, { type: 'series' }] },
      { type: 'state', fact: 'shipping.sync' },
    ],
  })
  expect(shown?.facts.find(({ name }) => name === 'shipping.sync')).toMatchObject({ tone: 'ok', source: 'shipping', indexed: true })
  expect(tool.requests.find(({ url }) => url.pathname === '/apps/web')?.url.search).toBe('?with=a&with=b')
  expect((await views('plain')).items).toEqual([])
  await expect(views('hidden')).rejects.toMatchObject({ status: 404 })
  const listed = await catalog.server.call(connectorsApi.listFacts, { query: { name: ['shipping.sync'] } })
  expect(listed.items.map(({ entityRef }) => entityRef)).toEqual(['component:default/none', 'component:default/web'])
})

test('open pages hear that facts of their entity have changed, and nothing else', async () => {
  const response = await catalog.server.fetch('/api/catalog/entities/by-name/component/default/web')
  const { metadata } = (await response.json()) as { metadata: { uid: string } }
  await eventually(() => expect(told).toContainEqual(expect.objectContaining({ channel: factsChannel(metadata.uid), message: {} })))
})

test('the catalog filters and sorts by indexed facts, of entities that the caller may see', async () => {
  const list = async (query: string, caller: TestCaller = { plugin: 'test' }) => {
    const response = await catalog.server.as(caller).fetch(`/api/catalog/entities/by-query?${query}`)
    return ((await response.json()) as { items: { metadata: { name: string } }[] }).items.map(({ metadata }) => metadata.name)
  }
  await eventually(async () => expect(await list('filter=facts.shipping.sync=synced')).toEqual(['hidden', 'web']))
  expect((await list('filter=kind=component&orderField=facts.shipping.sync.order,desc&limit=2')).toSorted()).toEqual(['hidden', 'web'])
  expect(await list('filter=facts.shipping.sync=synced', 'user:default/test')).toEqual(['web'])
})

test('what a tool does not know is nothing, and no failure', async () => {
  await eventually(async () => expect(valuesOf((await views('none')).items[0])).toMatchObject({ 'shipping.sync': null }))
  expect((await views('none')).items[0]?.state).toBe('ok')
})

test('one request serves many entities', async () => {
  await eventually(async () => {
    const { items } = await catalog.server.call(connectorsApi.listFacts, { query: { name: ['batched.total'] } })
    expect(items.map(({ value }) => value)).toEqual([4.5, 2])
  })
  expect(
    tool.requests
      .filter(({ url }) => url.pathname === '/all')
      .map(({ url }) => url.searchParams.get('keys')?.split(',').length)
      .at(0),
  ).toBeLessThanOrEqual(2)
})

test('expressions that loop or take all memory cost themselves; wrong types and endless pages are told', async () => {
  await eventually(async () =>
    expect(valuesOf((await views('hostile')).items[0])).toMatchObject({
      'hostile.endless': { error: expect.stringMatching(/takes longer|takes more|[Ss]tack/) },
      'hostile.huge': { error: expect.any(String) },
      'hostile.good': 5,
      'hostile.wrong': { error: 'The value is not of the type number: expected a number, found {"count":5}' },
      'hostile.pages': 6,
    }),
  )
})

test.each<[string, (response: ServerResponse) => void, RegExp]>([
  [
    'a page',
    response => void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>'),
    /a page \(HTML or XML\), not JSON/,
  ],
  ['401', response => sendJson(response, {}, {}, 401), /does not accept the credentials of the config \(status 401\)/],
  [
    '50 MB of which it does not say that it is so much',
    response => void response.writeHead(200, { 'content-type': 'application/json' }).end(`"${'x'.repeat(2 ** 21)}"`),
    /more than the 1 MB that are read \(connectors\.maxMegabytes\)/,
  ],
  ['50 MB', response => void response.writeHead(200, { 'content-length': String(50 * 2 ** 20) }).end('['), /50\.0 MB, more than the 1/],
  ['500', response => sendJson(response, {}, {}, 500), /answered with status 500/],
  [
    'a redirect into the network',
    response => void response.writeHead(302, { location: 'http://169.254.169.254/tool-secret-token?token=tool-secret-token' }).end(),
    /not allowed/,
  ],
  [
    '403 with the secret in its address',
    response => sendJson(response, {}, {}, 403),
    /does not accept the credentials of the config \(status 403\)/,
  ],
])('a tool that answers with %s leaves the other facts, and says why', async (_name, respond, message) => {
  fault = respond
  await eventually(async () => {
    const shown = await refresh('faulty')
    expect(shown.state).toBe('failing')
    expect(valuesOf(shown)).toMatchObject({ 'faulty.good': 5, 'faulty.fault': { error: expect.stringMatching(message) } })
  })
  expect(JSON.stringify(await catalog.server.call(connectorsApi.getConnector, { params: { name: 'faulty' } }))).not.toContain(
    'tool-secret-token',
  )
})

test('a tool that wants fewer requests is left alone for as long as it says', async () => {
  fault = response => sendJson(response, {}, { 'retry-after': '3600' }, 429)
  const shown = await refresh('faulty')
  expect(valuesOf(shown)).toMatchObject({ 'faulty.good': 5 })
  await eventually(async () =>
    expect((await catalog.server.call(connectorsApi.getConnector, { params: { name: 'faulty' } })).targetStates).toMatchObject([
      { state: 'limited', pausedUntil: expect.any(String) },
    ]),
  )
  const asked = tool.requests.filter(({ url }) => url.pathname === '/fault').length
  expect(valuesOf(await refresh('faulty'))).toMatchObject({ 'faulty.good': 5 })
  expect(tool.requests.filter(({ url }) => url.pathname === '/fault')).toHaveLength(asked)
})

test('a tool that never answers holds up no other', async () => {
  await eventually(() => expect(slowAnswers.length).toBeGreaterThan(0))
  const { items } = await views('web')
  expect(items.map(each => [each.connector, each.state])).toEqual([
    ['shipping', 'ok'],
    ['slow', 'waiting'],
  ])
})

test('a token by client credentials is asked for once, again when the tool refuses it, and is shown nowhere', async () => {
  const secure = async (name: string) => valuesOf((await views(name)).items[0])
  await eventually(async () => {
    expect(await secure('s1')).toEqual({ 'secured.count': 7 })
    expect(await secure('s2')).toEqual({ 'secured.count': 7 })
  })
  expect(tokens).toBe(1)
  // Its 'match' fails, which costs no other.
  expect((await views('s3')).items).toEqual([])
  revoked.add('Bearer issued-secret-1')
  const call = catalog.server.call
  const tried = await call(connectorsApi.tryConnector, { params: { name: 'secured' }, body: { entityRef: 'component:default/s1' } })
  expect([tried.requests[0]?.status, tried.facts[0]?.value, tokens]).toEqual([200, 7, 2])
  expect(tried.requests[0]?.answer).toContain('[redacted]')
  expect(JSON.stringify([tried, await call(connectorsApi.getConnector, { params: { name: 'secured' } })])).not.toContain('-secret')
  await expect(
    call(connectorsApi.tryConnector, { params: { name: 'shipping' }, body: { entityRef: 'component:default/hidden' } }),
  ).rejects.toMatchObject({ status: 404 })
})

test('an action sends what its form allows, for those who may, and is recorded', async () => {
  const run = (input: Record<string, string | boolean>) =>
    catalog.server.call(connectorsApi.runAction, {
      params: { connector: 'shipping', action: 'sync' },
      body: { entityRef: 'component:default/web', input },
    })
  await expect(run({})).rejects.toMatchObject({ status: 400 })
  await expect(run({ reason: 'x', other: 'y' })).rejects.toMatchObject({ status: 400, message: "There is no field 'other'" })
  denied.add('connectors.act')
  await expect(run({ reason: 'x' })).rejects.toMatchObject({ status: 403 })
  denied.clear()
  count = 2
  await run({ reason: 'broken' })
  expect(JSON.parse(tool.requests.findLast(({ method }) => method === 'POST')?.body ?? '')).toEqual({
    reason: 'broken',
    prune: false,
    by: 'user:default/test',
  })
  await eventually(async () => expect(valuesOf((await views('web')).items[0])).toMatchObject({ 'shipping.count': 2, 'shipping.twice': 4 }))
  const trail = await catalog.server.server.services.audit.list({ limit: 10, action: 'connectors.action' })
  expect(trail.items.map(({ subject, result }) => [subject, result])).toEqual([['component:default/web', 'success']])
})

test('a webhook that is signed has facts read again, and no other', async () => {
  const body = JSON.stringify({ app: 'web' })
  const send = (signature: string) =>
    catalog.server.as(undefined).fetch('/api/connectors/webhooks/shipping/default', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-signature': signature },
      body,
    })
  expect((await send('sha256=00')).status).toBe(401)
  sync = 'OutOfSync'
  count = 3
  const response = await send(`sha256=${createHmac('sha256', 'hook-secret').update(body).digest('hex')}`)
  expect([response.status, await response.json()]).toEqual([202, { refreshed: 1 }])
  await eventually(async () => expect(valuesOf((await views('web')).items[0])).toMatchObject({ 'shipping.sync': 'OutOfSync' }))
})

test('operators see targets, requests without secrets, matched entities, and try a connector', async () => {
  const call = catalog.server.call
  expect((await call(connectorsApi.listConnectors)).items.find(({ name }) => name === 'shipping')).toMatchObject({
    state: 'ok',
    origin: 'file',
    entities: 3,
    targets: 1,
  })
  const matched = await call(connectorsApi.listMatched, { params: { name: 'shipping' }, query: { limit: 2 } })
  expect([matched.total, matched.next, matched.items[1]]).toMatchObject([3, 'component:default/none', undefined])
  expect(matched.items).toMatchObject([{ entityRef: 'component:default/none', annotations: { 'tool/app': 'none' } }])
  const tried = await call(connectorsApi.tryConnector, { params: { name: 'shipping' }, body: { entityRef: 'component:default/web' } })
  expect(tried.requests.map(({ url, status }) => [url, status])).toEqual([
    [`${tool.url}/apps/web?with=a&with=b`, 200],
    [`${tool.url}/more/id-web`, 200],
  ])
  expect(tried.requests[0]).toMatchObject({ headers: { authorization: '[redacted]' }, answer: expect.stringContaining('id-web') })
  expect(tried.facts.find(({ name }) => name === 'shipping.twice')).toMatchObject({ expression: '$fact("count") * 2', value: 6 })
  await eventually(async () =>
    expect((await call(connectorsApi.getConnector, { params: { name: 'shipping' } })).lastRequests.length).toBeGreaterThan(0),
  )
  denied.add('connectors.operate')
  await expect(call(connectorsApi.listConnectors)).rejects.toMatchObject({ status: 403 })
  denied.clear()
})

test('a document is followed: a mistake is told with its place, and costs nobody what is shown', async () => {
  writeFileSync(path.join(folder, 'batched.yaml'), batched.replace('title: Total', 'titel: Total'))
  await eventually(async () => {
    const details = await catalog.server.call(connectorsApi.getConnector, { params: { name: 'batched' } })
    expect(details).toMatchObject({
      state: 'invalid',
      problems: expect.arrayContaining([
        {
          file: expect.stringContaining('batched.yaml'),
          line: 10,
          column: 22,
          key: 'spec.facts[0].titel',
          message: "the key 'titel' is not known here, did you mean 'title'?",
        },
      ]),
    })
  })
  // The version before stays in use.
  expect((await views('b1')).items[0]?.state).toBe('ok')
  writeFileSync(path.join(folder, 'batched.yaml'), batched)
  await eventually(async () => expect((await views('b1')).items[0]?.state).toBe('ok'))
})

test('two facts, two connectors and a plugin cannot have one name', async () => {
  const call = catalog.server.call
  const stateOf = async (name: string) => {
    const found = (await call(connectorsApi.listConnectors)).items.find(each => each.name.startsWith(name))
    return found && [found.state, found.reason]
  }
  writeFileSync(path.join(folder, 'twin.yaml'), faulty)
  writeFileSync(path.join(folder, 'owned.yaml'), faulty.replaceAll('faulty', 'owned'))
  writeFileSync(
    path.join(folder, 'double.yaml'),
    faulty.replaceAll('faulty', 'double').replace('name: fault, title: Fault', 'name: good, title: Fault'),
  )
  await eventually(async () => {
    expect(await stateOf('faulty (')).toEqual(['invalid', expect.stringContaining("there is another connector 'faulty'")])
    expect(await stateOf('owned')).toEqual(['invalid', "facts of 'owned' belong to a plugin: give the connector another name"])
    expect(await stateOf('double')).toEqual(['invalid', 'two facts have this name'])
  })
  expect(valuesOf((await views('faulty')).items[0])).toMatchObject({ 'faulty.good': 5 })
})

test('of two servers one asks a tool', async () => {
  const { configFile } = catalog.server
  const options = { plugins: [...catalog.plugins], version: '0.0.0-test', cwd: path.dirname(configFile), env: {} }
  const other = await startServer({ ...options, configFiles: [configFile], logTo: { write: () => true } })
  try {
    const from = tool.requests.length
    await catalog.server.call(connectorsApi.refreshConnector, { params: { name: 'batched' } })
    await catalog.server.call(connectorsApi.refreshConnector, { params: { name: 'secured' } })
    await eventually(() => {
      const asked = tool.requests.slice(from).map(({ url }) => url.pathname)
      expect([asked.includes('/all'), asked.includes('/secured/s1'), asked.includes('/secured/s2')]).toEqual([true, true, true])
    })
    await eventually(async () => expect((await refresh('s1')).state).toBe('ok'))
    const asked = tool.requests.slice(from).map(({ url }) => url.pathname)
    expect([asked.filter(each => each === '/all').length, asked.filter(each => each === '/secured/s2').length]).toEqual([1, 1])
  } finally {
    await other.stop()
  }
})

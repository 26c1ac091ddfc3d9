import { authPlugin } from '@portico/auth/server'
import { defineServerPlugin, startServer, type BusEvent } from '@portico/core/server'
import { startTestServer, type TestServer } from '@portico/core/testing'
import { eventsApi, webhookEvent } from '@portico/events/common'
import { eventsPlugin } from '@portico/events/server'
import { integrationsPlugin } from '@portico/integrations/server'
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

let server: TestServer
const heard: BusEvent[] = []

const listenerPlugin = defineServerPlugin({
  id: 'bus-user',
  setup({ work }) {
    work.events.listen(
      ['open', 'github', 'gitlab', 'gitea', 'bitbucketCloud', 'circleci', 'jenkins', 'azureDevOps', 'from-outside'].map(webhookEvent),
      event => void heard.push(event),
    )
  },
})

const app = { appId: 1, privateKey: 'x', webhookSecret: 'of-the-app' }

beforeAll(async () => {
  server = await startTestServer({
    plugins: [authPlugin, integrationsPlugin, eventsPlugin, listenerPlugin],
    config: {
      integrations: { github: [{ host: 'github.com', apps: [app] }] },
      events: {
        http: { topics: ['open'] },
        modules: {
          github: { webhookSecret: 's3cret' },
          gitlab: { webhookSecret: 's3cret' },
          gitea: { webhookSecret: 's3cret' },
          bitbucketCloud: { webhookSecret: 's3cret' },
          circleci: { webhookSecret: 's3cret' },
          jenkins: { webhookSecret: 's3cret' },
          azureDevOps: { username: 'hook', password: 's3cret' },
        },
      },
    },
  })
})
afterAll(() => server.stop())
beforeEach(() => void (heard.length = 0))

const post = (topic: string, body: string | Buffer, headers: Record<string, string> = {}) =>
  server.as(undefined).fetch(`/api/events/http/${topic}`, {
    method: 'POST',
    body: body as string,
    headers: { 'content-type': 'application/json', ...headers },
  })
const hmac = (body: string, secret = 's3cret') => createHmac('sha256', secret).update(body).digest('hex')

const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`

describe('a delivery', () => {
  test('to a topic of the config is accepted, and its headers go along without proofs', async () => {
    const response = await post('open', '{"a":1}', { 'x-kind': 'test', authorization: 'Basic eDp5' })
    expect([response.status, await response.json()]).toEqual([202, { status: 'accepted' }])
    await expect.poll(() => heard).toHaveLength(1)
    const { metadata, eventPayload } = heard[0]!.payload as { metadata: Record<string, string>; eventPayload: unknown }
    expect(eventPayload).toEqual({ a: 1 })
    expect(metadata).toMatchObject({ 'x-kind': 'test' })
    expect(Object.keys(metadata)).not.toContain('authorization')
  })

  test('to an unknown topic, of another type, or of something else than JSON is refused', async () => {
    expect((await post('none', '{}')).status).toBe(404)
    expect((await post('bitbucketServer', '{}')).status).toBe(404)
    expect((await post('open', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(415)
    expect((await post('open', '{')).status).toBe(400)
    expect((await post('open', '"ü"'.padEnd(6 * 2 ** 20))).status).toBe(413)
    expect((await post('open', Buffer.alloc(25 * 2 ** 20, ' '))).status).toBe(413)
    expect((await post('open', `{${Array.from({ length: 100_001 }, (_, at) => `"k${at}":0`).join(',')}}`)).status).toBe(413)
    expect((await post('open', `${'['.repeat(65)}${']'.repeat(65)}`)).status).toBe(400)
    expect(heard).toEqual([])
  })

  test('of a host is taken only with the right signature', async () => {
    const body = '{"ref":"refs/heads/ü"}'
    const right: [string, Record<string, string>][] = [
      ['github', { 'x-hub-signature-256': `sha256=${hmac(body)}` }],
      ['github', { 'x-hub-signature-256': `sha256=${hmac(body, 'of-the-app')}`, 'x-github-delivery': 'of-the-app' }],
      ['gitlab', { 'x-gitlab-token': 's3cret' }],
      ['gitea', { 'x-gitea-signature': hmac(body) }],
      ['bitbucketCloud', { 'x-hub-signature': `sha256=${hmac(body)}` }],
      ['circleci', { 'circleci-signature': `v2=abc, v1=${hmac(body)}` }],
      ['jenkins', { authorization: basic('portal:s3cret') }],
      ['jenkins', { 'x-jenkins-token': 's3cret', 'x-request-uuid': 'by a header' }],
      ['azureDevOps', { authorization: basic('hook:s3cret') }],
    ]
    for (const [topic, headers] of right) expect((await post(topic, body, headers)).status, topic).toBe(202)
    const topics = right.map(([topic]) => topic).sort()
    await expect.poll(() => heard.map(({ topic }) => topic).sort()).toEqual(topics)
    const wrong: [string, Record<string, string>][] = [
      ['github', {}],
      ['github', { 'x-hub-signature-256': '' }],
      ['github', { 'x-hub-signature-256': `sha256=${hmac('other')}` }],
      ['github', { 'x-hub-signature-256': hmac(body) }],
      ['github', { 'x-hub-signature': `sha256=${hmac(body)}` }],
      ['gitlab', {}],
      ['gitlab', { 'x-gitlab-token': 's3cre' }],
      ['gitea', { 'x-gitea-signature': hmac(body, 'x') }],
      ['bitbucketCloud', { 'x-hub-signature': 'sha256=' }],
      ['circleci', { 'circleci-signature': `v1=${hmac('other')}` }],
      ['circleci', { 'circleci-signature': hmac(body) }],
      ['jenkins', {}],
      ['jenkins', { authorization: basic('portal:s3cre') }],
      ['jenkins', { authorization: 'Basic' }],
      ['jenkins', { authorization: 'Bearer s3cret' }],
      ['jenkins', { 'x-jenkins-token': '', authorization: basic('portal:s3cret') }],
      ['azureDevOps', { authorization: basic('hook:x') }],
    ]
    for (const [topic, headers] of wrong) expect((await post(topic, body, headers)).status, `${topic} ${JSON.stringify(headers)}`).toBe(403)
    expect(heard).toHaveLength(right.length)
    expect(heard.flatMap(({ payload }) => Object.keys((payload as { metadata: object }).metadata))).not.toContain('x-jenkins-token')
  })

  test('with texts that cannot be stored is taken without them', async () => {
    expect((await post('open', '{"message":"a\\u0000b\\ud800"}')).status).toBe(202)
    await expect
      .poll(() => heard.map(({ payload }) => (payload as { eventPayload: unknown }).eventPayload))
      .toEqual([{ message: 'a\uFFFDb\uFFFD' }])
    expect((await post('open', '['.repeat(100_000) + ']'.repeat(100_000))).status).toBe(400)
  })

  test('that is repeated is one event, and a flood of them is taken', async () => {
    const body = '{"again":true}'
    const headers = { 'x-hub-signature-256': `sha256=${hmac(body)}`, 'x-github-delivery': 'one' }
    for (let round = 0; round < 3; round += 1) expect((await post('github', body, headers)).status).toBe(202)
    const flood = await Promise.all(Array.from({ length: 200 }, (_, index) => post('open', `{"index":${index}}`)))
    expect(new Set(flood.map(({ status }) => status))).toEqual(new Set([202]))
    await expect.poll(() => heard).toHaveLength(201)
    // Recorded by somebody, and sent again with another id: headers are not signed. What is remembered is in the database, for all servers.
    const replayed = { ...headers, 'x-github-delivery': 'two', 'x-other-signature': 'x' }
    expect((await post('github', body, replayed)).status).toBe(202)
    const replica = await startServer({
      plugins: [authPlugin, integrationsPlugin, eventsPlugin],
      version: '0.0.0-test',
      configFiles: [server.configFile],
      env: {},
      logTo: { write: () => true },
    })
    const init = { method: 'POST', body, headers: { 'content-type': 'application/json', ...replayed } }
    expect((await fetch(`${replica.url}/api/events/http/github`, init)).status).toBe(202)
    await replica.stop()
    await post('open', '{"last":true}')
    await expect.poll(() => heard.at(-1)?.payload).toMatchObject({ eventPayload: { last: true } })
    expect(heard).toHaveLength(202)
  })
})

test('topics tell their last delivery, taken or refused, to those who may know', async () => {
  const { items } = await server.call(eventsApi.listTopics)
  expect(items.map(({ topic, isSigned }) => `${topic} ${isSigned}`)).toEqual([
    'azureDevOps true',
    'bitbucketCloud true',
    'circleci true',
    'gitea true',
    'github true',
    'gitlab true',
    'jenkins true',
    'open false',
  ])
  expect(items.find(({ topic }) => topic === 'github')).toMatchObject({
    takenAt: expect.stringMatching(/^20/),
    refusedAt: expect.stringMatching(/^20/),
    refusal: "The delivery to 'github' has no signature, or a wrong one",
  })
  expect((await server.as(undefined).fetch('/api/events/topics')).status).toBe(401)
})

describe('the bus', () => {
  const callAs = (caller: Parameters<TestServer['as']>[0], method: string, path: string, body?: unknown) =>
    server.as(caller).fetch(`/api/events/bus/v1${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
  const call = (method: string, path: string, body?: unknown) => callAs({ plugin: 'bus-user' }, method, path, body)

  test('gives events to subscriptions, in order and once, and to plugins of the portal', async () => {
    expect((await call('POST', '/events', { event: { topic: 'from-outside', payload: { n: 0 } } })).status).toBe(204)
    expect((await call('PUT', '/subscriptions/one', { topics: ['from-outside', 'x'] })).status).toBe(201)
    for (const n of [1, 2]) expect((await call('POST', '/events', { event: { topic: 'from-outside', payload: { n } } })).status).toBe(201)
    expect(
      (await call('POST', '/events', { event: { topic: 'from-outside', payload: { n: 3 } }, notifiedSubscribers: ['one'] })).status,
    ).toBe(204)
    const read = await call('GET', '/subscriptions/one/events')
    expect([read.status, await read.json()]).toEqual([
      200,
      {
        events: [
          { topic: 'from-outside', payload: { n: 1 } },
          { topic: 'from-outside', payload: { n: 2 } },
        ],
      },
    ])
    await expect.poll(() => heard.map(({ payload }) => (payload as { eventPayload: { n: number } }).eventPayload.n)).toEqual([0, 1, 2, 3])
  })

  test('holds a reader until something arrives, and answers 202', async () => {
    await call('PUT', '/subscriptions/two', { topics: ['late'] })
    const held = call('GET', '/subscriptions/two/events')
    // It is held as soon as the route has looked and found nothing; an event before that is found by the look itself.
    await call('POST', '/events', { event: { topic: 'late', payload: 1 } })
    const first = await held
    expect([200, 202]).toContain(first.status)
    if (first.status === 202)
      expect(await (await call('GET', '/subscriptions/two/events')).json()).toEqual({ events: [{ topic: 'late', payload: 1 }] })
  })

  test('is for programs, and knows its subscriptions', async () => {
    expect((await call('GET', '/subscriptions/none/events')).status).toBe(404)
    expect((await callAs('user:default/test', 'POST', '/events', { event: { topic: 'x', payload: 1 } })).status).toBe(403)
    expect((await callAs(undefined, 'POST', '/events', { event: { topic: 'x', payload: 1 } })).status).toBe(401)
    expect((await call('POST', '/events', { event: {} })).status).toBe(400)
  })
})

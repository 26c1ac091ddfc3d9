// @vitest-environment node
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createClient } from './client.ts'
import { defineContract, get, post, put } from './contract.ts'
import { AppError } from './errors.ts'
import { responseOf } from './error-response.ts'

const api = defineContract('runs', {
  followRun: get('/runs/:id/events', {
    access: 'signed-in',
    events: { line: z.object({ text: z.string() }), end: z.object({ ok: z.boolean() }) },
  }),
  stopRun: post('/runs/:id/stop', { access: 'user' }),
  uploadLog: put('/runs/:id/log', { access: 'user', upload: true }),
  getRun: get('/runs/:id', { access: 'signed-in', reply: z.object({ id: z.string() }) }),
  addRun: post('/runs', { access: 'user', body: z.object({ name: z.string() }), reply: z.object({ id: z.string() }), status: 201 }),
})

function clientOf(respond: (url: string, init: RequestInit) => Response, more: { tokenFor?: (plugin: string) => Promise<string> } = {}) {
  const sent: { url: string; init: RequestInit }[] = []
  const client = createClient<Response, string>({
    baseUrl: async plugin => `https://portal.test/api/${plugin}/`,
    fetch: async (url, init) => (sent.push({ url, init }), respond(url, init)),
    ...more,
  })
  return { client, sent }
}

async function collect<T>(events: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const event of events) all.push(event)
  return all
}

test('a stream yields the events of the contract with their data, and drops others', async () => {
  const text = 'event: line\ndata: {"text":"a"}\n\nevent: ping\ndata: x\n\nevent: end\ndata: {"ok":true}\n\n'
  const { client, sent } = clientOf(() => new Response(text, { headers: { 'content-type': 'text/event-stream' } }))
  const events = await collect(client.stream(api.followRun, { params: { id: 'a/b' } }))
  expect(events).toEqual([
    { event: 'line', data: { text: 'a' } },
    { event: 'end', data: { ok: true } },
  ])
  expect(sent[0]?.url).toBe('https://portal.test/api/runs/runs/a%2Fb/events')
  expect(new Headers(sent[0]?.init.headers).get('accept')).toBe('text/event-stream')
})

test('leaving the loop ends the stream', async () => {
  let cancelled = false
  const endless = new ReadableStream({
    pull: controller => controller.enqueue(new TextEncoder().encode('event: line\ndata: {"text":"a"}\n\n')),
    cancel: () => void (cancelled = true),
  })
  const { client } = clientOf(() => new Response(endless))
  for await (const { event } of client.stream(api.followRun, { params: { id: '1' } })) {
    expect(event).toBe('line')
    break
  }
  expect(cancelled).toBe(true)
})

test('a stream that is refused throws what the server said, before the first event', async () => {
  const body = { error: { name: 'NotFoundError', message: 'No such run', code: 'runs.not-found' }, response: { statusCode: 404 } }
  const { client } = clientOf(() => Response.json(body, { status: 404 }))
  await expect(collect(client.stream(api.followRun, { params: { id: '1' } }))).rejects.toMatchObject({
    name: 'NotFoundError',
    code: 'runs.not-found',
    status: 404,
  })
})

test('a failure without a structured body still has its status', async () => {
  const { client } = clientOf(() => new Response('<html>bad gateway</html>', { status: 502, statusText: 'Bad Gateway' }))
  await expect(client.call(api.stopRun, { params: { id: '1' } })).rejects.toMatchObject({
    message: 'Request failed with status 502 Bad Gateway',
    status: 502,
  })
})

test('a call without a reply reads none, and an upload sends its body as it is', async () => {
  const { client, sent } = clientOf(() => new Response(undefined, { status: 204 }))
  expect(await client.call(api.stopRun, { params: { id: '1' } })).toBeUndefined()
  await client.send(api.uploadLog, { params: { id: '1' } }, { body: 'whole log' })
  expect(sent.map(({ init }) => [init.method, init.body])).toEqual([
    ['POST', undefined],
    ['PUT', 'whole log'],
  ])
})

test('a failure carries its request and the raw answer', async () => {
  const { client } = clientOf(() => Response.json({ errors: ['a', 'b'] }, { status: 400, statusText: 'Bad Request' }))
  const failure = await client.call(api.addRun, { body: { name: 'x' } }).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(AppError)
  expect(responseOf(failure as AppError)).toEqual({
    method: 'POST',
    url: 'https://portal.test/api/runs/runs',
    status: 400,
    statusText: 'Bad Request',
    body: { errors: ['a', 'b'] },
  })
})

test('what may be absent is undefined for 404 and throws for anything else', async () => {
  expect(await clientOf(() => Response.json({ id: '1' })).client.callOptional(api.getRun, { params: { id: '1' } })).toEqual({ id: '1' })
  expect(await clientOf(() => new Response('', { status: 404 })).client.callOptional(api.getRun, { params: { id: '1' } })).toBeUndefined()
  const refused = clientOf(() => new Response('', { status: 403 })).client.callOptional(api.getRun, { params: { id: '1' } })
  await expect(refused).rejects.toMatchObject({ name: 'NotAllowedError' })
})

test('where the contract names a status no other is accepted, and a reply that is not JSON is an error', async () => {
  const added = (status: number) => clientOf(() => Response.json({ id: '1' }, { status })).client.call(api.addRun, { body: { name: 'x' } })
  expect(await added(201)).toEqual({ id: '1' })
  await expect(added(202)).rejects.toMatchObject({ name: 'ResponseError', status: 202 })
  const page = clientOf(() => new Response('<html>')).client.call(api.getRun, { params: { id: '1' } })
  await expect(page).rejects.toMatchObject({ name: 'ResponseError', message: 'The answer to GET /runs/:id is not JSON' })
})

test('a call has the token of its transport for the plugin it calls, unless it brings one', async () => {
  const { client, sent } = clientOf(() => Response.json({ id: '1' }), { tokenFor: async plugin => `for-${plugin}` })
  await client.call(api.getRun, { params: { id: '1' } })
  await client.call(api.getRun, { params: { id: '1' } }, { token: 'own' })
  const tokens = sent.map(({ init }) => new Headers(init.headers).get('authorization'))
  expect(tokens).toEqual(['Bearer for-runs', 'Bearer own'])
})

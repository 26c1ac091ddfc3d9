import { defineContract, get } from '@portico/core/common'
import { defineServerPlugin } from '@portico/core/server'
import { eventually, startTestServer, type TestServer } from '@portico/core/testing'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import WebSocket from 'ws'
import { z } from 'zod'

const wireApi = defineContract('wire', {
  talk: get('/talk', { access: 'optional', socket: { receive: z.string(), send: z.string() } }),
  watch: get('/watch', { access: 'optional', events: { tick: z.number() } }),
})
const wire = defineServerPlugin({
  id: 'wire',
  setup: ({ implement }) =>
    implement(wireApi, {
      talk: ({ socket }) => socket.send('hello'),
      watch: async function* ({ signal }) {
        yield { event: 'tick' as const, data: 1 }
        await new Promise(resolve => signal.addEventListener('abort', resolve))
      },
    }),
})

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ plugins: [wire], config: { backend: { openConnections: { perUser: 2, others: 3 } } } })
})
afterAll(() => server.stop())

/** An open WebSocket, or the status with which it was refused. */
async function connect(user?: string): Promise<WebSocket | number> {
  const token = user === undefined ? [] : [(await server.server.services.tokens.userTokens.issue({ userEntityRef: user })).token]
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/wire/talk`, token)
  socket.on('error', () => {})
  const refused = once(socket, 'unexpected-response').then(([, response]) => (response as IncomingMessage).statusCode ?? 0)
  return Promise.race([refused, once(socket, 'open').then(() => socket)])
}

async function watch(user: string | undefined) {
  const controller = new AbortController()
  const response = await server.as(user).fetch('/api/wire/watch', { signal: controller.signal })
  return { response, close: () => controller.abort() }
}

test('a user has a limited number of sockets and streams open, and gets more when some are closed', async () => {
  const first = await connect('user:default/ann')
  const stream = await watch('user:default/ann')
  expect([first, stream.response.status]).toEqual([expect.any(WebSocket), 200])
  expect(await connect('user:default/ann')).toBe(429)
  const refused = await watch('user:default/ann')
  expect([refused.response.status, await refused.response.json()]).toEqual([
    429,
    expect.objectContaining({ error: expect.objectContaining({ code: 'core.too-many-connections' }) }),
  ])
  const other = await connect('user:default/bob')
  expect(other).toBeInstanceOf(WebSocket)
  stream.close()
  const second = await eventually(async () => {
    const socket = await connect('user:default/ann')
    expect(socket).toBeInstanceOf(WebSocket)
    return socket
  })
  for (const socket of [first, other, second]) (socket as WebSocket).terminate()
  const again = await eventually(async () => {
    const socket = await connect('user:default/ann')
    expect(socket).toBeInstanceOf(WebSocket)
    return socket
  })
  ;(again as WebSocket).terminate()
})

test('all anonymous callers share a limit', async () => {
  const sockets = [await connect(), await connect(), await connect()]
  expect(sockets.every(socket => socket instanceof WebSocket)).toBe(true)
  expect(await connect()).toBe(429)
  expect((await watch(undefined)).response.status).toBe(429)
  expect(await connect('user:default/carl')).toBeInstanceOf(WebSocket)
  for (const socket of sockets) (socket as WebSocket).terminate()
})

import { defineContract, get } from '@portico/core/common'
import { defineServerPlugin, identityPort, type Admission } from '@portico/core/server'
import { startTestServer, type TestServer } from '@portico/core/testing'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import WebSocket from 'ws'
import { z } from 'zod'

const leavers = new Map<string, Admission>()
const people = defineServerPlugin({
  id: 'people',
  provides: { identity: identityPort },
  setup: () => ({ identity: { userInfo: async () => undefined, admission: ref => leavers.get(ref) ?? { admitted: true } } }),
})
const wireApi = defineContract('wire', {
  watch: get('/watch', { access: 'user', events: { tick: z.number() } }),
  talk: get('/talk', { access: 'user', socket: { receive: z.string(), send: z.string() } }),
})
const wire = defineServerPlugin({
  id: 'wire',
  setup: ({ implement }) =>
    implement(wireApi, {
      watch: async function* ({ signal }) {
        yield { event: 'tick' as const, data: 1 }
        await new Promise(resolve => signal.addEventListener('abort', resolve))
      },
      talk: ({ socket }) => socket.send('hello'),
    }),
})

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ plugins: [people, wire] })
})
afterAll(() => server.stop())
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

/** Reads a stream to its end: how it ended. */
async function follow(user: string) {
  const response = await server.as(user).fetch('/api/wire/watch')
  const reader = response.body!.getReader()
  const ended = (async () => {
    for (;;) if ((await reader.read()).done) return 'ended'
  })().catch(() => 'ended')
  return { ended, close: () => reader.cancel().catch(() => {}) }
}

test('a stream and a socket end when their user is no longer admitted, and those of others go on', async () => {
  const [gone, stays] = [await follow('user:default/gone'), await follow('user:default/stays')]
  const { token } = await server.server.services.tokens.userTokens.issue({ userEntityRef: 'user:default/gone' })
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/wire/talk`, [token])
  await new Promise(resolve => socket.once('message', resolve))
  const closed = new Promise<number>(resolve => socket.once('close', resolve))
  leavers.set('user:default/gone', { admitted: false, reason: 'gone' })
  vi.advanceTimersByTime(30_000)
  expect([await gone.ended, await closed]).toEqual(['ended', 1008])
  const still = await Promise.race([stays.ended, new Promise(resolve => setImmediate(() => resolve('open')))])
  expect(still).toBe('open')
  await stays.close()
})

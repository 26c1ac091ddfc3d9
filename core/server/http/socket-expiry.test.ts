import { defineContract, get } from '@portico/core/common'
import { defineServerPlugin } from '@portico/core/server'
import { startTestServer, type TestServer } from '@portico/core/testing'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import WebSocket from 'ws'
import { z } from 'zod'

const wireApi = defineContract('wire', { talk: get('/talk', { access: 'optional', socket: { receive: z.string(), send: z.string() } }) })
const wire = defineServerPlugin({
  id: 'wire',
  setup: ({ implement }) => implement(wireApi, { talk: ({ socket, caller }) => socket.send(caller.type) }),
})

let server: TestServer
beforeAll(async () => {
  // The server takes its clock when it starts.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  server = await startTestServer({ plugins: [wire] })
})
afterAll(async () => {
  vi.useRealTimers()
  await server.stop()
})

async function connect(token?: string) {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/wire/talk`, token === undefined ? [] : [token])
  const first = await new Promise<string>(resolve => socket.once('message', data => resolve(String(data))))
  return { socket, caller: first, closed: new Promise<number>(resolve => socket.once('close', resolve)) }
}

test('a socket is closed when the token it was opened with has expired, and one without a token stays', async () => {
  const { token } = await server.server.services.tokens.userTokens.issue({ userEntityRef: 'user:default/jane' })
  const [withToken, without] = [await connect(token), await connect()]
  expect([withToken.caller, without.caller]).toEqual(['"user"', '"none"'])
  vi.setSystemTime(Date.now() + 2 * 3_600_000)
  vi.advanceTimersByTime(30_000)
  expect(await withToken.closed).toBe(1008)
  expect(without.socket.readyState).toBe(WebSocket.OPEN)
  without.socket.terminate()
})

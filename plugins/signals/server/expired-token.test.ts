import { defineServerPlugin, identityPort } from '@portico/core/server'
import { startTestServer, type TestServer } from '@portico/core/testing'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import WebSocket from 'ws'
import { signalsPlugin } from './index.ts'

const people = defineServerPlugin({
  id: 'people',
  provides: { identity: identityPort },
  setup: () => ({ identity: { userInfo: async userEntityRef => ({ userEntityRef, ownershipEntityRefs: [userEntityRef] }) } }),
})

let server: TestServer
beforeAll(async () => {
  // The server takes its clock when it starts.
  vi.useFakeTimers({ toFake: ['Date'] })
  server = await startTestServer({ plugins: [people, signalsPlugin] })
})
afterAll(async () => {
  vi.useRealTimers()
  await server.stop()
})

async function statusOf(token: string): Promise<number> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/signals`, token)
  try {
    return await new Promise<number>((resolve, reject) => {
      socket.on('open', () => resolve(101))
      socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
      socket.on('error', reject)
    })
  } finally {
    socket.on('error', () => undefined)
    socket.terminate()
  }
}

test('a token that has expired is refused with 401 at the upgrade', async () => {
  const { token } = await server.server.services.tokens.userTokens.issue({ userEntityRef: 'user:default/jane' })
  expect(await statusOf(token)).toBe(101)
  vi.setSystemTime(Date.now() + 2 * 3_600_000)
  expect(await statusOf(token)).toBe(401)
})

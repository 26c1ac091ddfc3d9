import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGuardedLookup } from './address-guard.ts'
import { createStreamRequest } from './stream-request.ts'

let target: Server
let url: string
beforeAll(async () => {
  target = createServer((_request, response) => void response.writeHead(200).end('{"a":1}\n')).listen(0, '127.0.0.1')
  await once(target, 'listening')
  url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`
})
afterAll(() => {
  target.closeAllConnections()
  target.close()
})

test('a request that is aborted just when its answer has ended is no uncaught exception', async () => {
  const client = createStreamRequest()
  const uncaught: unknown[] = []
  const listener = (error: unknown) => void uncaught.push(error)
  process.on('uncaughtException', listener)
  for (let round = 0; round < 5; round += 1) {
    const leaving = new AbortController()
    const { body } = await client.send(new URL(url), { method: 'GET', headers: {}, idleTimeoutMs: 5000, signal: leaving.signal })
    for await (const _chunk of body) {
      leaving.abort()
      break
    }
    const closed = once(body, 'close')
    await (body.closed ? undefined : closed)
    await new Promise(resolve => setImmediate(resolve))
  }
  process.off('uncaughtException', listener)
  client.close()
  expect(uncaught).toEqual([])
})

test('with a lookup of its own it refuses addresses inside of the network, also those that need no lookup', async () => {
  const client = createStreamRequest({ lookup: createGuardedLookup() })
  for (const address of [url, 'http://169.254.169.254/', 'http://[::1]/', url.replace('127.0.0.1', 'localhost')])
    await expect(client.send(new URL(address), { method: 'GET', headers: {}, idleTimeoutMs: 5000 })).rejects.toThrow(
      /inside of the network/,
    )
  client.close()
})

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createHttpActions } from './http-actions.ts'

test('an answer without an end is read up to the limit, and the request is given up', async () => {
  const closed = Promise.withResolvers<void>()
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' })
    const chunk = Buffer.alloc(65_536, 'x')
    const send = () => {
      while (response.write(chunk));
    }
    response.on('drain', send)
    response.on('close', closed.resolve)
    send()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const [request] = createHttpActions({
    discovery: { internalUrl: () => url, externalUrl: () => url, appUrl: () => url },
    tokens: { forPlugin: async () => 'token' },
    client: { call: async () => undefined as never } as never,
    allowedMethods: () => undefined,
    maxBytes: () => 2 ** 20,
  })
  const input = request?.input.parse({ path: 'proxy/endless/', method: 'GET' })
  const context = {
    input,
    caller: { type: 'service', subject: 'plugin:test' },
    signal: new AbortController().signal,
    isDryRun: false,
    log: () => {},
  }
  await expect(request?.run(context as never)).rejects.toMatchObject({
    name: 'InputError',
    message: 'GET proxy/endless/ was answered with more than 1 MB. Ask for less, or raise scaffolder.http.maxMegabytes in the config',
  })
  await closed.promise
})

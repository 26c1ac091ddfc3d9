import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createStreamRequest } from './stream-request.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function serve(answer: RequestListener): Promise<{ host: string; server: Server }> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  servers.push(server)
  await new Promise(resolve => server.once('listening', resolve))
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

async function ask(url: string, env: Record<string, string>): Promise<string> {
  const sender = createStreamRequest({ env })
  try {
    const { body } = await sender.send(new URL(url), { method: 'GET', headers: {}, idleTimeoutMs: 10_000 })
    const chunks: Buffer[] = []
    for await (const chunk of body) chunks.push(chunk as Buffer)
    return String(Buffer.concat(chunks))
  } finally {
    sender.close()
  }
}

test('streamed requests go through the proxy that the environment names, but for hosts that it exempts', async () => {
  const proxied: (string | undefined)[] = []
  const { host: proxy } = await serve((request, response) => {
    proxied.push(request.url)
    response.end('by proxy')
  })
  const { host } = await serve((_, response) => response.end('direct'))
  expect(await ask(`http://${host}/x`, {})).toBe('direct')
  expect(await ask(`http://${host}/x`, { HTTP_PROXY: `http://${proxy}` })).toBe('by proxy')
  expect(await ask('http://far.test/y', { http_proxy: `http://${proxy}` })).toBe('by proxy')
  expect(proxied).toEqual([`http://${host}/x`, 'http://far.test/y'])
  expect(await ask(`http://${host}/x`, { http_proxy: `http://${proxy}`, no_proxy: '127.0.0.1' })).toBe('direct')
})

test('hosts of https are asked for a tunnel through the proxy, which sees nothing of the request', async () => {
  const tunnels: (string | undefined)[] = []
  const { host: proxy, server } = await serve((_, response) => response.writeHead(500).end())
  server.on('connect', (request, socket) => {
    tunnels.push(request.url)
    socket.on('error', () => {})
    socket.end('HTTP/1.1 503 No\r\n\r\n')
  })
  await expect(ask('https://far.test/x', { https_proxy: `http://${proxy}` })).rejects.toMatchObject({ name: 'BadGatewayError' })
  expect(tunnels).toEqual(['far.test:443'])
})

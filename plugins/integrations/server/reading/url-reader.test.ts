import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { basic, bearer, createCredentials } from '../tokens/credentials.ts'
import { createTokens } from '../tokens/create-tokens.ts'
import { createUrlReader, type UrlReaderOptions } from './url-reader.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

function read(url: string, options: Partial<UrlReaderOptions> & { etag?: string } = {}) {
  const { etag, ...rest } = options
  return createUrlReader({ allow: [{ host: new URL(url).host }], timeoutMs: 2000, ...rest }).read(url, { etag })
}

describe('reading an address', () => {
  test('gives its text and etag, and nothing when it has not changed', async () => {
    const host = await serve((request, response) => {
      if (request.headers['if-none-match'] === '"1"') response.writeHead(304).end()
      else response.writeHead(200, { etag: '"1"', 'content-encoding': 'gzip' }).end(gzipSync('kind: A'))
    })
    expect(await read(`http://${host}/a.yaml`)).toMatchObject({
      etag: '"1"',
      revision: '"1"',
      files: [{ target: `http://${host}/a.yaml`, text: 'kind: A' }],
    })
    expect(await read(`http://${host}/a.yaml`, { etag: '"1"' })).toEqual({ notModified: true })
  })

  test('uses the date where there is no etag', async () => {
    const date = 'Sat, 14 Nov 2026 10:00:00 GMT'
    const host = await serve((request, response) => {
      if (request.headers['if-modified-since'] === date) response.writeHead(304).end()
      else response.writeHead(200, { 'last-modified': date }).end('x')
    })
    expect(await read(`http://${host}/`)).toMatchObject({ etag: date, lastModifiedAt: new Date(date) })
    const reader = createUrlReader({ allow: [{ host }] })
    expect(await reader.lastChange?.(`http://${host}/`, {})).toEqual({ revision: date, at: new Date(date) })
    expect(await read(`http://${host}/`, { etag: date })).toEqual({ notModified: true })
  })

  test.each([
    [404, 'NotFoundError', /was not found/],
    [500, 'ServiceUnavailableError', /status 500/],
    [401, 'ServiceUnavailableError', /status 401/],
  ])('that answers %i is a failure of its own kind', async (status, name, message) => {
    const host = await serve((_, response) => response.writeHead(status).end())
    await expect(read(`http://${host}/`)).rejects.toMatchObject({ name, message: expect.stringMatching(message) })
  })

  test('that answers 429 has the time to retry', async () => {
    const host = await serve((_, response) => response.writeHead(429, { 'retry-after': '120' }).end())
    await expect(read(`http://${host}/`)).rejects.toMatchObject({ details: { retryAfterMs: 120_000 } })
  })

  test('that hangs, before or during its answer, times out', async () => {
    const silent = await serve(() => {})
    await expect(read(`http://${silent}/`, { timeoutMs: 150 })).rejects.toMatchObject({
      message: expect.stringContaining('did not answer within'),
    })
    const slow = await serve((_, response) => response.writeHead(200).write('kind:'))
    await expect(read(`http://${slow}/`, { timeoutMs: 150 })).rejects.toMatchObject({
      message: expect.stringContaining('did not answer within'),
    })
  })

  test('that is cut short, compressed or not, is a failure', async () => {
    const host = await serve((request, response) => {
      const isPacked = request.url === '/packed'
      response.writeHead(200, { 'content-length': '5000', ...(isPacked && { 'content-encoding': 'gzip' }) })
      response.write(isPacked ? gzipSync('kind: A'.repeat(100)).subarray(0, 20) : 'kind: A', () => response.destroy())
    })
    for (const path of ['/plain', '/packed'])
      await expect(read(`http://${host}${path}`)).rejects.toMatchObject({ name: 'ServiceUnavailableError' })
  })

  test('that sends too much, also by unpacking it, or is not text, is refused', async () => {
    const host = await serve((request, response) => {
      if (request.url === '/announced') response.writeHead(200, { 'content-length': '20000' }).end('x'.repeat(20_000))
      else if (request.url === '/endless') response.writeHead(200).end('x'.repeat(20_000))
      else if (request.url === '/bomb') response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(1_000_000)))
      else response.writeHead(200).end(Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0xff]))
    })
    for (const path of ['/announced', '/endless', '/bomb']) {
      await expect(read(`http://${host}${path}`, { maxBytes: 10_000 })).rejects.toMatchObject({
        name: 'InputError',
        message: expect.stringContaining('MB'),
      })
    }
    await expect(read(`http://${host}/binary`)).rejects.toMatchObject({ message: expect.stringContaining('is not text') })
  })

  test('sends credentials to their host, and to no other, also after a redirect', async () => {
    const seen: (string | undefined)[] = []
    const other = await serve((request, response) => {
      seen.push(request.headers.authorization)
      response.end('there')
    })
    const host = await serve((request, response) => {
      seen.push(request.headers.authorization)
      response.writeHead(302, { location: `http://${other}/` }).end()
    })
    const credentials = createCredentials([{ host, plain: bearer('token'), git: basic('git', 'token') }], createTokens())
    await read(`http://${host}/a.yaml`, { allow: [{ host }, { host: other }], credentials })
    expect(seen).toEqual(['Bearer token', undefined])
  })
})

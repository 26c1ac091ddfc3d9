import { defineContract, get, post } from '@portico/core/common'
import { bytes, defineServerPlugin } from '@portico/core/server'
import { startTestServer, type TestServer } from '@portico/core/testing'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

const api = defineContract('shop', {
  getText: get('/text/:length', { access: 'public', reply: z.object({ text: z.string() }) }),
  getBytes: get('/bytes/:type', { access: 'public', raw: true }),
  getStream: get('/stream', { access: 'public', raw: true }),
  getAsItIs: get('/as-it-is', { access: 'public', raw: true, streams: true }),
  fail: get('/fail', { access: 'public', raw: true }),
  echo: post('/echo', { access: 'public', body: z.object({ text: z.string() }), reply: z.object({ length: z.number() }) }),
  upload: post('/upload', { access: 'public', upload: true, reply: z.object({ length: z.number() }) }),
})
const long = 'Öde '.repeat(2000)

async function* failingParts(): AsyncGenerator<string> {
  yield long
  throw new Error('half-way')
}

const shop = defineServerPlugin({
  id: 'shop',
  setup({ implement }) {
    implement(api, {
      getText: ({ params }) => ({ text: 'x'.repeat(Number(params.length)) }),
      getBytes: ({ params }) => bytes(Buffer.from(long), { headers: { 'content-type': params.type, vary: 'origin' } }),
      getStream: () => bytes(Readable.from([long, long]), { headers: { 'content-type': 'application/json' } }),
      getAsItIs: () => bytes(Readable.from([long]), { headers: { 'content-type': 'application/json' } }),
      fail: () => bytes(Readable.from(failingParts()), { headers: { 'content-type': 'text/plain' } }),
      echo: ({ body }) => ({ length: body.text.length }),
      upload: async ({ stream }) => ({ length: (await text(stream!)).length }),
    })
  },
})

let server: TestServer
beforeAll(async () => void (server = await startTestServer({ plugins: [shop] })))
afterAll(() => server.stop())

const ask = (path: string, accepted?: string) =>
  server.fetch(`/api/shop${path}`, { headers: { 'accept-encoding': accepted ?? 'identity' } })

test('texts, bytes and streams are compressed as the client accepts it, and arrive as they were', async () => {
  for (const [accepted, encoding] of [
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, br', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['GZIP;q=0.5', 'gzip'],
    ['identity', null],
    ['zstd', null],
  ] as const) {
    for (const length of [5000, 1_000_000]) {
      const response = await ask(`/text/${length}`, accepted)
      expect([accepted, response.headers.get('content-encoding')]).toEqual([accepted, encoding])
      expect(await response.json()).toEqual({ text: 'x'.repeat(length) })
    }
    const streamed = await ask('/stream', accepted)
    expect(streamed.headers.get('content-encoding')).toBe(encoding)
    expect(await streamed.text()).toBe(long + long)
  }
  const packed = await ask('/bytes/text%2Fplain', 'br')
  expect([packed.headers.get('content-encoding'), packed.headers.get('vary')]).toEqual(['br', 'origin, accept-encoding'])
  expect(await packed.text()).toBe(long)
})

test('what is small, of another type, or sent as it comes is not compressed', async () => {
  for (const path of ['/text/900', '/bytes/image%2Fpng', '/bytes/text%2Fevent-stream', '/as-it-is']) {
    const response = await ask(path, 'br')
    expect([path, response.headers.get('content-encoding')]).toEqual([path, null])
    await response.arrayBuffer()
  }
})

test('a stream that fails half-way breaks the answer off', async () => {
  await expect(ask('/fail', 'gzip').then(response => response.text())).rejects.toThrow('terminated')
})

test('compressed bodies are read, within the limit for what comes out of them', async () => {
  const body = JSON.stringify({ text: 'y'.repeat(50_000) })
  const send = (path: string, encoding: string, content: Buffer) =>
    server.fetch(`/api/shop${path}`, {
      method: 'POST',
      body: new Uint8Array(content),
      headers: { 'content-type': 'application/json', 'content-encoding': encoding },
    })
  for (const [encoding, pack] of [
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const) {
    expect(await (await send('/echo', encoding, pack(body))).json()).toEqual({ length: 50_000 })
    expect(await (await send('/upload', encoding, pack(body))).json()).toEqual({ length: body.length })
  }
  expect((await send('/echo', 'gzip', gzipSync(JSON.stringify({ text: 'y'.repeat(200_000) })))).status).toBe(413)
  expect((await send('/echo', 'gzip', Buffer.from('not packed at all'))).status).toBe(400)
  const unknown = await send('/echo', 'compress', Buffer.from(body))
  expect(unknown.status).toBe(415)
  expect(await unknown.json()).toMatchObject({ error: { name: 'UnsupportedMediaTypeError' } })
})

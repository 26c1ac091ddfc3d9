import { AppError } from '@portico/core/common'
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from 'fastify'
import { pipeline, Readable, type Transform } from 'node:stream'
import * as zlib from 'node:zlib'
import { acceptsEncoding } from './accepts-encoding.ts'
import './route-marks.ts'

const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = zlib.constants
const minBytes = 1024
// From this size on it is programs that read, and speed counts more than the last tenth of the size.
const bulkBytes = 200_000
// A stream of events must reach the browser as it happens, so it is never compressed.
const compressible = /^(?:application\/(?:json|javascript|xml)|text\/(?!event-stream)|image\/svg)/

type Encoding = 'br' | 'gzip'
type Callback = (error: Error | null, compressed: Buffer) => void

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: zlib.createGunzip,
  deflate: zlib.createInflate,
  br: zlib.createBrotliDecompress,
}

/** Compresses what is sent, on threads of their own, and takes compressed bodies. */
export function addCompression(http: FastifyInstance): void {
  http.addHook('onSend', (request, reply, payload, done) => {
    if (!isWorthwhile(payload)) return done(null, payload)
    const encoding = encodingFor(request, reply)
    if (!encoding) return done(null, payload)
    reply
      .header('content-encoding', encoding)
      .header('vary', withEncoding(reply.getHeader('vary')))
      .removeHeader('content-length')
    if (payload instanceof Readable) {
      const stream = encoding === 'br' ? zlib.createBrotliCompress(brotliOptions(0)) : zlib.createGzip({ level: 5 })
      // The response is broken off when the source fails, and the source is ended when the caller goes away.
      pipeline(payload, stream, () => {})
      return done(null, stream)
    }
    compress(encoding, payload, done)
  })
  http.addHook('preParsing', (request, _reply, payload, done) => {
    try {
      done(null, decoded(request, payload))
    } catch (error) {
      done(error as Error)
    }
  })
}

function encodingFor(request: FastifyRequest, reply: FastifyReply): Encoding | undefined {
  if (request.method === 'HEAD' || request.routeOptions.config.isSentAsItIs || reply.statusCode === 206) return undefined
  if (reply.hasHeader('content-encoding') || !compressible.test(String(reply.getHeader('content-type') ?? ''))) return undefined
  const accepted = request.headers['accept-encoding']
  return (['br', 'gzip'] as const).find(each => acceptsEncoding(accepted, each))
}

function isWorthwhile(payload: unknown): payload is string | Buffer | Readable {
  // In characters: what is shorter than that in bytes is not worth it, and little else is left out.
  if (typeof payload === 'string') return payload.length >= minBytes
  return Buffer.isBuffer(payload) ? payload.length >= minBytes : payload instanceof Readable
}

function compress(encoding: Encoding, payload: string | Buffer, done: Callback): void {
  const size = payload.length
  if (encoding === 'br') zlib.brotliCompress(payload, brotliOptions(size), done)
  else zlib.gzip(payload, { level: size > bulkBytes ? 3 : 5 }, done)
}

function brotliOptions(size: number): zlib.BrotliOptions {
  return { params: { [BROTLI_PARAM_QUALITY]: size > bulkBytes ? 1 : 4, [BROTLI_PARAM_SIZE_HINT]: size } }
}

/** The other headers that an answer depends on stay. */
function withEncoding(vary: unknown): string {
  return vary === undefined ? 'accept-encoding' : `${String(vary)}, accept-encoding`
}

function decoded(request: FastifyRequest, payload: RequestPayload): RequestPayload {
  const encoding = request.headers['content-encoding']
  if (encoding === undefined || encoding === 'identity') return payload
  const create = decoders[encoding]
  if (!create) throw new AppError('UnsupportedMediaTypeError', `A body with the encoding '${encoding}' cannot be read`, { status: 415 })
  // The length that the header names is that of the compressed body; what comes out is held against the limit of the route.
  const decoder: Transform & { receivedEncodedLength?: number } = create()
  decoder.receivedEncodedLength = 0
  payload.on('data', (chunk: Buffer) => (decoder.receivedEncodedLength! += chunk.length))
  decoder.on('error', error => Object.assign(error, { statusCode: 400 }))
  pipeline(payload, decoder, () => {})
  return decoder
}

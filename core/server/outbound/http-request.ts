import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { Readable } from 'node:stream'
import type { Environment } from '../config/environment.ts'
import { addressUnavailable, answerTooLarge } from './outbound-errors.ts'
import { createRoutes } from './routes.ts'

export interface HttpRequestOptions {
  /** Default: POST where there is a body, else GET. */
  readonly method?: string | undefined
  readonly body?: Buffer | undefined
  readonly headers: Readonly<Record<string, string>>
  /** Undefined: any address is allowed. */
  readonly lookup: LookupFunction | undefined
  /** The timeout from the first byte sent to the last one received. */
  readonly timeoutMs: number
  readonly maxBytes: number
  readonly signal?: AbortSignal | undefined
  /** Whether bodies are read whatever the status is; by default only that of 200. */
  readonly isAnyStatusRead?: boolean | undefined
  /** Whether the body of 200 is given as a stream, as it arrives and undecoded, in place of its bytes. */
  readonly isStreamed?: boolean | undefined
}

export interface HttpAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly bytes: Buffer
  /** The body, where it was asked for as a stream and the status is 200. Whoever gets it reads it to the end or destroys it. */
  readonly stream?: Readable | undefined
}

const agentOptions = { keepAlive: true, maxSockets: 16, maxFreeSockets: 4, timeout: 30_000 }

/** Requests with buffered answers. */
export function createHttpRequest(env: Environment = process.env) {
  const { routeOf } = createRoutes(agentOptions, env)

  return async function request(url: URL, options: HttpRequestOptions): Promise<HttpAnswer> {
    const route = await routeOf(url, options.lookup)
    const timeout = AbortSignal.timeout(options.timeoutMs)
    const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout
    const settings: RequestOptions = {
      method: options.method ?? (options.body ? 'POST' : 'GET'),
      // A stream is passed on as it is: what was compressed by the transport only would be another thing.
      headers: { 'accept-encoding': options.isStreamed ? 'identity' : 'gzip, br, deflate', ...options.headers },
      signal,
      ...route,
    }
    try {
      const response = await send(url, settings, options.body)
      return await toAnswer(response, url, options)
    } catch (error) {
      if (options.signal?.aborted) throw options.signal.reason
      if (timeout.aborted) throw addressUnavailable(`${url.href} did not answer within ${options.timeoutMs / 1000} s`, { cause: error })
      throw error
    }
  }
}

async function toAnswer(response: IncomingMessage, url: URL, options: HttpRequestOptions): Promise<HttpAnswer> {
  const { statusCode: status = 0, headers } = response
  const nothing = { status, headers, bytes: Buffer.alloc(0) }
  if (status === 200 && options.isStreamed) return { ...nothing, stream: response }
  if (status !== 200 && !options.isAnyStatusRead) {
    response.destroy()
    return nothing
  }
  return { status, headers, bytes: await collect(response, url, options) }
}

function send(url: URL, options: RequestOptions, body: Buffer | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url.href, options, resolve)
    request.on('error', reject)
    request.end(body)
  })
}

/** The whole body, or an error when it is truncated or too long. */
async function collect(response: IncomingMessage, url: URL, { method, maxBytes }: HttpRequestOptions): Promise<Buffer> {
  // The answer to HEAD announces what it does not send.
  if (method === 'HEAD') return drained(response)
  const announced = Number(response.headers['content-length'] ?? 0)
  if (announced > maxBytes) {
    response.destroy()
    throw answerTooLarge(url.href, announced, maxBytes)
  }
  const chunks: Buffer[] = []
  let bytes = 0
  const body = decoded(response)
  // An error of the connection must also end the decompression, which would wait for more data.
  response.on('error', error => body.destroy(error))
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBytes) {
      response.destroy()
      throw answerTooLarge(url.href, bytes, maxBytes)
    }
    chunks.push(chunk)
  }
  if (!response.complete) throw addressUnavailable(`${url.href} was cut short after ${bytes} bytes`)
  return Buffer.concat(chunks)
}

function drained(response: IncomingMessage): Buffer {
  response.resume()
  return Buffer.alloc(0)
}

function decoded(response: IncomingMessage): Readable {
  // No body, no decompression, which would fail for want of a header.
  if (response.statusCode === 204 || response.statusCode === 304) return response
  switch (response.headers['content-encoding']) {
    case 'gzip':
      return response.pipe(createGunzip())
    case 'br':
      return response.pipe(createBrotliDecompress())
    case 'deflate':
      return response.pipe(createInflate())
    default:
      return response
  }
}

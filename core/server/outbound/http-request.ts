import { Agent as HttpAgent, request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { Readable } from 'node:stream'
import { innerAddress, isInnerAddress } from './address-guard.ts'
import { addressUnavailable, answerTooLarge } from './outbound-errors.ts'

export interface HttpRequestOptions {
  /** Sent by POST, where there is one. */
  readonly body?: Buffer | undefined
  readonly headers: Readonly<Record<string, string>>
  /** Undefined: any address is allowed. */
  readonly lookup: LookupFunction | undefined
  /** The timeout from the first byte sent to the last one received. */
  readonly timeoutMs: number
  readonly maxBytes: number
  readonly signal?: AbortSignal | undefined
}

export interface HttpAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly bytes: Buffer
}

const agentOptions = { keepAlive: true, maxSockets: 16, maxFreeSockets: 4, timeout: 30_000 }

/** Requests over kept-alive connections, with buffered answers. Guarded and unguarded requests never share a connection. */
export function createHttpRequest() {
  const agents = new Map<string, HttpAgent | HttpsAgent>()

  function agentOf(isSecure: boolean, isGuarded: boolean): HttpAgent | HttpsAgent {
    const key = `${isSecure} ${isGuarded}`
    let agent = agents.get(key)
    if (!agent) agents.set(key, (agent = isSecure ? new HttpsAgent(agentOptions) : new HttpAgent(agentOptions)))
    return agent
  }

  return async function request(url: URL, options: HttpRequestOptions): Promise<HttpAnswer> {
    const isSecure = url.protocol === 'https:'
    const host = url.hostname.replace(/^\[|\]$/g, '')
    // An address needs no lookup, so it is checked here.
    if (options.lookup && isIP(host) && isInnerAddress(host)) throw innerAddress(host, host)
    const timeout = AbortSignal.timeout(options.timeoutMs)
    const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout
    const settings: RequestOptions = {
      method: options.body ? 'POST' : 'GET',
      headers: { 'accept-encoding': 'gzip, br, deflate', ...options.headers },
      agent: agentOf(isSecure, options.lookup !== undefined),
      signal,
      ...(options.lookup && { lookup: options.lookup }),
    }
    try {
      const response = await send(url, settings, options.body)
      const { statusCode: status = 0, headers } = response
      if (status !== 200) {
        response.destroy()
        return { status, headers, bytes: Buffer.alloc(0) }
      }
      return { status, headers, bytes: await collect(response, url, options.maxBytes) }
    } catch (error) {
      if (options.signal?.aborted) throw options.signal.reason
      if (timeout.aborted) throw addressUnavailable(`${url.href} did not answer within ${options.timeoutMs / 1000} s`, { cause: error })
      throw error
    }
  }
}

function send(url: URL, options: RequestOptions, body: Buffer | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url.href, options, resolve)
    request.on('error', reject)
    request.end(body)
  })
}

/** The whole body, or an error when it is truncated or too long. */
async function collect(response: IncomingMessage, url: URL, maxBytes: number): Promise<Buffer> {
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

function decoded(response: IncomingMessage): Readable {
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

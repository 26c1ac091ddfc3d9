import { AppError } from '@portico/core/common'
import { request as requestHttp, type IncomingHttpHeaders } from 'node:http'
import { constants, type ClientHttp2Stream } from 'node:http2'
import { request as requestHttps } from 'node:https'
import type { LookupFunction, Socket } from 'node:net'
import { pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { Environment } from '../config/environment.ts'
import { createHttp2Sessions } from './http2-sessions.ts'
import { proxyOf } from './proxy.ts'
import { createRoutes } from './routes.ts'

export interface StreamOptions {
  /** True by default. */
  readonly verifiesCertificate?: boolean
  /** The certificate authority, as PEM. */
  readonly ca?: string
  /** How names are resolved where the address is not the operator's own; addresses inside of the network are then refused. */
  readonly lookup?: LookupFunction
  /** Requests over TLS share HTTP/2 connections, where the host offers that. */
  readonly multiplexes?: boolean
  /** Where proxies are named; the environment of the process by default. */
  readonly env?: Environment | undefined
}

export interface StreamRequest {
  readonly method: string
  readonly headers: Readonly<Record<string, string | string[]>>
  readonly body?: Readable | undefined
  /** How long nothing may be sent or received. */
  readonly idleTimeoutMs: number
  readonly signal?: AbortSignal | undefined
}

export interface StreamAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** Decoded, should the target have encoded it. */
  readonly body: Readable
}

const agentOptions = { keepAlive: true, maxFreeSockets: 16 }
const decoders = { gzip: createGunzip, 'x-gzip': createGunzip, br: createBrotliDecompress, deflate: createInflate }

/**
 * Requests to hosts that the operator has named, streamed in both directions over kept-alive connections. Redirects are not followed.
 * An address that comes from a user or a file takes the guarded request instead.
 */
export function createStreamRequest({ verifiesCertificate = true, ca, lookup, multiplexes = false, env }: StreamOptions = {}) {
  const routes = createRoutes({ ...agentOptions, rejectUnauthorized: verifiesCertificate, ...(ca !== undefined && { ca }) }, env)
  const sessions = multiplexes ? createHttp2Sessions({ verifiesCertificate, ca, lookup }) : undefined

  /** Undefined where the host does not offer HTTP/2, or a proxy is in between. */
  async function openStream(url: URL, { method, headers, body, signal }: StreamRequest): Promise<ClientHttp2Stream | undefined> {
    if (!sessions || url.protocol !== 'https:' || proxyOf(url, env ?? process.env) !== undefined) return undefined
    const own = Object.entries(headers).filter(([name]) => !connectionHeaders.has(name.toLowerCase()))
    const pseudo = { ':method': method, ':scheme': 'https', ':authority': url.host, ':path': `${url.pathname}${url.search}` }
    return sessions.request(url, { ...pseudo, ...Object.fromEntries(own) }, { endStream: !body, signal }).catch((error: unknown) => {
      throw signal?.aborted || error instanceof AppError ? error : targetUnavailable(url, error as NodeJS.ErrnoException)
    })
  }

  return {
    async send(url: URL, given: StreamRequest): Promise<StreamAnswer> {
      const { method, headers, body, idleTimeoutMs, signal } = given
      const route = await routes.routeOf(url, lookup)
      const stream = await openStream(url, given)
      if (stream)
        return answerOf(stream, url, given).catch(async (error: unknown) => {
          // A host that is about to close the connection has not looked at it.
          const again = stream.rstCode === constants.NGHTTP2_REFUSED_STREAM && !body ? await openStream(url, given) : undefined
          if (!again) throw error
          return answerOf(again, url, given)
        })
      return new Promise((resolve, reject) => {
        const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(
          url,
          { method, headers, ...route, ...(signal && { signal }) },
          response => resolve({ status: response.statusCode ?? 502, headers: response.headers, body: decoded(response, response.headers) }),
        )
        request.setTimeout(idleTimeoutMs, () => request.destroy(targetTimedOut(url, idleTimeoutMs)))
        request.on('socket', listenOnce)
        request.on('error', error => reject(signal?.aborted || error instanceof AppError ? error : targetUnavailable(url, error)))
        // A pipeline tells the request only that it was aborted.
        body?.once('error', error => error instanceof AppError && reject(error))
        if (body) pipeline(body, request, () => {})
        else request.end()
      })
    },
    close(): void {
      sessions?.close()
      routes.close()
    },
  }
}

/** What HTTP/2 has in other places, or not at all. */
const connectionHeaders = new Set(['connection', 'host', 'keep-alive', 'proxy-connection', 'te', 'transfer-encoding', 'upgrade'])

function answerOf(stream: ClientHttp2Stream, url: URL, { body, idleTimeoutMs, signal }: StreamRequest): Promise<StreamAnswer> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(signal?.aborted || error instanceof AppError ? error : targetUnavailable(url, error))
    stream.setTimeout(idleTimeoutMs, () => stream.destroy(targetTimedOut(url, idleTimeoutMs)))
    stream.on('error', fail)
    // One that the host resets without a reason has no error.
    stream.once('close', () => fail(Object.assign(new Error('closed'), { code: 'ECONNRESET' })))
    stream.once('response', ({ ':status': status = 502, ...headers }) => {
      const plain = Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':'))) as IncomingHttpHeaders
      resolve({ status, headers: plain, body: decoded(stream, plain) })
    })
    body?.once('error', error => error instanceof AppError && reject(error))
    if (body) pipeline(body, stream, () => {})
  })
}

const listened = new WeakSet<Socket>()

/** A request that is aborted just when its answer has ended destroys a socket to which nobody listens any more: that would be an uncaught exception. */
function listenOnce(socket: Socket): void {
  if (listened.has(socket)) return
  listened.add(socket)
  socket.on('error', () => {})
}

function decoded(response: Readable, headers: IncomingHttpHeaders): Readable {
  const decoder = decoders[headers['content-encoding'] as keyof typeof decoders]
  // A connection that ends while nobody reads would be an uncaught exception; who reads gets the error all the same.
  response.on('error', () => {})
  // The callback is needed: without one, an error would be uncaught.
  return decoder ? pipeline(response, decoder(), () => {}).on('error', () => {}) : response
}

function targetUnavailable(url: URL, cause: NodeJS.ErrnoException) {
  return new AppError('BadGatewayError', `${url.host} cannot be reached: ${cause.code ?? cause.message}`, {
    status: 502,
    code: 'core.target-unavailable',
    cause,
  })
}

function targetTimedOut(url: URL, timeoutMs: number) {
  return new AppError('GatewayTimeoutError', `${url.host} sent nothing for ${timeoutMs / 1000} s`, {
    status: 504,
    code: 'core.target-timeout',
  })
}

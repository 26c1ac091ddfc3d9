import { AppError } from '@portico/core/common'
import { request as requestHttp, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction, Socket } from 'node:net'
import { pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { Environment } from '../config/environment.ts'
import { createRoutes } from './routes.ts'

export interface StreamOptions {
  /** True by default. */
  readonly verifiesCertificate?: boolean
  /** The certificate authority, as PEM. */
  readonly ca?: string
  /** How names are resolved where the address is not the operator's own; addresses inside of the network are then refused. */
  readonly lookup?: LookupFunction
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
export function createStreamRequest({ verifiesCertificate = true, ca, lookup, env }: StreamOptions = {}) {
  const routes = createRoutes({ ...agentOptions, rejectUnauthorized: verifiesCertificate, ...(ca !== undefined && { ca }) }, env)

  return {
    async send(url: URL, { method, headers, body, idleTimeoutMs, signal }: StreamRequest): Promise<StreamAnswer> {
      const route = await routes.routeOf(url, lookup)
      return new Promise((resolve, reject) => {
        const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(
          url,
          { method, headers, ...route, ...(signal && { signal }) },
          response => resolve({ status: response.statusCode ?? 502, headers: response.headers, body: decoded(response) }),
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
    close: routes.close,
  }
}

const listened = new WeakSet<Socket>()

/** A request that is aborted just when its answer has ended destroys a socket to which nobody listens any more: that would be an uncaught exception. */
function listenOnce(socket: Socket): void {
  if (listened.has(socket)) return
  listened.add(socket)
  socket.on('error', () => {})
}

function decoded(response: IncomingMessage): Readable {
  const decoder = decoders[response.headers['content-encoding'] as keyof typeof decoders]
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

import fastifyCookie from '@fastify/cookie'
import fastifyWebsocket from '@fastify/websocket'
import { notAllowedError, notFoundError } from '@portico/core/common'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, type RawServerDefault } from 'fastify'
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { Logger } from '../operations/log.ts'
import type { RequestMeasure } from '../operations/server-metrics.ts'
import type { RequestMetadata, RequestSpan } from '../operations/tracing.ts'
import { beginWork, type CurrentWork } from '../operations/watchdog/current-work.ts'
import { addCompression } from './compression.ts'
import { corsOptions, isFromAllowedPage, mayCall, type CorsSettings, type RateLimit } from './limits.ts'
import { dropRest } from './drop-rest.ts'
import { toFailure } from './failure.ts'
import { belowPlugin } from './mount.ts'
import { addJsonParser } from './json-body.ts'
import type { OpenConnections } from './open-connections.ts'
import { requestMistake } from './request-mistake.ts'
import './route-marks.ts'

/** As JSON bodies. A frame that is longer closes its socket with 1009. */
const maxFrameBytes = 100_000

export interface HttpOptions {
  readonly log: Logger
  readonly securityHeaders: Readonly<Record<string, string>>
  readonly trustProxy?: boolean | string | number | string[] | undefined
  readonly cors?: CorsSettings | undefined
  /** The origins of the portal's own pages: others may open no WebSocket, unless `cors` allows them. */
  readonly ownOrigins: readonly string[]
  readonly rateLimit?: RateLimit | undefined
  readonly openConnections: OpenConnections
  /** Every finished request, for metrics. One whose answer stays open is finished when that begins; WebSockets are no requests. */
  readonly onFinished: (measure: RequestMeasure) => void
  readonly startSpan: (headers: IncomingHttpHeaders, request: RequestMetadata) => RequestSpan
  /** Throws when the plugin of an unknown path failed to start. */
  readonly refuseFailedPlugin: (pluginId: string) => void
}

/** The Fastify instance that our plugins share; each one from outside has its own. It never listens itself: the front server hands requests to its server. */
export async function createHttp(options: HttpOptions): Promise<{ http: FastifyInstance; inner: Server }> {
  const inner = createServer()
  const http: FastifyInstance = Fastify<RawServerDefault>({
    serverFactory: handler => inner.on('request', handler),
    logger: false,
    genReqId: request => inboundId(request.headers['x-request-id']) ?? randomUUID(),
    requestIdHeader: false,
    trustProxy: toTrust(options.trustProxy),
    routerOptions: { maxParamLength: 1000 },
    frameworkErrors: (error, request, reply) => sendFailure(error, request as FastifyRequest, reply as FastifyReply, options.log),
    forceCloseConnections: 'idle',
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
  })
  await addLibraries(http, options)
  addCompression(http)
  addJsonParser(http)
  http.decorate('openConnections', options.openConnections)
  http.decorateRequest('span')
  http.decorateRequest('caller')
  http.decorateRequest('endWork')
  http.addHook('onRequest', (request, reply, done) => {
    reply.headers(options.securityHeaders).header('x-request-id', request.id)
    if (options.cors && isFromAllowedPage(request.headers, options.cors)) reply.header('cross-origin-resource-policy', 'cross-origin')
    const span = options.startSpan(request.headers, factsOf(request))
    request.span = span
    const refusal = refusalOf(request, options)
    // Answered here and not in a handler, so that the rest of the body need not arrive.
    if (refusal !== undefined) sendFailure(refusal, request, reply, options.log)
    else request.endWork = beginWork(workOf(request), () => span.run(done))
  })
  http.addHook('onSend', (request, reply, payload, done) => {
    // How long it then stays open is up to the reader.
    if (request.routeOptions.config.staysOpen) options.onFinished(measureOf(request, reply))
    done(null, payload)
  })
  http.addHook('onResponse', (request, reply, done) => {
    request.endWork?.()
    const measure = measureOf(request, reply)
    const { status, seconds } = measure
    request.span?.end({ status })
    if (!request.ws && !request.routeOptions.config.staysOpen) options.onFinished(measure)
    options.log.debug({ method: request.method, url: request.url, status, seconds, requestId: request.id }, 'answered')
    done()
  })
  http.setErrorHandler(async (error, request, reply) => {
    // The connection of a body that could not be taken is closed after the reply.
    if (reply.getHeader('connection') === 'close') await dropRest(request.raw)
    return sendFailure(error, request, reply, options.log)
  })
  http.setNotFoundHandler((request, reply) => sendFailure(nothingHere(request, options), request, reply, options.log))
  return { http, inner }
}

function measureOf(request: FastifyRequest, reply: FastifyReply): RequestMeasure {
  const { method, route, scheme } = factsOf(request)
  const plugin = /^\/api\/([^/]+)/.exec(route ?? '')?.[1]
  return {
    method,
    scheme,
    status: reply.statusCode,
    seconds: reply.elapsedTime / 1000,
    ...(route !== undefined && { route }),
    ...(plugin !== undefined && { plugin }),
  }
}

/** Requests are checked by their contract. Fastify's own compilers of schemas would be loaded for nothing. */
function noSchemas(): never {
  throw new Error('Routes have contracts, and no schemas of Fastify')
}

async function addLibraries(http: FastifyInstance, options: HttpOptions): Promise<void> {
  await http.register(fastifyCookie)
  await http.register(fastifyWebsocket, { options: { maxPayload: maxFrameBytes, handleProtocols: echoProtocol } })
  if (options.cors) await http.register((await import('@fastify/cors')).default, corsOptions(options.cors))
  if (options.rateLimit) await http.register((await import('@fastify/rate-limit')).default, options.rateLimit)
}

function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Logger): FastifyReply {
  const { status, body, headers } = toFailure(error, { method: request.method, url: belowPlugin(request.url), id: request.id, log })
  return reply.code(status).headers(headers).type('application/json; charset=utf-8').send(JSON.stringify(body))
}

/** Why a request is refused before its route is called. */
function refusalOf(request: FastifyRequest, options: HttpOptions): unknown {
  const mistake = requestMistake(request.raw)
  if (mistake) return mistake
  const isNoSocket = request.ws && !request.routeOptions.config.isSocket
  if (request.is404 || isNoSocket) return nothingHere(request, options)
  return request.ws ? refuseForeignOrigin(request.headers.origin, options) : undefined
}

/** Browsers open WebSockets to any host, without CORS: the server has to check where the page comes from. Programs send no origin. */
function refuseForeignOrigin(origin: string | undefined, { ownOrigins, cors }: HttpOptions): unknown {
  if (origin === undefined || ownOrigins.includes(origin) || (cors && mayCall(origin, cors))) return undefined
  return notAllowedError(`Pages of ${origin} may not open a WebSocket here`, { code: 'core.foreign-origin' })
}

/** The error for an unknown path; for a path of a plugin that failed to start it says so. */
function nothingHere({ method, url }: FastifyRequest, options: HttpOptions): unknown {
  const plugin = /^\/api\/([^/?]+)/.exec(url)?.[1]
  try {
    if (plugin !== undefined) options.refuseFailedPlugin(plugin)
  } catch (error) {
    return error
  }
  return notFoundError(`There is nothing at ${method} ${url.split('?')[0]}`)
}

/** The pattern of the route, never the path: each path would become a time series of its own. */
function factsOf(request: FastifyRequest): RequestMetadata {
  return {
    method: request.method,
    path: request.url.split('?', 1)[0] ?? '',
    scheme: request.protocol,
    route: request.routeOptions.url,
    httpVersion: request.raw.httpVersion,
  }
}

function workOf(request: FastifyRequest): CurrentWork {
  return { kind: 'request', name: `${request.method} ${request.routeOptions.url ?? request.url.split('?', 1)[0]}`, id: request.id }
}

/** A number counts hops, as in Express: that many proxies in front are trusted. */
function toTrust(trust: HttpOptions['trustProxy']): boolean | string | string[] | ((address: string, hop: number) => boolean) {
  return typeof trust === 'number' ? (_address, hop) => hop < trust : (trust ?? false)
}

/** The request id of a proxy is kept so that logs can be joined, if it is well-formed. */
function inboundId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[\w.:-]{8,100}$/.test(header) ? header : undefined
}

/** Browsers send the token as a sub-protocol, and require the server to echo it. */
function echoProtocol(protocols: Set<string>): string | false {
  return protocols.values().next().value ?? false
}

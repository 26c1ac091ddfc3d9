import type { Access, Contract, Route } from '@portico/core/common'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { WebSocket } from 'ws'
import { z } from 'zod'
import { refuseExposedGuest } from '../host/guest-limits.ts'
import type { Permissions } from '../host/permissions.ts'
import { anonymous, type Principal } from '../host/principal.ts'
import type { Logger } from '../operations/log.ts'
import type { Handlers, RequestMetadata } from './handler.ts'
import { parseInput } from './parse.ts'
import { recheck } from './recheck.ts'
import { sendOutcome } from './reply.ts'
import './route-marks.ts'
import { createSocket } from './socket.ts'
import { tunnelOptions } from './tunnel.ts'

const defaultBodyLimit = 100_000
/** The close code of a WebSocket whose peer is no longer authorised. */
const policyViolated = 1008
/** The close code of a failure of the server. */
const internalError = 1011

/** What mounting needs to know of the plugin that owns the routes. */
export interface MountedPlugin {
  readonly id: string
  readonly log: Logger
  readonly permissions: Permissions
  /** Waits until the plugin has started; throws when it will not. */
  readonly gate: () => void | Promise<void>
  readonly authenticate: (
    request: FastifyRequest,
    route: { readonly access: Access; readonly reads?: true },
  ) => Principal | Promise<Principal>
}

type AnyHandler = (input: object) => unknown

/** Serves the routes of a contract. Requests are validated here, before the handler runs. */
export function mountContract<C extends Contract>(http: FastifyInstance, plugin: MountedPlugin, contract: C, handlers: Handlers<C>): void {
  for (const [name, route] of Object.entries(contract)) {
    if (route.plugin !== plugin.id) throw new Error(`Plugin '${plugin.id}' cannot implement routes of '${route.plugin}'`)
    const handler = handlers[name as keyof C] as unknown as AnyHandler
    // It is mounted with the route of its path.
    if (route.spec.tunnel) continue
    const tunnel = Object.entries(contract).find(([, each]) => each.spec.tunnel && each.path === route.path && route.method === 'GET')
    if (tunnel)
      mountRoute(http, plugin, route, handler, { route: tunnel[1], handler: handlers[tunnel[0] as keyof C] as unknown as AnyHandler })
    else if (route.spec.upload) http.register(async child => mountUpload(child, plugin, route, handler))
    else mountRoute(http, plugin, route, handler)
  }
}

/** The body of an upload is not read here, whatever its type. */
function mountUpload(child: FastifyInstance, plugin: MountedPlugin, route: Route, handler: AnyHandler): void {
  child.removeAllContentTypeParsers()
  child.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
  mountRoute(child, plugin, route, handler)
}

/** WebSockets at the path of a route, with an access of their own. */
interface Tunnel {
  readonly route: Route
  readonly handler: AnyHandler
}

function mountRoute(http: FastifyInstance, plugin: MountedPlugin, route: Route, handler: AnyHandler, tunnel?: Tunnel): void {
  const { spec } = route
  const url = spec.wellKnown ? `/.well-known${route.path}` : `/api/${route.plugin}${route.path}`
  const read = inputReader(route)
  const options: RouteShorthandOptions = {
    bodyLimit: spec.bodyLimit ?? defaultBodyLimit,
    config: {
      isSocket: spec.socket !== undefined || tunnel !== undefined,
      isSentAsItIs: spec.streams === true,
      staysOpen: spec.events !== undefined || spec.streams === true,
      takesAnyText: spec.anyText === true,
      maxValues: spec.valueLimit,
    },
    // Before the body is read: an upload that will be refused is not transferred.
    onRequest: async (request, reply) => {
      if (spec.noStore) reply.header('cache-control', 'no-store')
      await plugin.gate()
      request.caller = await admit(request)
      if (request.ws || spec.events) countConnection(http, request, reply)
    },
  }
  async function admit(request: FastifyRequest): Promise<Principal> {
    const { access, guests, reads } = request.ws && tunnel ? tunnel.route.spec : spec
    const caller = await plugin.authenticate(request, { access, ...(reads && { reads }) })
    if (guests === 'refused') refuseExposedGuest(caller)
    if (typeof access === 'object') await plugin.permissions.require(caller, access.permission)
    return caller
  }
  const inputOf = (request: FastifyRequest, reply?: FastifyReply) => {
    let signal: AbortSignal | undefined
    return {
      ...read(request),
      caller: request.caller,
      request: factsOf(request, plugin),
      // Lazy: most handlers never use it, and it costs a listener.
      get signal() {
        return (signal ??= reply ? disconnectSignal(reply) : request.signal)
      },
    }
  }
  if (spec.socket) {
    const open = (socket: WebSocket, request: FastifyRequest) => {
      const stop = recheck(
        () => admit(request),
        () => socket.close(policyViolated),
      )
      socket.on('close', stop)
      const serve = async () =>
        handler({ ...inputOf(request), signal: request.signal, socket: createSocket(socket, spec.socket!, plugin.log) })
      serve().catch((error: unknown) => {
        plugin.log.error({ error }, 'a web socket could not be served')
        socket.close(internalError)
      })
    }
    http.get(url, { ...options, websocket: true }, open)
    return
  }
  http.route({
    ...options,
    ...(tunnel && tunnelOptions(request => tunnel.handler({ ...inputOf(request), signal: request.signal }), admit)),
    method: route.method,
    url,
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const outcome = await handler(inputOf(request, reply))
      if (spec.events) {
        const stop = recheck(
          () => admit(request),
          () => reply.raw.destroy(),
        )
        reply.raw.on('close', stop)
      }
      return sendOutcome(reply, route, outcome)
    },
  })
}

/** A connection that stays open counts until it is closed. */
function countConnection(http: FastifyInstance, request: FastifyRequest, reply: FastifyReply): void {
  const close = http.openConnections.open(request.caller ?? anonymous)
  // The response of a WebSocket never ends; its connection does.
  if (request.ws) request.raw.socket.once('close', close)
  else reply.raw.once('close', close)
}

/** Aborts when the caller disconnects before the reply is sent. The signal of the request itself also aborts when its body has been read. */
function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const disconnected = new AbortController()
  raw.on('close', () => {
    if (!raw.writableFinished) disconnected.abort()
  })
  return disconnected.signal
}

/** Reads and checks the parts of a request that the route declares. */
function inputReader(route: Route): (request: FastifyRequest) => object {
  const { spec } = route
  const query = strictQuery(route)
  return request => {
    const params = request.params as Record<string, string>
    const { '*': rest, ...named } = params
    return {
      params: rest === undefined ? params : { ...named, rest },
      ...(query && { query: parseInput(query, request.query, 'query parameter') }),
      ...(spec.body && { body: parseInput(spec.body, request.body, 'body') }),
      ...(spec.upload && { stream: request.body }),
    }
  }
}

/** Unknown query parameters are refused, unless the schema is loose or the route takes any query. */
function strictQuery({ spec }: Route): z.ZodObject | undefined {
  if (!spec.query) return spec.raw || spec.socket ? undefined : z.strictObject({})
  return spec.query._zod.def.catchall ? spec.query : spec.query.strict()
}

function factsOf(request: FastifyRequest, plugin: MountedPlugin): RequestMetadata {
  return {
    id: request.id,
    method: request.method,
    headers: request.headers,
    cookies: request.cookies,
    // Lazy: most handlers use none of these.
    get url() {
      return belowPlugin(request.url)
    },
    get ip() {
      return request.ip
    },
    get log() {
      return plugin.log.child({ requestId: request.id })
    },
  }
}

/** `/api/catalog/entities?x=1` as the plugin sees it: `/entities?x=1`. */
export function belowPlugin(url: string): string {
  const below = url.replace(/^\/api\/[^/?]+/, '')
  return below.startsWith('/') ? below : `/${below}`
}

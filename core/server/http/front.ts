import { createServer, ServerResponse, type IncomingMessage, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Gate, GateState } from './gate.ts'
import { belowPlugin } from './mount.ts'
import { createOpenResponses } from './open-responses.ts'
import type { PluginServers } from './plugin-servers.ts'

/** Handles requests that are not for `/api` before the server does, for the bundler in development. */
export interface FrontMiddleware {
  handle(request: IncomingMessage, response: ServerResponse, next: () => void): void
  /** True when the upgrade was taken. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean
}

export interface FrontOptions {
  readonly servers: Pick<PluginServers, 'request' | 'upgrade'>
  readonly gate: Gate
  /** The path of `backend.baseUrl`: routes are found with it and, for proxies that cut it off, without it. */
  readonly basePath?: string | undefined
  readonly healthHeaders?: Readonly<Record<string, string>> | undefined
  readonly tls?: { readonly cert: string; readonly key: string } | undefined
  readonly middleware?: FrontMiddleware | undefined
}

/** The listening server, from start to stop: it answers health checks, holds early requests and lets the last ones finish. */
export function createFront(options: FrontOptions) {
  const { servers, gate } = options
  const settings = { shouldUpgradeCallback: isWebSocketHandshake, keepAliveTimeout: 75_000 }
  const front = options.tls ? createSecureServer({ ...options.tls, ...settings }) : createServer(settings)
  const openResponses = createOpenResponses()
  const answerHealth = createHealthAnswer(options)
  const cutBasePath = createBasePathCut(options.basePath ?? '')

  // Runs for every request, so that it waits for nothing while the gate is open.
  function onRequest(request: IncomingMessage, response: ServerResponse): void {
    if (gate.state === 'stopping') response.setHeader('connection', 'close')
    openResponses.add(response)
    cutBasePath(request)
    if (answerHealth(request, response)) return
    if (gate.state === 'open') handOver(request, response)
    else void waitAtGate(request, response)
  }

  async function waitAtGate(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (await gate.pass()) handOver(request, response)
    else answerUnavailable(request, response, gate.state)
  }

  function handOver(request: IncomingMessage, response: ServerResponse): void {
    openResponses.work(response)
    const next = () => servers.request(request, response)
    if (options.middleware && !request.url?.startsWith('/api/')) options.middleware.handle(request, response, next)
    else next()
  }

  async function onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    cutBasePath(request)
    if (options.middleware?.upgrade(request, socket, head)) return
    if (await gate.pass()) return servers.upgrade(request, socket, head)
    const response = new ServerResponse(request)
    response.assignSocket(socket as Socket)
    response.once('finish', () => socket.end())
    answerUnavailable(request, response, gate.state)
  }
  front.on('request', onRequest)
  front.on('upgrade', (request, socket, head) => void onUpgrade(request, socket, head))

  return {
    listen: (port: number, host: string | undefined) => listen(front, port, host),
    /**
     * Waits until the requests in flight are answered or the grace period is over, then closes the port. Until then the gate refuses new requests
     * and health checks are answered: a load balancer sees that this server is stopping.
     */
    async drain(graceMs: number): Promise<void> {
      openResponses.drain()
      const grace = new Promise<void>(resolve => setTimeout(resolve, graceMs).unref())
      await Promise.race([openResponses.handled(), grace])
      front.close()
      front.closeIdleConnections()
      await Promise.race([openResponses.closed(), grace])
      front.closeAllConnections()
    },
  }
}

/** The page has a path of its own, that of `app.baseUrl`. */
function createBasePathCut(basePath: string): (request: IncomingMessage) => void {
  if (basePath === '') return () => {}
  const prefixes = ['/api/', '/.backstage/', '/.well-known/'].map(each => `${basePath}${each}`)
  return request => {
    if (prefixes.some(prefix => request.url?.startsWith(prefix))) request.url = request.url?.slice(basePath.length)
  }
}

/** Any other upgrade (mainly h2c) is an offer that a server may ignore: the request is served without it. */
function isWebSocketHandshake(request: IncomingMessage): boolean {
  return request.method === 'GET' && request.headers.upgrade?.toLowerCase() === 'websocket'
}

/** Answers a health check; false for any other request. Answers and headers are written beforehand: load balancers and probes ask all the time. */
function createHealthAnswer({ gate, healthHeaders }: FrontOptions) {
  const pathOfHealth = '/.backstage/health/v1/'
  const toAnswer = (status: number, value: object) => {
    const body = JSON.stringify(value)
    const type = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
    return { status, body, headers: { ...type, 'content-length': Buffer.byteLength(body), ...healthHeaders } }
  }
  const ok = toAnswer(200, { status: 'ok' })
  const unready = {
    open: toAnswer(503, { status: 'error', message: 'The server is warming up, and another replica is warm' }),
    starting: toAnswer(503, { status: 'error', message: messageOf('starting') }),
    stopping: toAnswer(503, { status: 'error', message: messageOf('stopping') }),
  }
  return ({ url = '' }: IncomingMessage, response: ServerResponse): boolean => {
    if (!url.startsWith(pathOfHealth)) return false
    const query = url.indexOf('?')
    const check = url.slice(pathOfHealth.length, query === -1 ? undefined : query)
    if (check !== 'liveness' && check !== 'readiness') return false
    const { status, headers, body } = check === 'liveness' || gate.isReady ? ok : unready[gate.state]
    response.writeHead(status, headers)
    response.end(body)
    return true
  }
}

/** Answers 503 outside of the framework: such requests never pass the gate. */
function answerUnavailable(request: IncomingMessage, response: ServerResponse, state: GateState): void {
  const body = {
    error: { name: 'ServiceUnavailableError', message: messageOf(state) },
    request: { method: request.method, url: belowPlugin(request.url ?? '/') },
    response: { statusCode: 503 },
  }
  response.writeHead(503, { 'content-type': 'application/json; charset=utf-8', connection: 'close', 'retry-after': '5' })
  response.end(JSON.stringify(body))
}

function messageOf(state: GateState): string {
  return state === 'stopping' ? 'The server is stopping' : 'The server has not started yet'
}

function listen(front: Server, port: number, host: string | undefined): Promise<number> {
  return new Promise((resolve, reject) => {
    front.once('error', (error: NodeJS.ErrnoException) => reject(toListenError(error, port, host)))
    front.listen({ port, ...(host !== undefined && { host }) }, () => resolve((front.address() as AddressInfo).port))
  })
}

function toListenError(error: NodeJS.ErrnoException, port: number, host = 'this machine'): Error {
  if (error.code === 'EADDRINUSE')
    return new Error(`Port ${port} is taken by another program. Stop it, or set backend.listen to another port`)
  if (error.code === 'EACCES') return new Error(`Port ${port} may not be used by this user. Set backend.listen to a port above 1023`)
  if (error.code === 'EADDRNOTAVAIL') return new Error(`${host} is not an address of this machine. Correct backend.listen`)
  return error
}

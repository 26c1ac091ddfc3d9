import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { answerUnavailable, type Gate } from './gate.ts'

/** Looks at requests that are not for `/api` before the server does, as a bundler in development wants to. */
export interface FrontMiddleware {
  handle(request: IncomingMessage, response: ServerResponse, next: () => void): void
  /** True when the upgrade was taken. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean
}

export interface FrontOptions {
  readonly inner: Server
  readonly gate: Gate
  readonly healthHeaders?: Readonly<Record<string, string>> | undefined
  readonly tls?: { readonly cert: string; readonly key: string } | undefined
  readonly middleware?: FrontMiddleware | undefined
}

/** The server that listens, from the first moment to the last: it answers health, holds early requests and lets the last ones finish. */
export function createFront(options: FrontOptions) {
  const { inner, gate } = options
  const front = options.tls ? createSecureServer(options.tls) : createServer()
  front.keepAliveTimeout = 75_000
  const pending = new Set<ServerResponse>()

  async function onRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (answerHealth(request, response, options)) return
    if (!(await gate.pass())) {
      const message = gate.state === 'stopping' ? 'The server is stopping' : 'The server has not started yet'
      return answerUnavailable(request, response, message)
    }
    pending.add(response)
    response.once('close', () => pending.delete(response))
    const next = () => void inner.emit('request', request, response)
    if (options.middleware && !request.url?.startsWith('/api/')) options.middleware.handle(request, response, next)
    else next()
  }
  front.on('request', (request, response) => void onRequest(request, response))
  front.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (options.middleware?.upgrade(request, socket, head)) return
    void gate.pass().then(open => (open ? inner.emit('upgrade', request, socket, head) : socket.destroy()))
  })

  return {
    listen: (port: number, host: string | undefined) => listen(front, port, host),
    /** Takes no new request, and waits until those under way are answered or the grace is over. */
    async drain(graceMs: number): Promise<void> {
      front.close()
      front.closeIdleConnections()
      for (const response of pending) {
        // A stream of events has no end to wait for: whoever listens comes back, to another server if there is one.
        if (isEventStream(response)) response.destroy()
        else if (!response.headersSent) response.setHeader('connection', 'close')
      }
      const finished = Promise.all([...pending].map(response => new Promise(resolve => response.once('close', resolve))))
      await Promise.race([finished, new Promise(resolve => setTimeout(resolve, graceMs).unref())])
      front.closeAllConnections()
    },
  }
}

function isEventStream(response: ServerResponse): boolean {
  return String(response.getHeader('content-type') ?? '').startsWith('text/event-stream')
}

function answerHealth(request: IncomingMessage, response: ServerResponse, { gate, healthHeaders }: FrontOptions): boolean {
  const check = /^\/\.backstage\/health\/v1\/(readiness|liveness)(\?|$)/.exec(request.url ?? '')?.[1]
  if (check === undefined) return false
  const ok = check === 'liveness' || gate.state === 'open'
  const message = gate.state === 'stopping' ? 'The server is stopping' : 'The server has not started yet'
  response.writeHead(ok ? 200 : 503, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...healthHeaders })
  response.end(JSON.stringify(ok ? { status: 'ok' } : { status: 'error', message }))
  return true
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
  if (error.code === 'EADDRNOTAVAIL') return new Error(`${host} is no address of this machine. Correct backend.listen`)
  return error
}

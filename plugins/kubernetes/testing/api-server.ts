import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createSecureServer, type Http2Session } from 'node:http2'
import type { AddressInfo, Socket } from 'node:net'
import { WebSocketServer } from 'ws'
import { createCluster, refusal, toTarget, type ClusterOptions } from './cluster.ts'
import { status } from './list-answers.ts'

export interface ApiServerOptions extends ClusterOptions {
  /** Tokens that are accepted; any, or none, where it is left out. */
  readonly tokens?: readonly string[]
  readonly tls?: { readonly cert: string; readonly key: string }
}

/** What a test says that happens to a request before it is answered. True: it was answered. */
export type Interference = (request: IncomingMessage, response: ServerResponse, path: string) => boolean

export interface SeenRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** A fake API server of a cluster, written from the API's rules: what `createCluster` answers, 401, and exec by WebSocket. */
export async function startApiServer(options: ApiServerOptions = {}) {
  const cluster = createCluster(options)
  const { store } = cluster
  const tokens = options.tokens && new Set(options.tokens)
  const seen: SeenRequest[] = []
  const watches = new Map<ServerResponse, string>()
  let interfere: Interference = () => false
  let connections = 0

  function isAuthorized({ headers }: IncomingMessage): boolean {
    return !tokens || tokens.has(/^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '')
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://api')
    let body = ''
    for await (const chunk of request as AsyncIterable<Buffer>) body += chunk.toString()
    seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
    if (url.searchParams.get('watch') === 'true') {
      watches.set(response, url.pathname)
      response.on('close', () => watches.delete(response))
    }
    if (interfere(request, response, url.pathname)) return
    if (!isAuthorized(request)) return status(response, 401, 'Unauthorized', 'Unauthorized')
    return cluster.answer(request, response, url, body)
  }

  // A caller that goes away while it is sending is no failure.
  const listener = (request: IncomingMessage, response: ServerResponse) => void answer(request, response).catch(() => response.destroy())
  // As the real one, it offers HTTP/2 by TLS; requests look alike.
  const server: Server = options.tls
    ? (createSecureServer({ ...options.tls, allowHTTP1: true, settings: { maxConcurrentStreams: 100 } }, listener as never) as never)
    : createServer(listener)
  const open = new Set<Socket>()
  const sessions = new Set<Http2Session>()
  server.on('connection', (socket: Socket) => {
    connections += 1
    open.add(socket)
    socket.on('close', () => open.delete(socket))
  })
  server.on('session', (session: Http2Session) => {
    sessions.add(session)
    session.on('close', () => sessions.delete(session))
  })
  const sockets = new WebSocketServer({
    noServer: true,
    handleProtocols: offered => (offered.has('v4.channel.k8s.io') ? 'v4.channel.k8s.io' : false),
  })
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    seen.push({ method: 'UPGRADE', url: request.url ?? '', headers: request.headers, body: '' })
    const target = toTarget(new URL(request.url ?? '/', 'http://api').pathname)
    if (!isAuthorized(request)) return void socket.end(refusedUpgrade(target ? refusal(target, 'create') : 'Forbidden'))
    sockets.handleUpgrade(request, socket, head, connection => {
      connection.on('message', data => connection.send(Buffer.concat([Buffer.from([1]), Buffer.from('echo '), data as Buffer])))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  return {
    url: `${options.tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    port,
    ...cluster,
    seen,
    /** Replaces what is accepted. */
    setTokens(next: readonly string[]): void {
      tokens?.clear()
      for (const token of next) tokens?.add(token)
    },
    openWatches: () => watches.size,
    /** How many connections there have been. */
    connections: () => connections,
    /** Cuts every connection, as a firewall or a restart does. */
    cutConnections(): void {
      for (const socket of open) socket.destroy()
    },
    /** Cuts every watch that is open. */
    closeWatches(): void {
      for (const response of watches.keys()) response.destroy()
    },
    /** Deletes a kind with its objects, as deleting a CRD does: its watches end, and it is not found any more. @param resource as in the store */
    removeKind(resource: string): void {
      for (const { metadata = {} } of store.list(resource)) store.remove(resource, metadata.namespace ?? '', metadata.name ?? '')
      store.undefine(resource)
      for (const [response, path] of watches) if (toTarget(path)?.resource === resource) response.end()
    },
    /** From now on this is asked first about each request. */
    interfere: (next: Interference) => void (interfere = next),
    async stop(): Promise<void> {
      for (const client of sockets.clients) client.terminate()
      for (const session of sessions) session.destroy()
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

export type ApiServer = Awaited<ReturnType<typeof startApiServer>>

/** A WebSocket that is not allowed: an answer like any other, with a `Status`. */
function refusedUpgrade(message: string): string {
  const body = JSON.stringify({ kind: 'Status', apiVersion: 'v1', status: 'Failure', message, reason: 'Forbidden', code: 403 })
  const head = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close`
  return `HTTP/1.1 403 Forbidden\r\n${head}\r\n\r\n${body}`
}

import type { KubeObject } from '@portico/kubernetes/common'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createSecureServer, type Http2Session } from 'node:http2'
import type { AddressInfo, Socket } from 'node:net'
import { WebSocketServer } from 'ws'
import { createObjectStore } from './object-store.ts'
import { discoveryOf, resourcesOf, type KubeVersion } from './discovery.ts'
import { answerList, answerWatch, status } from './list-answers.ts'
import { answerLog, type FakeLogs } from './pod-logs.ts'

export interface ApiServerOptions {
  readonly version?: KubeVersion
  /** Tokens that are accepted; any, or none, where it is left out. */
  readonly tokens?: readonly string[]
  readonly tls?: { readonly cert: string; readonly key: string }
  /** Whether there is a metrics server. */
  readonly hasMetrics?: boolean
}

const clusterWide = new Set(['api/v1/persistentvolumes', 'api/v1/namespaces'])

/** What a test says that happens to a request before it is answered. True: it was answered. */
export type Interference = (request: IncomingMessage, response: ServerResponse, path: string) => boolean

export interface SeenRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/**
 * A fake API server of a cluster, written from the API's rules: discovery, lists in chunks, watches with `410 Gone`,
 * 401, 403 by RBAC, metrics, logs that are followed, exec by WebSocket; protobuf is refused.
 */
export async function startApiServer(options: ApiServerOptions = {}) {
  const { version = '1.34', hasMetrics = true } = options
  const store = createObjectStore()
  for (const resource of resourcesOf(version)) store.define(resource, { isNamespaced: !clusterWide.has(resource) })
  const tokens = options.tokens && new Set(options.tokens)
  const forbidden = new Set<string>()
  const forbiddenVerbs = new Set<string>()
  const usage = new Map<string, { readonly cpu: string; readonly memory: string }>()
  const logs: FakeLogs = new Map()
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
    const accepts = request.headers.accept ?? '*/*'
    if (/protobuf/.test(accepts) && !/json|\*\/\*/.test(accepts))
      return status(response, 406, 'NotAcceptable', 'only the following media types are accepted: application/json')
    const found = discoveryOf(url.pathname, { version, hasMetrics, resources: store.resources(), isNamespaced: store.isNamespaced })
    if (found) return send(response, found)
    return answerObjects(request, response, url, body)
  }

  function answerObjects(request: IncomingMessage, response: ServerResponse, url: URL, body: string): void {
    const target = toTarget(url.pathname)
    if (!target) return status(response, 404, 'NotFound', 'the server could not find the requested resource')
    const { resource, namespace, name, sub } = target
    const plural = resource.split('/').at(-1) ?? ''
    const verb = verbOf(request.method ?? '', url, name)
    if (forbidden.has(plural) || forbidden.has(`${namespace ?? ''}/${plural}`) || forbiddenVerbs.has(verb))
      return status(response, 403, 'Forbidden', refusal(target, verb))
    if (resource === 'apis/metrics.k8s.io/v1beta1/pods')
      return hasMetrics ? answerMetrics(response, url, namespace) : status(response, 404, 'NotFound', '404 page not found')
    if (!store.hasResource(resource) || (namespace !== undefined && !store.isNamespaced(resource)))
      return status(response, 404, 'NotFound', 'the server could not find the requested resource')
    if (name === undefined)
      return url.searchParams.get('watch') === 'true'
        ? answerWatch(store, response, url, resource, namespace)
        : answerList(store, response, url, resource, namespace)
    const object = store.get(resource, namespace ?? '', name)
    if (!object) return status(response, 404, 'NotFound', `${plural} "${name}" not found`)
    if (sub === 'log') return answerLog(logs, response, url, object)
    if (request.method === 'DELETE') {
      store.remove(resource, namespace ?? '', name)
      return send(response, object)
    }
    if (request.method === 'PATCH') return send(response, store.put(resource, merged(object, JSON.parse(body) as KubeObject) as KubeObject))
    return send(response, object)
  }

  function answerMetrics(response: ServerResponse, url: URL, namespace: string | undefined): void {
    const fake = new URL(url)
    fake.searchParams.delete('limit')
    const pods = store
      .list('api/v1/pods')
      .filter(pod => (namespace === undefined || pod.metadata?.namespace === namespace) && usage.has(pod.metadata?.name ?? ''))
    const items = pods.map(pod => ({
      metadata: { name: pod.metadata?.name, namespace: pod.metadata?.namespace },
      containers: ((pod.spec?.['containers'] ?? []) as { name: string }[]).map(({ name }) => ({
        name,
        usage: usage.get(pod.metadata?.name ?? ''),
      })),
    }))
    send(response, { kind: 'PodMetricsList', apiVersion: 'metrics.k8s.io/v1beta1', metadata: {}, items })
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
    store,
    seen,
    logs,
    usage,
    /** Resources that RBAC does not allow: `secrets`, or `namespace/secrets`. */
    forbidden,
    /** Verbs that RBAC does not allow for anything: `watch`. */
    forbiddenVerbs,
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

function send(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

interface Target {
  readonly resource: string
  readonly namespace: string | undefined
  readonly name: string | undefined
  readonly sub: string | undefined
}

/** `/api/v1/namespaces/ns/pods/name/log` and its like. */
function toTarget(path: string): Target | undefined {
  const parts = path.split('/').filter(Boolean).map(decodeURIComponent)
  const base = parts[0] === 'api' ? parts.splice(0, 2) : parts[0] === 'apis' ? parts.splice(0, 3) : undefined
  if (!base || parts.length === 0) return undefined
  const namespace = parts[0] === 'namespaces' && parts.length > 2 ? parts.splice(0, 2)[1] : undefined
  const [plural, name, sub] = parts
  return { resource: [...base, plural].join('/'), namespace, name, sub }
}

function verbOf(method: string, url: URL, name: string | undefined): string {
  if (method !== 'GET') return { DELETE: 'delete', PATCH: 'patch', PUT: 'update' }[method] ?? 'create'
  return name !== undefined ? 'get' : url.searchParams.get('watch') === 'true' ? 'watch' : 'list'
}

/** What RBAC says. */
function refusal({ resource, namespace, name, sub }: Target, verb: string): string {
  const plural = resource.split('/').at(-1) ?? ''
  const group = resource.startsWith('apis/') ? resource.split('/')[1] : ''
  const what = sub === undefined ? plural : `${plural}/${sub}`
  const where = namespace === undefined ? 'at the cluster scope' : `in the namespace "${namespace}"`
  const named = name === undefined ? '' : ` "${name}"`
  const user = 'User "system:serviceaccount:default:portal"'
  return `${plural}${group ? `.${group}` : ''}${named} is forbidden: ${user} cannot ${verb} resource "${what}" in API group "${group}" ${where}`
}

/** A WebSocket that is not allowed: an answer like any other, with a `Status`. */
function refusedUpgrade(message: string): string {
  const body = JSON.stringify({ kind: 'Status', apiVersion: 'v1', status: 'Failure', message, reason: 'Forbidden', code: 403 })
  const head = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close`
  return `HTTP/1.1 403 Forbidden\r\n${head}\r\n\r\n${body}`
}

/** A merge patch. */
function merged(value: unknown, patch: unknown): unknown {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch
  const result: Record<string, unknown> = { ...(value as object | undefined) }
  for (const [key, inner] of Object.entries(patch)) result[key] = merged(result[key], inner)
  return result
}

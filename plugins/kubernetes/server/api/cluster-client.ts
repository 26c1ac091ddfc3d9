import { AppError, isRecord, parseJson, textOf } from '@portico/core/common'
import type { StreamAnswer } from '@portico/core/server/outbound'
import type { Fields, RequestAuth } from '@portico/kubernetes/common'
import type { Readable } from 'node:stream'
import type { Auth } from '../auth/create-auth.ts'
import type { ClusterDetails } from '../clusters/cluster.ts'
import { clusterFailed, messageOf } from '../errors.ts'
import type { Connections } from './connections.ts'
import { createDiscovery, type Discovery } from './discovery.ts'

export interface ClusterRequest {
  readonly method?: string
  /** A text is sent as it is. */
  readonly query?: Readonly<Record<string, string | undefined>> | string
  readonly headers?: Readonly<Record<string, string | string[]>>
  readonly body?: Readable | undefined
  readonly signal?: AbortSignal | undefined
  /** How long nothing may arrive. */
  readonly idleTimeoutMs?: number
}

export interface JsonAnswer {
  readonly status: number
  readonly body: Fields
}

/** A page of a list that is larger is refused. */
const maxAnswerBytes = 64 * 2 ** 20
const maxErrorBytes = 2 ** 20

/** The codes of connections that fail, in words. */
const reasons: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed by itself: set caData or caFile',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is signed by an unknown authority: set caData or caFile',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is signed by an unknown authority: set caData or caFile',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate is signed by an unknown authority: set caData or caFile',
  ECONNREFUSED: 'the connection was refused',
  ENOTFOUND: 'its host is not known',
  EHOSTUNREACH: 'there is no route to it',
  ECONNRESET: 'the connection was closed',
  EPIPE: 'the connection was closed',
  ERR_STREAM_PREMATURE_CLOSE: 'the connection was closed',
  ERR_HTTP2_STREAM_CANCEL: 'the connection was closed',
  ERR_HTTP2_STREAM_ERROR: 'the connection was closed',
  ERR_HTTP2_SESSION_ERROR: 'the connection was closed',
  ERR_HTTP2_GOAWAY_SESSION: 'the connection was closed',
  ERR_HTTP2_INVALID_SESSION: 'the connection was closed',
  ETIMEDOUT: 'it does not answer',
  EAI_AGAIN: 'its host cannot be looked up now',
}

interface ClientDependencies {
  readonly connections: Connections
  readonly auth: Auth
  readonly timeoutMs: number
  /** What is known of the kinds that clusters serve; none by default. */
  readonly discovery?: Discovery
  /** Told how long each answer took. */
  readonly onAnswer?: ((cluster: string, status: number | 'failed', seconds: number) => void) | undefined
  /** Sent in place of the credentials of the provider. */
  readonly authorization?: string | undefined
}

/** Calls the API server of one cluster with the credentials of its provider. */
export function createClusterClient(cluster: ClusterDetails, requestAuth: RequestAuth, dependencies: ClientDependencies) {
  const { connections, auth, timeoutMs, discovery = createDiscovery() } = dependencies
  const base = new URL(cluster.url)

  async function authorizationOf(isRefused: boolean): Promise<string | undefined> {
    if (dependencies.authorization !== undefined) return dependencies.authorization
    const token = await auth.tokenFor(cluster, requestAuth, isRefused)
    return token === undefined ? undefined : `Bearer ${token}`
  }

  function urlOf(path: string, query: ClusterRequest['query'] = {}): URL {
    const url = new URL(base.origin)
    url.pathname = `${base.pathname.replace(/\/+$/, '')}${path}`
    if (typeof query === 'string') url.search = query
    else for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value)
    return url
  }

  async function send(path: string, request: ClusterRequest, isRefused: boolean): Promise<StreamAnswer> {
    const authorization = await authorizationOf(isRefused)
    const connection = await connections.to(cluster)
    const { method = 'GET', query, headers = {}, body, signal, idleTimeoutMs = timeoutMs } = request
    const url = urlOf(path, query)
    const start = performance.now()
    let status: number | 'failed' = 'failed'
    try {
      const answer = await connection.send(url, {
        method,
        headers: {
          accept: 'application/json',
          'accept-encoding': 'gzip',
          'user-agent': 'portico',
          ...headers,
          ...(authorization !== undefined && { authorization }),
        },
        body,
        idleTimeoutMs,
        signal,
      })
      status = answer.status
      return answer
    } catch (error) {
      throw inWords(error, cluster, signal, timeoutMs)
    } finally {
      dependencies.onAnswer?.(cluster.name, status, (performance.now() - start) / 1000)
    }
  }

  /** A token that was good an hour ago may be refused now: a second attempt is made with another, where nothing was sent. */
  async function open(path: string, request: ClusterRequest = {}): Promise<StreamAnswer> {
    const answer = await send(path, request, false)
    if (answer.status !== 401 || request.body) return answer
    answer.body.resume()
    return send(path, request, true)
  }

  return {
    cluster,
    discovery,
    open,
    urlOf,
    /** For an answer that goes on: it must begin within the timeout, and may be silent from then on. */
    async follow(path: string, request: ClusterRequest & { readonly signal: AbortSignal }): Promise<StreamAnswer> {
      const late = new AbortController()
      const timer = setTimeout(() => late.abort(new DOMException('no answer', 'TimeoutError')), timeoutMs).unref()
      try {
        return await open(path, { ...request, signal: AbortSignal.any([request.signal, late.signal]) })
      } finally {
        clearTimeout(timer)
      }
    },
    /** What the API server says in an answer that is no success: the message of its `Status`. */
    async saidIn({ body }: StreamAnswer): Promise<string | undefined> {
      const text = await collect(body, maxErrorBytes, cluster.name).catch(() => '')
      return textOf(toObject(text)?.['message'])
    },
    /** A failure of the connection, in words. */
    inWords: (error: unknown, signal?: AbortSignal) => inWords(error, cluster, signal, timeoutMs),
    authorization: () => authorizationOf(false),
    async json(path: string, request: ClusterRequest = {}): Promise<JsonAnswer> {
      const { status, headers, body } = await open(path, request)
      const text = await collect(body, status === 200 ? maxAnswerBytes : maxErrorBytes, `${cluster.name}${path}`).catch(
        (error: unknown) => {
          throw inWords(error, cluster, request.signal, timeoutMs)
        },
      )
      if (status !== 200) return { status, body: toObject(text) ?? {} }
      const value = toObject(text)
      if (!value)
        throw clusterFailed(
          `${cluster.name} answered ${path} with ${String(headers['content-type'] ?? 'nothing')}, which is not JSON: is ${base.host} an API server?`,
        )
      return { status, body: value }
    },
  }
}

export type ClusterClient = ReturnType<typeof createClusterClient>

function inWords(error: unknown, { name, url }: ClusterDetails, signal: AbortSignal | undefined, timeoutMs: number): Error {
  if (signal?.aborted) {
    const isTimeout = (signal.reason as { name?: string } | undefined)?.name === 'TimeoutError'
    return isTimeout ? clusterFailed(`${name} did not answer within ${timeoutMs / 1000} s`) : (signal.reason as Error)
  }
  const failed = error instanceof AppError ? error.cause : error
  const code = (failed as NodeJS.ErrnoException | undefined)?.code ?? ''
  const words = reasons[code] ?? (error instanceof AppError ? undefined : `the connection failed (${code || messageOf(error)})`)
  if (words === undefined) return error as AppError
  return clusterFailed(`${name} (${new URL(url).host}) cannot be reached: ${words}`, { cause: error })
}

async function collect(body: Readable, maxBytes: number, what: string): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBytes) {
      body.destroy()
      throw clusterFailed(`${what} answered with more than ${maxBytes / 2 ** 20} MB`)
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function toObject(text: string): Fields | undefined {
  const value = parseJson(text)
  return isRecord(value) ? value : undefined
}

import type { ErrorBody } from '@portico/core/common'
import { bytes, type Answer, type Audit, type Permissions, type Principal, type RequestMetadata } from '@portico/core/server'
import { limitBytes } from '@portico/core/server/outbound'
import { logsPermission, maxProxiedBytes, proxyExecPermission, proxyPermission, type RequestAuth } from '@portico/kubernetes/common'
import { Readable } from 'node:stream'
import type { ClusterClient } from '../api/cluster-client.ts'
import type { ClusterDetails } from '../clusters/cluster.ts'
import type { Clusters } from '../clusters/clusters.ts'
import { clusterNotFound, clusterNotNamed, isTooLarge, messageOf, noClusters, requestTooLarge, socketNotOffered } from '../errors.ts'
import type { NamespaceAccess } from '../clusters/namespace-access.ts'
import { maskAnswer } from './mask-answer.ts'
import { answerHeaders, authOfHeaders, namedCluster, requestHeaders, verbatimAuthorization } from './proxy-headers.ts'
import { toProxyTarget, type ProxyTarget } from './proxy-path.ts'

export interface ProxyCall {
  readonly caller: Principal
  readonly request: RequestMetadata
  readonly signal: AbortSignal
  readonly stream?: unknown
}

interface ProxyDependencies {
  readonly clusters: Clusters
  readonly clientOf: (cluster: ClusterDetails, auth: RequestAuth, authorization?: string) => ClusterClient
  readonly access: NamespaceAccess
  readonly permissions: Permissions
  readonly audit: Audit
}

// A log that is followed may be silent for long.
const idleTimeoutMs = 15 * 60_000
const reading = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Calls the API of a cluster for somebody, streamed in both directions. */
export function createProxy({ clusters, clientOf, access, permissions, audit }: ProxyDependencies) {
  async function clusterOf(headers: RequestMetadata['headers']): Promise<ClusterDetails> {
    const all = await clusters.list()
    const name = namedCluster(headers)
    if (name === undefined) {
      if (all.length === 0) throw noClusters()
      if (all.length > 1) throw clusterNotNamed(all.length)
      return all[0]!
    }
    const found = all.find(cluster => cluster.name === name)
    if (!found) throw clusterNotFound(name)
    return found
  }

  /** The contract asks for the permission to change things, and for that of WebSockets; what a path decides is asked here. */
  async function requirePermission(caller: Principal, method: string, { isExec, isLogs }: ProxyTarget): Promise<void> {
    if (isExec) return permissions.require(caller, proxyExecPermission)
    if (!reading.has(method)) return
    if (!isLogs) return permissions.require(caller, proxyPermission)
    const [decision] = await permissions.authorize(caller, [{ permission: proxyPermission }])
    if (decision?.result !== 'ALLOW') await permissions.require(caller, logsPermission)
  }

  /** The cluster and path of a call that its caller may make. */
  async function admit({ caller, request }: Pick<ProxyCall, 'caller' | 'request'>, isSocket = false) {
    const target = toProxyTarget(request.url)
    if (!isSocket) await requirePermission(caller, request.method, target)
    // Frames are passed on as they are: objects that are followed by them could not be masked.
    else if (!target.isExec && !(target.isLogs && !target.isWatch)) throw socketNotOffered()
    const isChange = isSocket || target.isExec || !reading.has(request.method)
    const cluster = await clusterOf(request.headers)
    await access.require(caller, cluster.name, target.namespace, isChange)
    const client = clientOf(cluster, authOfHeaders(request.headers), verbatimAuthorization(request.headers))
    return { target, cluster, client }
  }

  async function record({ caller, request }: ProxyCall, cluster: string, path: string, status: number | undefined): Promise<void> {
    if (reading.has(request.method)) return
    await audit.record({
      caller,
      action: 'kubernetes.proxy.forward',
      subject: `${cluster}${path}`,
      result: status !== undefined && status < 400 ? 'success' : 'failure',
      details: { method: request.method, cluster, path, status },
      requestId: request.id,
    })
  }

  return {
    admit,
    async forward(call: ProxyCall): Promise<Answer> {
      const { request, signal, stream } = call
      if (Number(request.headers['content-length'] ?? 0) > maxProxiedBytes) throw requestTooLarge(maxProxiedBytes)
      const { target, cluster, client } = await admit(call)
      const body = stream instanceof Readable ? limitBytes(stream, maxProxiedBytes, requestTooLarge) : undefined
      let status: number | undefined
      try {
        const answer = await client.open(target.path, {
          method: request.method,
          query: target.query,
          headers: requestHeaders(request.headers, { hasBody: body !== undefined, isSecret: target.isSecret }),
          body,
          signal,
          idleTimeoutMs,
        })
        status = answer.status
        const sent = target.isSecret ? await maskAnswer(answer, target) : answer.body
        return bytes(sent, { status, headers: answerHeaders(answer.headers, { isMasked: target.isSecret }) })
      } catch (error) {
        if (signal.aborted || isTooLarge(error)) throw error
        request.log.warn({ error, cluster: cluster.name }, 'a call to a cluster failed')
        return failedAnswer(request, messageOf(error))
      } finally {
        await record(call, cluster.name, target.path, status)
      }
    },
  }
}

export type KubernetesProxy = ReturnType<typeof createProxy>

/** A cluster that cannot be called is no bug of the portal, so the reply says what is wrong; the wire asks for 500. */
function failedAnswer({ method, url }: RequestMetadata, message: string): Answer {
  const body: ErrorBody = {
    error: { name: 'Error', message, code: 'kubernetes.proxy-failed' },
    request: { method, url },
    response: { statusCode: 500 },
  }
  return bytes(JSON.stringify(body), { status: 500, headers: { 'content-type': 'application/json; charset=utf-8' } })
}

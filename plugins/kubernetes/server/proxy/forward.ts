import type { ErrorBody } from '@portico/core/common'
import { bytes, type Answer, type Audit, type Principal, type RequestFacts } from '@portico/core/server'
import { limitBytes } from '@portico/core/server/outbound'
import { maxProxiedBytes, type RequestAuth } from '@portico/kubernetes/common'
import { Readable } from 'node:stream'
import type { ClusterClient } from '../api/cluster-client.ts'
import type { ClusterDetails } from '../clusters/cluster.ts'
import type { Clusters } from '../clusters/clusters.ts'
import { clusterNotFound, clusterNotNamed, isTooLarge, messageOf, noClusters, requestTooLarge } from '../errors.ts'
import type { NamespaceAccess } from '../namespace-access.ts'
import { answerHeaders, authOfHeaders, namedCluster, requestHeaders, verbatimAuthorization } from './proxy-headers.ts'
import { toProxyTarget } from './proxy-path.ts'

export interface ProxyCall {
  readonly caller: Principal
  readonly request: RequestFacts
  readonly signal: AbortSignal
  readonly stream?: unknown
}

interface ProxyDependencies {
  readonly clusters: Clusters
  readonly clientOf: (cluster: ClusterDetails, auth: RequestAuth, authorization?: string) => ClusterClient
  readonly access: NamespaceAccess
  readonly audit: Audit
}

// A log that is followed may be silent for long.
const idleTimeoutMs = 15 * 60_000
const reading = new Set(['GET', 'HEAD'])

/** Calls the API of a cluster for somebody, streamed in both directions. */
export function createProxy({ clusters, clientOf, access, audit }: ProxyDependencies) {
  async function clusterOf(headers: RequestFacts['headers']): Promise<ClusterDetails> {
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

  /** The cluster and path of a call that its caller may make. */
  async function admit({ caller, request }: Pick<ProxyCall, 'caller' | 'request'>, isChange = !reading.has(request.method)) {
    const target = toProxyTarget(request.url)
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
          headers: requestHeaders(request.headers, body !== undefined),
          body,
          signal,
          idleTimeoutMs,
        })
        status = answer.status
        return bytes(answer.body, { status, headers: answerHeaders(answer.headers) })
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
function failedAnswer({ method, url }: RequestFacts, message: string): Answer {
  const body: ErrorBody = {
    error: { name: 'Error', message, code: 'kubernetes.proxy-failed' },
    request: { method, url },
    response: { statusCode: 500 },
  }
  return bytes(JSON.stringify(body), { status: 500, headers: { 'content-type': 'application/json; charset=utf-8' } })
}

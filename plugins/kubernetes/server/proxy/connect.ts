import { AppError } from '@portico/core/common'
import type { Audit } from '@portico/core/server'
import { openSocket } from '@portico/core/server/outbound'
import type { Connections } from '../api/connections.ts'
import type { ClusterDetails } from '../clusters/cluster.ts'
import { messageOf } from '../errors.ts'
import type { KubernetesProxy, ProxyCall } from './forward.ts'

interface ConnectDependencies {
  readonly proxy: KubernetesProxy
  readonly connections: Connections
  readonly audit: Audit
  readonly timeoutOf: (cluster: ClusterDetails) => number
}

/** WebSockets to a cluster: a shell in a container, a port, a log that is followed. Each is in the audit trail. */
export function createConnect({ proxy, connections, audit, timeoutOf }: ConnectDependencies) {
  return async (call: Pick<ProxyCall, 'caller' | 'request'>) => {
    const { caller, request } = call
    const { target, cluster, client } = await proxy.admit(call, true)
    let isOpen = false
    try {
      const authorization = await client.authorization()
      const socket = await openSocket(client.urlOf(target.path, target.query), {
        protocols: clusterProtocols(request.headers['sec-websocket-protocol'], request.headers.authorization !== undefined),
        headers: authorization === undefined ? {} : { authorization },
        timeoutMs: timeoutOf(cluster),
        ...(await connections.socketOptions(cluster)),
      })
      isOpen = true
      return socket
    } catch (error) {
      if (error instanceof AppError && error.status < 500) throw error
      throw new AppError('BadGatewayError', messageOf(error), { status: 502, code: 'kubernetes.proxy-failed', cause: error })
    } finally {
      await audit.record({
        caller,
        action: 'kubernetes.proxy.connect',
        subject: `${cluster.name}${target.path}`,
        result: isOpen ? 'success' : 'failure',
        details: { cluster: cluster.name, path: target.path },
        requestId: request.id,
      })
    }
  }
}

/**
 * What is offered to the cluster: never the portal's token, which a browser sends as a protocol. The caller is answered with the first that it
 * offered, so where that is one of the cluster's, only that one is offered.
 */
export function clusterProtocols(offered: string | undefined, hasHeader: boolean): readonly string[] {
  const all = (offered ?? '')
    .split(',')
    .map(part => part.trim())
    .filter(Boolean)
  if (hasHeader) return all.slice(0, 1)
  const isToken = (part: string) => part.split('.').length === 3 && part.length > 100
  const own = all.filter(part => !isToken(part))
  return all[0] !== undefined && isToken(all[0]) ? own : own.slice(0, 1)
}

import {
  createAllowList,
  createGuardedLookup,
  createStreamRequest,
  type AllowedHost,
  type SocketRequest,
} from '@portico/core/server/outbound'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { toPem, type ClusterDetails } from '../clusters/cluster.ts'
import { podFolder as defaultPodFolder } from '../auth/service-account.ts'
import { clusterFailed } from '../errors.ts'

/** Kept-alive connections to one cluster. */
export type Connection = ReturnType<typeof createStreamRequest>

interface ConnectionsOptions {
  /** `backend.reading.allow`: clusters of the catalog may be inside of the network only where it names them. */
  readonly allow: readonly AllowedHost[]
  readonly podFolder?: string | undefined
}

// A certificate authority in a file is replaced now and then.
const fileFreshMs = 60_000

/** Connections by cluster. Clusters that trust different authorities never share one. */
export function createConnections({ allow, podFolder = defaultPodFolder }: ConnectionsOptions) {
  const verdictOn = createAllowList(allow)
  const open = new Map<string, Connection>()
  const files = new Map<string, { readonly text: Promise<string>; readonly until: number }>()

  function read(file: string): Promise<string> {
    const known = files.get(file)
    if (known && known.until > Date.now()) return known.text
    const text = readFile(file, 'utf8')
    text.catch(() => files.delete(file))
    files.set(file, { text, until: Date.now() + fileFreshMs })
    return text
  }

  async function authorityOf(cluster: ClusterDetails): Promise<string | undefined> {
    if (cluster.skipTLSVerify) return undefined
    if (cluster.caData !== undefined) return toPem(cluster.caData)
    if (cluster.caFile !== undefined)
      return read(cluster.caFile).catch((cause: unknown) => {
        throw clusterFailed(`The certificate authority of the cluster ${cluster.name} cannot be read: ${cluster.caFile}`, { cause })
      })
    const isOwn = cluster.authProvider === 'serviceAccount' && cluster.serviceAccountToken === undefined && !cluster.isFromCatalog
    return isOwn ? read(path.join(podFolder, 'ca.crt')).catch(() => undefined) : undefined
  }

  const isGuarded = ({ isFromCatalog, url }: ClusterDetails) => isFromCatalog === true && !verdictOn(new URL(url)).isNamed

  return {
    async to(cluster: ClusterDetails): Promise<Connection> {
      const ca = await authorityOf(cluster)
      const key = JSON.stringify([new URL(cluster.url).origin, cluster.skipTLSVerify, ca, isGuarded(cluster)])
      let connection = open.get(key)
      if (!connection) {
        connection = createStreamRequest({
          multiplexes: true,
          verifiesCertificate: !cluster.skipTLSVerify,
          ...(ca !== undefined && { ca }),
          ...(isGuarded(cluster) && { lookup: createGuardedLookup() }),
        })
        open.set(key, connection)
      }
      return connection
    },
    /** The same for a WebSocket. */
    async socketOptions(cluster: ClusterDetails): Promise<Pick<SocketRequest, 'ca' | 'verifiesCertificate' | 'lookup'>> {
      const lookup = isGuarded(cluster) ? createGuardedLookup() : undefined
      return { ca: await authorityOf(cluster), verifiesCertificate: !cluster.skipTLSVerify, lookup }
    },
    close() {
      for (const connection of open.values()) connection.close()
      open.clear()
    },
  }
}

export type Connections = ReturnType<typeof createConnections>

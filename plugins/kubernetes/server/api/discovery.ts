import { textOf } from '@portico/core/common'
import { listOf, valueIn, type Fields, type ResourceType } from '@portico/kubernetes/common'
import { LRUCache } from 'lru-cache'
import type { ClusterDetails } from '../clusters/cluster.ts'

/** Who asks a cluster. */
export interface Asking {
  readonly cluster: ClusterDetails
  readonly json: (
    path: string,
    request: { readonly signal?: AbortSignal | undefined },
  ) => Promise<{ readonly status: number; readonly body: Fields }>
}

const freshMs = 10 * 60_000
const maxEntries = 5000
const maxVersions = 10

/** How clusters serve kinds: in which version, and whether in namespaces. It is asked only for a kind that was not found as it is known. */
export function createDiscovery() {
  const cache = new LRUCache<string, ResourceType>({ max: maxEntries, ttl: freshMs })
  const keyOf = ({ url }: ClusterDetails, { group, apiVersion, plural }: ResourceType) => `${url} ${group}/${apiVersion}/${plural}`

  /** The versions of a group that a cluster serves: that which is asked for, then that which it prefers, then the others. */
  async function versionsOf(client: Asking, { group, apiVersion }: ResourceType, signal: AbortSignal | undefined) {
    const { status, body } = await client.json(`/apis/${encodeURIComponent(group)}`, { signal })
    if (status !== 200) return []
    const served = listOf(body['versions']).flatMap(each => textOf(each['version']) ?? [])
    const order = [apiVersion, textOf(valueIn(body, 'preferredVersion', 'version')), ...served]
    return [...new Set(order)].filter(version => version !== undefined && served.includes(version)).slice(0, maxVersions) as string[]
  }

  return {
    /** As the cluster serves it, as far as that is known. */
    known: (client: Asking, type: ResourceType): ResourceType => cache.get(keyOf(client.cluster, type)) ?? type,
    /** Asks the cluster. Undefined where it does not serve the kind at all. */
    async find(client: Asking, type: ResourceType, signal?: AbortSignal): Promise<ResourceType | undefined> {
      // The core group has one version, and what is in it is known.
      if (type.group === '') return undefined
      for (const apiVersion of await versionsOf(client, type, signal)) {
        const { body } = await client.json(`/apis/${encodeURIComponent(type.group)}/${encodeURIComponent(apiVersion)}`, { signal })
        const resource = listOf(body['resources']).find(({ name }) => name === type.plural)
        if (!resource) continue
        const served = { ...type, apiVersion, isClusterWide: resource['namespaced'] === false }
        cache.set(keyOf(client.cluster, type), served)
        return served
      }
      return undefined
    },
  }
}

export type Discovery = ReturnType<typeof createDiscovery>

import type { Catalog } from '@portico/catalog/server'
import type { Logger } from '@portico/core/server'
import type { KubernetesSection } from '../config.ts'
import { messageOf } from '../errors.ts'
import { findCatalogClusters } from './catalog-clusters.ts'
import type { ClusterDetails } from './cluster.ts'
import { localProxyCluster, toConfigClusters } from './config-clusters.ts'
import { findGkeClusters } from './gke-clusters.ts'

interface ClustersDependencies {
  readonly section: () => KubernetesSection
  readonly catalog: Catalog
  readonly googleToken: () => Promise<string>
  readonly env: Readonly<Record<string, string | undefined>>
  readonly log: Logger
}

type Locator = KubernetesSection['clusterLocatorMethods'][number]

/** The clusters of all locators, in their order; of two with one name the first counts. */
export function createClusters({ section, catalog, googleToken, env, log }: ClustersDependencies) {
  const cache = new Map<Locator, { readonly found: Promise<readonly ClusterDetails[]>; readonly until: number }>()
  /** What a locator found the last time that it worked. */
  const last = new WeakMap<Locator, readonly ClusterDetails[]>()

  async function locate(locator: Locator): Promise<readonly ClusterDetails[]> {
    switch (locator.type) {
      case 'config':
        return toConfigClusters(locator.clusters)
      case 'catalog':
        return findCatalogClusters(catalog)
      case 'gke':
        return findGkeClusters(locator, { token: googleToken, env, timeoutMs: section().timeout })
      case 'localKubectlProxy':
        return [localProxyCluster]
    }
  }

  /** A locator that fails costs its own clusters, and not even those if it has worked before. */
  async function tryLocate(locator: Locator): Promise<readonly ClusterDetails[]> {
    try {
      const found = await locate(locator)
      last.set(locator, found)
      return found
    } catch (error) {
      log.error({ error, locator: locator.type }, `clusters could not be found: ${messageOf(error)}`)
      return last.get(locator) ?? []
    }
  }

  function cached(locator: Locator): Promise<readonly ClusterDetails[]> {
    const known = cache.get(locator)
    if (known && known.until > Date.now()) return known.found
    const isFixed = locator.type === 'config' || locator.type === 'localKubectlProxy'
    const found = tryLocate(locator)
    cache.set(locator, { found, until: isFixed ? Number.POSITIVE_INFINITY : Date.now() + section().clustersCacheTtl })
    return found
  }

  return {
    async list(): Promise<readonly ClusterDetails[]> {
      const found = (await Promise.all(section().clusterLocatorMethods.map(cached))).flat()
      return [...new Map(found.toReversed().map(cluster => [cluster.name, cluster])).values()].toReversed()
    },
    /** Forgets what was found: the config has changed. */
    reset: () => cache.clear(),
  }
}

export type Clusters = ReturnType<typeof createClusters>

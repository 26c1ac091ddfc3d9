import type { ColumnSources, EntityRow } from '@portico/catalog/web'
import { authProvidersApiRef, createBatches, query, type Client, type QueryCache } from '@portico/core/web'
import { hasKubernetes, kubernetesApi, serverAuthProviders, type KubernetesHealth, type RequestAuth } from '@portico/kubernetes/common'
import { createClusterAuth, type ClusterAuth } from '../client/cluster-auth.ts'

export interface EntityHealth {
  readonly health: KubernetesHealth
  readonly errors: number
}

export interface HealthDependencies {
  readonly client: Client
  readonly auth: ClusterAuth
  readonly cache: QueryCache
}

const freshMs = 30_000

/** The health of an entity, for a card or a list. */
export const healthOf = createBatches<EntityHealth, HealthDependencies>({
  max: 100,
  async read(dependencies, entityRefs) {
    const auth = await tokensOf(dependencies)
    const { items } = await dependencies.client.call(kubernetesApi.queryHealth, { body: { entityRefs: [...entityRefs], auth } })
    return new Map(items.map(item => [item.entityRef, item]))
  },
})

/**
 * The user's tokens for clusters that are read with them. Nobody is asked to sign in for a card or a column: a cluster without a token counts as
 * one that could not be read.
 */
async function tokensOf({ cache, auth }: HealthDependencies): Promise<RequestAuth> {
  // Who may not see the clusters may still see the health.
  const listed = await cache.fetch({ ...query(kubernetesApi.listClusters), staleTime: freshMs }).catch(() => ({ items: [] }))
  const ofUser = listed.items.filter(({ authProvider }) => !serverAuthProviders.some(provider => provider === authProvider))
  return ofUser.length === 0 ? {} : (await auth.authFor(ofUser)).auth
}

/** The states of entities for an export. */
export async function loadHealth(
  rows: readonly EntityRow[],
  { client, cache, api, signal }: ColumnSources,
): Promise<ReadonlyMap<string, string>> {
  const dependencies = { client, cache, auth: createClusterAuth(api(authProvidersApiRef)) }
  const refs = rows.filter(({ entity }) => hasKubernetes(entity)).map(({ resolved }) => resolved.entityRef)
  const found = await Promise.all(refs.map(async ref => [ref, (await healthOf(dependencies, ref))?.health] as const))
  signal.throwIfAborted()
  return new Map(found.flatMap(([ref, health]) => (health && health.pods + health.workloads > 0 ? [[ref, health.state] as const] : [])))
}

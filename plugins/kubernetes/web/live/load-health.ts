import type { ColumnSources, EntityRow } from '@portico/catalog/web'
import { authProvidersApiRef, query, type Client, type QueryCache } from '@portico/core/web'
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

/** How many entities one request takes. */
export const maxRefs = 100
const freshMs = 30_000

/** The health of some entities, at most as many as one request takes. */
export async function readHealth(dependencies: HealthDependencies, entityRefs: string[]): Promise<ReadonlyMap<string, EntityHealth>> {
  const auth = await tokensOf(dependencies)
  const { items } = await dependencies.client.call(kubernetesApi.queryHealth, { body: { entityRefs, auth } })
  return new Map(items.map(item => [item.entityRef, item]))
}

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

/** The states of entities for an export, in as few requests as there can be. */
export async function loadHealth(
  rows: readonly EntityRow[],
  { client, cache, api, signal }: ColumnSources,
): Promise<ReadonlyMap<string, string>> {
  const dependencies = { client, cache, auth: createClusterAuth(api(authProvidersApiRef)) }
  const refs = rows.filter(({ entity }) => hasKubernetes(entity)).map(({ resolved }) => resolved.entityRef)
  const states = new Map<string, string>()
  for (let at = 0; at < refs.length; at += maxRefs) {
    signal.throwIfAborted()
    const found = await readHealth(dependencies, refs.slice(at, at + maxRefs))
    for (const [ref, { health }] of found) if (health.pods + health.workloads > 0) states.set(ref, health.state)
  }
  return states
}

import type { Entity } from '@portico/catalog/common'
import { authProvidersApiRef, fetchApiRef, useApi, type Fetch } from '@portico/core/web'
import type { Cluster, ClusterObjects, CustomResource, KubeEvent, RequestAuth } from '@portico/kubernetes/common'
import { useMemo } from 'react'
import { createClusterAuth, type ClusterAuth } from './cluster-auth.ts'
import { clusterNotFound, proxyFailed, requestFailed } from './failures.ts'

/** An object, and where it is. */
export interface PodPlace {
  readonly cluster: string
  /** '' for what is in none. */
  readonly namespace: string
  readonly name: string
  readonly kind?: string
  /** As events name it. */
  readonly uid?: string | undefined
}

/** The events of what is in no namespace are here. */
const defaultNamespace = 'default'

const base = 'plugin://kubernetes'

/** The plugin's server half, as the browser calls it. */
export function createKubernetesClient({ fetch, auth }: { readonly fetch: Fetch; readonly auth: ClusterAuth }) {
  async function send(path: string, init?: RequestInit): Promise<unknown> {
    const response = await fetch(`${base}${path}`, init)
    if (!response.ok) throw requestFailed(response.status, response.statusText, await response.text())
    return response.json()
  }

  const post = async (path: string, body: unknown) =>
    (await send(path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })) as {
      readonly items: readonly ClusterObjects[]
    }

  async function clusters(): Promise<readonly Cluster[]> {
    return ((await send('/clusters')) as { items: Cluster[] }).items
  }

  async function cluster(name: string): Promise<Cluster> {
    const found = (await clusters()).find(each => each.name === name)
    if (!found) throw clusterNotFound(name)
    return found
  }

  /** Any call to the API of a cluster. The answer is that of the cluster, whatever its status. A token that has ended is renewed once. */
  async function proxy(name: string, path: string, init: RequestInit = {}): Promise<Response> {
    const found = await cluster(name)
    const call = async (renew: boolean) => {
      const headers = { ...(init.headers as Record<string, string> | undefined), ...(await auth.headersFor(found, { renew })) }
      return fetch(`${base}/proxy${path}`, { ...init, headers })
    }
    const response = await call(false)
    if (response.status !== 401 || !auth.isUsers(found)) return response
    await response.body?.cancel()
    return call(true)
  }

  async function proxied(name: string, path: string, init?: RequestInit): Promise<Response> {
    const response = await proxy(name, path, init)
    if (!response.ok) throw proxyFailed(response.status, response.statusText, await response.text())
    return response
  }

  return {
    clusters,
    cluster,
    proxy,
    objectsByEntity: (entity: Entity, given: RequestAuth) =>
      post(`/services/${encodeURIComponent(entity.metadata.name)}`, { entity, auth: given }),
    workloadsByEntity: (entityRef: string, given: RequestAuth) => post('/resources/workloads/query', { auth: given, entityRef }),
    customObjectsByEntity: (entityRef: string, given: RequestAuth, customResources: readonly CustomResource[]) =>
      post('/resources/custom/query', { entityRef, auth: given, customResources }),
    /** The events about an object, the newest first. */
    async events({ cluster: of, namespace, name, kind, uid }: PodPlace): Promise<readonly KubeEvent[]> {
      const fields = { name, kind, uid }
      const wanted = Object.entries(fields).flatMap(([field, value]) => (value === undefined ? [] : `involvedObject.${field}=${value}`))
      const query = new URLSearchParams({ fieldSelector: wanted.join(',') })
      const response = await proxied(of, `/api/v1/namespaces/${encodeURIComponent(namespace || defaultNamespace)}/events?${query}`)
      return ((await response.json()) as { items?: KubeEvent[] }).items ?? []
    },
    /** The log of a container, as it is written; with `previous` that of the run before. */
    async log(
      place: PodPlace,
      options: {
        readonly container: string
        readonly previous?: boolean
        readonly follow?: boolean
        readonly tailLines?: number
        readonly signal?: AbortSignal
      },
    ): Promise<Response> {
      const query = new URLSearchParams({ container: options.container })
      if (options.previous) query.set('previous', 'true')
      if (options.follow) query.set('follow', 'true')
      if (options.tailLines !== undefined) query.set('tailLines', String(options.tailLines))
      const init = { headers: { accept: 'text/plain, */*' }, ...(options.signal && { signal: options.signal }) }
      return proxied(place.cluster, `${podPath(place)}/log?${query}`, init)
    },
    async deletePod(place: PodPlace): Promise<void> {
      await proxied(place.cluster, podPath(place), { method: 'DELETE' })
    },
    /** Replaces all pods of a workload, as `kubectl rollout restart` does. @param path `apis/apps/v1`, `deployments` */
    async rollOut(place: PodPlace, { api, plural }: { readonly api: string; readonly plural: string }): Promise<void> {
      const annotations = { 'kubectl.kubernetes.io/restartedAt': new Date().toISOString() }
      const path = `/${api}/namespaces/${encodeURIComponent(place.namespace)}/${plural}/${encodeURIComponent(place.name)}`
      await proxied(place.cluster, path, {
        method: 'PATCH',
        body: JSON.stringify({ spec: { template: { metadata: { annotations } } } }),
        headers: { 'content-type': 'application/merge-patch+json' },
      })
    },
  }
}

export type KubernetesClient = ReturnType<typeof createKubernetesClient>

function podPath({ namespace, name }: PodPlace): string {
  return `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(name)}`
}

/** The client of this page. */
export function useKubernetes(): { readonly client: KubernetesClient; readonly auth: ClusterAuth } {
  const fetch = useApi(fetchApiRef)
  const providers = useApi(authProvidersApiRef)
  return useMemo(() => {
    const auth = createClusterAuth(providers)
    return { auth, client: createKubernetesClient({ fetch, auth }) }
  }, [fetch, providers])
}

import type { Entity } from '@portico/catalog/common'
import type { Principal } from '@portico/core/server'
import {
  healthOf,
  joinHealth,
  selectionOf,
  workloadTypes,
  type ClusterObjects,
  type CustomResource,
  type KubernetesHealth,
  type RequestAuth,
} from '@portico/kubernetes/common'
import type { createClusterClient } from '../api/cluster-client.ts'
import type { ClusterDetails } from '../clusters/cluster.ts'
import { attributesOf } from '../clusters/cluster.ts'
import type { Clusters } from '../clusters/clusters.ts'
import { clustersOf } from '../clusters/service-locators.ts'
import type { KubernetesSection } from '../config.ts'
import type { NamespaceAccess } from '../clusters/namespace-access.ts'
import { fetchObjects, toGroups } from './fetch-objects.ts'
import { toCustomTypes, wantedTypes } from './wanted-kinds.ts'

interface EntityObjectsDependencies {
  readonly section: () => KubernetesSection
  readonly clusters: Clusters
  readonly clientOf: (cluster: ClusterDetails, auth: RequestAuth) => ReturnType<typeof createClusterClient>
  readonly access: NamespaceAccess
}

export interface ObjectsRequest {
  readonly entity: Entity
  readonly auth: RequestAuth
  readonly caller: Principal
  readonly signal?: AbortSignal | undefined
  /** These in place of the types of the config. */
  readonly customResources?: readonly CustomResource[]
  /** Only what the health is made of. */
  readonly isForHealth?: boolean
}

export interface EntityHealth {
  readonly health: KubernetesHealth
  /** Clusters that could not be asked. */
  readonly errors: number
}

/** Replica sets lead from pods to what owns them. */
const healthTypes = new Set(['pods', 'replicasets', ...workloadTypes, 'customresources'])

/** The objects of entities in all of their clusters. */
export function createEntityObjects({ section, clusters, clientOf, access }: EntityObjectsDependencies) {
  const placesOf = async (entity: Entity) => clustersOf(entity, await clusters.list(), section().serviceLocatorMethod.type)

  async function ofCluster(cluster: ClusterDetails, request: ObjectsRequest): Promise<ClusterObjects> {
    const { entity, auth, caller, signal, customResources, isForHealth = false } = request
    const wanted = customResources ? toCustomTypes(customResources) : wantedTypes(cluster, section())
    const { types, podMetrics, errors } = await fetchObjects(clientOf(cluster, auth), {
      types: isForHealth ? wanted.filter(({ objectType }) => healthTypes.has(objectType)) : wanted,
      selection: selectionOf(entity),
      withMetrics: !cluster.skipMetricsLookup && !customResources && !isForHealth,
      timeoutMs: cluster.timeout ?? section().timeout,
      signal,
    })
    const visible = await access.filter(caller, cluster.name, toGroups(types))
    return {
      cluster: attributesOf(cluster),
      resources: visible.groups,
      podMetrics: podMetrics.filter(({ pod }) => visible.sees(pod)),
      errors: [...errors],
    }
  }

  /** A cluster that has neither objects nor errors is left out. */
  async function of(request: ObjectsRequest): Promise<ClusterObjects[]> {
    const found = await Promise.all((await placesOf(request.entity)).map(cluster => ofCluster(cluster, request)))
    return found.filter(({ resources, errors }) => resources.length > 0 || errors.length > 0)
  }

  return {
    placesOf,
    of,
    /** How an entity does, and how many clusters could not tell. */
    async healthOf(request: ObjectsRequest): Promise<EntityHealth> {
      const found = await of({ ...request, isForHealth: true })
      const now = Date.now()
      return {
        health: joinHealth(found.map(({ resources }) => healthOf(resources, now)).filter(({ pods, workloads }) => pods + workloads > 0)),
        errors: found.filter(({ resources, errors }) => resources.length === 0 && errors.length > 0).length,
      }
    },
  }
}

export type EntityObjects = ReturnType<typeof createEntityObjects>

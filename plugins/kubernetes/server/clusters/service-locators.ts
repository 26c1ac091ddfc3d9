import { parseEntityRef, relationTargets, type Entity } from '@portico/catalog/common'
import { clusterNameOf } from '@portico/kubernetes/common'
import type { KubernetesSection } from '../config.ts'
import type { ClusterDetails } from './cluster.ts'

type Method = KubernetesSection['serviceLocatorMethod']['type']

/** The clusters in which an entity is looked for. */
export function clustersOf(entity: Entity, clusters: readonly ClusterDetails[], method: Method): readonly ClusterDetails[] {
  if (method === 'multiTenant') return clusters
  if (method === 'singleTenant') return clusters.filter(({ name }) => name === clusterNameOf(entity))
  const wanted = new Set(
    relationTargets(entity, 'dependsOn').flatMap(ref => {
      const { kind, name } = parseEntityRef(ref)
      return kind.toLowerCase() === 'resource' ? [name.toLowerCase()] : []
    }),
  )
  return clusters.filter(({ name }) => wanted.has(name.toLowerCase()))
}

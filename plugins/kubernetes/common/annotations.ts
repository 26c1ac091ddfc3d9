import { toolAnnotations, type Entity } from '@portico/catalog/common'

const { kubernetesId, kubernetesNamespace, kubernetesLabelSelector, kubernetesCluster } = toolAnnotations

/** The annotations that say which objects of clusters belong to an entity. */
export const kubernetesAnnotations = [kubernetesId, kubernetesLabelSelector] as const

/** Whether an entity says which objects belong to it. */
export function hasKubernetes(entity: Entity): boolean {
  return annotationOf(entity, kubernetesId) !== undefined || annotationOf(entity, kubernetesLabelSelector) !== undefined
}

/** The objects of an entity: by label, and in one namespace where it says so. */
export interface ObjectSelection {
  readonly labelSelector: string
  readonly namespace?: string | undefined
}

/** The label selector of the annotation, else the label `backstage.io/kubernetes-id` with the value of that annotation or the entity's name. */
export function selectionOf(entity: Entity): ObjectSelection {
  const selector = annotationOf(entity, kubernetesLabelSelector)
  const id = annotationOf(entity, kubernetesId) ?? entity.metadata.name
  return { labelSelector: selector ?? `${kubernetesId}=${id}`, namespace: annotationOf(entity, kubernetesNamespace) }
}

/** The only cluster in which the entity runs, where it says so. */
export function clusterNameOf(entity: Entity): string | undefined {
  return annotationOf(entity, kubernetesCluster)
}

function annotationOf(entity: Entity, name: string): string | undefined {
  const value = entity.metadata.annotations?.[name]
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

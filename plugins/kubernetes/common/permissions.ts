import { basicPermission, limitGuests, resourcePermission } from '@portico/core/common'

/** What the permissions by namespace are asked about: `cluster/namespace`, and `cluster/` for what has no namespace. */
export const namespaceResourceType = 'kubernetes-namespace'

/** Seeing which clusters there are. */
export const clustersReadPermission = basicPermission('kubernetes.clusters.read', 'read')
/** Seeing the objects of entities. */
export const resourcesReadPermission = basicPermission('kubernetes.resources.read', 'read')
/** Calling the API of a cluster through the portal: logs, events, deleting pods, rolling out again. */
export const proxyPermission = limitGuests(basicPermission('kubernetes.proxy'))
/** Seeing what is in a namespace; asked where `kubernetes.namespacePermissions` is on. */
export const namespaceReadPermission = resourcePermission('kubernetes.namespace.read', namespaceResourceType, 'read')
/** Changing what is in a namespace; asked where `kubernetes.namespacePermissions` is on. */
export const namespaceUpdatePermission = resourcePermission('kubernetes.namespace.update', namespaceResourceType, 'update')

/** Every permission of the plugin. */
export const kubernetesPermissions = [
  clustersReadPermission,
  resourcesReadPermission,
  proxyPermission,
  namespaceReadPermission,
  namespaceUpdatePermission,
] as const

/** How permissions by namespace name what they are asked about. */
export function namespaceRef(cluster: string, namespace: string | undefined): string {
  return `${cluster}/${namespace ?? ''}`
}

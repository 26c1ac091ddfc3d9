import { basicPermission, limitGuests, resourcePermission } from '@portico/core/common'

/** What the permissions by namespace are asked about: `cluster/namespace`, and `cluster/` for what has no namespace. */
export const namespaceResourceType = 'kubernetes-namespace'

/** Seeing which clusters there are. */
export const clustersReadPermission = basicPermission('kubernetes.clusters.read', 'read')
/** Seeing the objects of entities. */
export const resourcesReadPermission = basicPermission('kubernetes.resources.read', 'read')
/** Reading logs of pods, and events. Without an action: whoever may read everything does not read logs, which hold data of customers. */
export const logsPermission = limitGuests(basicPermission('kubernetes.logs'))
/** Reading the API of a cluster through the portal, logs and events included. Values of Secrets are masked. */
export const proxyPermission = limitGuests(basicPermission('kubernetes.proxy'))
/** Changing things in a cluster through the portal: creating, patching, deleting, rolling out again. */
export const proxyChangePermission = limitGuests(basicPermission('kubernetes.proxy.change', 'update'))
/** Reaching into what runs in a cluster: exec, attach, port forwarding, and the proxies of pods, services and nodes. */
export const proxyExecPermission = limitGuests(basicPermission('kubernetes.proxy.exec', 'update'))
/** Seeing what is in a namespace; asked where `kubernetes.namespacePermissions` is on. */
export const namespaceReadPermission = resourcePermission('kubernetes.namespace.read', namespaceResourceType, 'read')
/** Changing what is in a namespace; asked where `kubernetes.namespacePermissions` is on. */
export const namespaceUpdatePermission = limitGuests(resourcePermission('kubernetes.namespace.update', namespaceResourceType, 'update'))

/** Every permission of the plugin. */
export const kubernetesPermissions = [
  clustersReadPermission,
  resourcesReadPermission,
  logsPermission,
  proxyPermission,
  proxyChangePermission,
  proxyExecPermission,
  namespaceReadPermission,
  namespaceUpdatePermission,
] as const

/** How permissions by namespace name what they are asked about. */
export function namespaceRef(cluster: string, namespace: string | undefined): string {
  return `${cluster}/${namespace ?? ''}`
}

import { knownResourceTypes, type CustomResource, type ResourceType } from '@portico/kubernetes/common'
import type { ClusterDetails } from '../clusters/cluster.ts'
import type { KubernetesSection } from '../config.ts'

/** Custom resources as types to list. */
export function toCustomTypes(resources: readonly CustomResource[]): ResourceType[] {
  return resources.map(resource => ({ objectType: 'customresources', ...resource }))
}

/** What is asked for in a cluster: the types of the config, in the versions that it names, and custom resources. */
export function wantedTypes(cluster: ClusterDetails, section: KubernetesSection): ResourceType[] {
  const { objectTypes, apiVersionOverrides, customResources } = section
  const plain = knownResourceTypes
    .filter(({ objectType }) => objectTypes.includes(objectType))
    .map(type => ({ ...type, apiVersion: apiVersionOverrides[type.objectType] ?? type.apiVersion }))
  return [...plain, ...toCustomTypes(cluster.customResources ?? customResources)]
}

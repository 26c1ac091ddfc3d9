import { authProviderKey, type ClusterConfig } from '../config.ts'
import type { ClusterDetails } from './cluster.ts'

const roleKey = 'kubernetes.io/aws-assume-role'
const externalIdKey = 'kubernetes.io/aws-external-id'

/** The clusters that the config lists. */
export function toConfigClusters(clusters: readonly ClusterConfig[]): ClusterDetails[] {
  return clusters.map(({ authProvider, authMetadata = {}, assumeRole, externalId, ...rest }) => ({
    ...rest,
    authProvider: authProvider ?? authMetadata[authProviderKey] ?? '',
    authMetadata: {
      ...authMetadata,
      ...(assumeRole !== undefined && { [roleKey]: assumeRole }),
      ...(externalId !== undefined && { [externalIdKey]: externalId }),
    },
  }))
}

/** What `kubectl proxy` serves on this machine. */
export const localProxyCluster: ClusterDetails = {
  name: 'local',
  url: 'http://localhost:8001',
  authProvider: 'localKubectlProxy',
  authMetadata: {},
  skipTLSVerify: true,
  skipMetricsLookup: true,
}

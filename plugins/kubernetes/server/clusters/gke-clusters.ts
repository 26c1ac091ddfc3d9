import { createGuardedRequest } from '@portico/core/server/outbound'
import type { ClusterLocatorConfig } from '../config.ts'
import { clusterFailed } from '../errors.ts'
import type { ClusterDetails } from './cluster.ts'

type GkeConfig = Extract<ClusterLocatorConfig, { type: 'gke' }>

interface GkeCluster {
  readonly name?: string
  readonly endpoint?: string
  readonly location?: string
  readonly resourceLabels?: Readonly<Record<string, string>>
  readonly masterAuth?: { readonly clusterCaCertificate?: string }
  readonly controlPlaneEndpointsConfig?: { readonly dnsEndpointConfig?: { readonly endpoint?: string } }
}

interface GkeOptions {
  /** The token of the portal's own service account at Google. */
  readonly token: () => Promise<string>
  readonly env: Readonly<Record<string, string | undefined>>
  readonly timeoutMs: number
}

/** The clusters of a project at Google. */
export async function findGkeClusters(config: GkeConfig, { token, env, timeoutMs }: GkeOptions): Promise<ClusterDetails[]> {
  // As gcloud has it.
  const base = env['CLOUDSDK_API_ENDPOINT_OVERRIDES_CONTAINER'] ?? 'https://container.googleapis.com/'
  const url = new URL(`v1/projects/${encodeURIComponent(config.projectId)}/locations/${encodeURIComponent(config.region)}/clusters`, base)
  const request = createGuardedRequest({ allow: [{ host: url.host }], timeoutMs, maxBytes: 16 * 2 ** 20 })
  const authorization = `Bearer ${await token()}`
  const { answer } = await request(url, { headers: to => (to.host === url.host ? { authorization } : {}), isAnyStatusRead: true })
  if (answer.status !== 200)
    throw clusterFailed(
      `The clusters of the project ${config.projectId} could not be listed: ${url.host} answered with status ${answer.status}`,
    )
  const { clusters = [] } = JSON.parse(String(answer.bytes)) as { clusters?: readonly GkeCluster[] }
  return clusters.filter(cluster => hasLabels(cluster, config)).flatMap(cluster => toCluster(cluster, config) ?? [])
}

function hasLabels({ resourceLabels = {} }: GkeCluster, { matchingResourceLabels }: GkeConfig): boolean {
  return matchingResourceLabels.every(({ key, value }) => resourceLabels[key] === value)
}

function toCluster(cluster: GkeCluster, config: GkeConfig): ClusterDetails | undefined {
  const { name, location = '', masterAuth } = cluster
  const endpoint = config.endpointType === 'dns' ? cluster.controlPlaneEndpointsConfig?.dnsEndpointConfig?.endpoint : cluster.endpoint
  if (name === undefined || endpoint === undefined || !URL.canParse(`https://${endpoint}`)) return undefined
  const ca = config.endpointType === 'dns' ? undefined : masterAuth?.clusterCaCertificate
  return {
    name,
    url: `https://${endpoint}`,
    authProvider: config.authProvider,
    authMetadata: {},
    skipTLSVerify: config.skipTLSVerify,
    skipMetricsLookup: config.skipMetricsLookup,
    ...(ca !== undefined && { caData: ca }),
    ...(config.exposeDashboard && {
      dashboardApp: 'gke',
      dashboardParameters: { projectId: config.projectId, region: location, clusterName: name },
    }),
  }
}

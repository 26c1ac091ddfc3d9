import type { Entity } from '@portico/catalog/common'
import type { Catalog } from '@portico/catalog/server'
import { isRecord, parseJson } from '@portico/core/common'
import { linkFormatters, type DashboardParameters } from '@portico/kubernetes/common'
import type { ClusterDetails } from './cluster.ts'

const prefix = 'kubernetes.io/'
const maxClusters = 1000
const address = `metadata.annotations.${prefix}api-server`

/** The Resources of type kubernetes-cluster that say where their API server is. */
export async function findCatalogClusters(catalog: Pick<Catalog, 'query'>): Promise<ClusterDetails[]> {
  const { entities } = await catalog.query({
    predicate: {
      all: [
        { key: 'kind', in: ['resource'] },
        { key: 'spec.type', in: ['kubernetes-cluster'] },
        { key: address, exists: true },
        { key: `metadata.annotations.${prefix}auth-provider`, exists: true },
      ],
    },
    limit: maxClusters,
  })
  return entities.flatMap(entity => toCluster(entity) ?? [])
}

function toCluster(entity: Entity): ClusterDetails | undefined {
  const annotations = entity.metadata.annotations ?? {}
  const of = (name: string): string | undefined => {
    const value = annotations[`${prefix}${name}`]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const url = of('api-server')
  const authProvider = of('auth-provider')
  if (url === undefined || authProvider === undefined || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return undefined
  const title = entity.metadata.title
  const caData = of('api-server-certificate-authority')
  const oidcTokenProvider = of('oidc-token-provider')
  const app = of('dashboard-app')
  const parameters = toParameters(of('dashboard-parameters'))
  return {
    name: entity.metadata.name,
    url,
    authProvider,
    authMetadata: Object.fromEntries(
      Object.entries(annotations).filter(([name, value]) => name.startsWith(prefix) && typeof value === 'string'),
    ),
    skipTLSVerify: of('skip-tls-verify') === 'true',
    skipMetricsLookup: of('skip-metrics-lookup') === 'true',
    isFromCatalog: true,
    ...(typeof title === 'string' && { title }),
    ...(caData !== undefined && { caData }),
    ...(oidcTokenProvider !== undefined && { oidcTokenProvider }),
    ...(of('dashboard-url') !== undefined && { dashboardUrl: of('dashboard-url')! }),
    ...(app !== undefined && app in linkFormatters && { dashboardApp: app }),
    ...(parameters && { dashboardParameters: parameters }),
  }
}

function toParameters(text: string | undefined): DashboardParameters | undefined {
  const value = parseJson(text ?? '')
  return isRecord(value) ? (value as DashboardParameters) : undefined
}

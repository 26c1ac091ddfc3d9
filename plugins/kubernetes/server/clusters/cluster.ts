import type { ClusterAttributes, CustomResource } from '@portico/kubernetes/common'

/** A cluster as the server knows it. */
export interface ClusterDetails extends ClusterAttributes {
  /** The address of the API server. */
  readonly url: string
  readonly authProvider: string
  readonly oidcTokenProvider?: string
  /** What the auth provider needs besides, by the names of annotations. */
  readonly authMetadata: Readonly<Record<string, string>>
  /** Never leaves the server. */
  readonly serviceAccountToken?: string
  /** How long it may take, where that is not the timeout of all clusters. */
  readonly timeout?: number
  readonly skipTLSVerify: boolean
  readonly skipMetricsLookup: boolean
  /** PEM, or that in base64. */
  readonly caData?: string
  readonly caFile?: string
  readonly customResources?: readonly CustomResource[]
  /** Whoever writes entities has named its address: it must not lead into the internal network, nor get credentials of the portal's own pod. */
  readonly isFromCatalog?: boolean
}

/** The certificate authority as PEM. */
export function toPem(caData: string): string {
  return caData.includes('-----BEGIN') ? caData : Buffer.from(caData, 'base64').toString('utf8')
}

/** What those who see objects may know of it. */
export function attributesOf({ name, title, dashboardUrl, dashboardApp, dashboardParameters }: ClusterDetails): ClusterAttributes {
  return {
    name,
    ...(title !== undefined && { title }),
    ...(dashboardUrl !== undefined && { dashboardUrl }),
    ...(dashboardApp !== undefined && { dashboardApp }),
    ...(dashboardParameters !== undefined && { dashboardParameters }),
  }
}

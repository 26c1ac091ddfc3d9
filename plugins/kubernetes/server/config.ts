import { durationMs, secret, unused } from '@portico/core/server'
import { CustomResource, DashboardParameters, defaultObjectTypes, knownResourceTypes, linkFormatters } from '@portico/kubernetes/common'
import { z } from 'zod'

const objectTypes = knownResourceTypes.map(({ objectType }) => objectType)

const url = z.string().refine(text => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), {
  error: issue => `expected the http: or https: URL of an API server, not '${String(issue.input)}'`,
})

const dashboard = {
  dashboardUrl: z.string().exactOptional().describe('The address of the dashboard of the cluster'),
  dashboardApp: z
    .string()
    .refine(app => app in linkFormatters, {
      error: issue => `expected one of ${Object.keys(linkFormatters).join(', ')}, not '${String(issue.input)}'`,
    })
    .exactOptional()
    .describe('Which dashboard it is; standard by default'),
  dashboardParameters: DashboardParameters.exactOptional().describe('What links into the dashboard need'),
}

const ClusterConfig = z
  .strictObject({
    name: z.string().min(1).max(253).describe('Names the cluster in requests and annotations'),
    url: url.describe('The address of the API server'),
    title: z.string().min(1).exactOptional().describe('What people read in place of the name'),
    authProvider: z.string().min(1).exactOptional().describe('How the portal authenticates at the cluster'),
    serviceAccountToken: secret(z.string().min(1))
      .exactOptional()
      .describe('For serviceAccount; by default that of the pod in which the portal runs'),
    oidcTokenProvider: z.string().min(1).exactOptional().describe('For oidc: the sign-in provider whose ID token is used'),
    authMetadata: z
      .record(z.string(), z.string())
      .exactOptional()
      .describe('More for the auth provider, as the annotations of catalog clusters'),
    assumeRole: z.string().min(1).exactOptional().describe('For aws: a role that is assumed'),
    externalId: z.string().min(1).exactOptional().describe('For aws: the external id of that role'),
    skipTLSVerify: z.boolean().default(false).describe('Does not verify the certificate of the API server'),
    skipMetricsLookup: z.boolean().default(false).describe('Does not ask for the usage of pods'),
    timeout: durationMs.exactOptional().describe('How long this cluster may take, in place of the timeout of all'),
    caData: z.string().min(1).exactOptional().describe('The certificate authority: PEM, or that in base64'),
    caFile: z.string().min(1).exactOptional().describe('A file with the certificate authority'),
    customResources: z.array(CustomResource).exactOptional().describe('Custom resources of this cluster, in place of those for all'),
    ...dashboard,
  })
  .superRefine((cluster, context) => {
    if (cluster.authProvider === undefined && cluster.authMetadata?.[authProviderKey] === undefined)
      context.addIssue({ code: 'custom', path: ['authProvider'], message: 'is missing: say how one authenticates at the cluster' })
    if (cluster.caData !== undefined && cluster.caFile !== undefined)
      context.addIssue({ code: 'custom', path: ['caFile'], message: 'cannot stand beside caData: give the certificate authority once' })
  })
export type ClusterConfig = z.output<typeof ClusterConfig>

/** In `authMetadata`, and as an annotation of clusters in the catalog. */
export const authProviderKey = 'kubernetes.io/auth-provider'

const clusterLocator = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('config'), clusters: z.array(ClusterConfig) }),
  z.strictObject({ type: z.literal('catalog') }),
  z.strictObject({ type: z.literal('localKubectlProxy') }),
  z.strictObject({
    type: z.literal('gke'),
    projectId: z.string().min(1).describe('The project of the clusters'),
    region: z.string().min(1).default('-').describe('A region or zone; - for all'),
    authProvider: z.enum(['google', 'googleServiceAccount']).default('google'),
    skipTLSVerify: z.boolean().default(false),
    skipMetricsLookup: z.boolean().default(false),
    exposeDashboard: z.boolean().default(false).describe('Links objects to the console of Google Cloud'),
    matchingResourceLabels: z
      .array(z.strictObject({ key: z.string().min(1), value: z.string() }))
      .default([])
      .describe('Only clusters with all of these labels'),
    endpointType: z.enum(['publicOrPrivate', 'dns']).default('publicOrPrivate').describe('By which address clusters are called'),
  }),
])
export type ClusterLocatorConfig = z.output<typeof clusterLocator>

/** `kubernetes`: the clusters, how entities find their objects there, and what is asked for. */
export const KubernetesSection = z.strictObject({
  serviceLocatorMethod: z
    .strictObject({ type: z.enum(['multiTenant', 'singleTenant', 'catalogRelation']).default('multiTenant') })
    .prefault({})
    .describe('In which clusters an entity is looked for: all, the one of its annotation, or those that it depends on'),
  clusterLocatorMethods: z.array(clusterLocator).default([]).describe('Where clusters come from'),
  objectTypes: z
    .array(
      z.string().refine(type => objectTypes.includes(type), {
        error: issue => `expected one of ${objectTypes.join(', ')}, not '${String(issue.input)}'`,
      }),
    )
    .default([...defaultObjectTypes])
    .describe('The kinds of objects that are asked for'),
  customResources: z.array(CustomResource).default([]).describe('Custom resources that are asked for too, such as Argo Rollouts'),
  apiVersionOverrides: z
    .record(z.string(), z.string().regex(/^v[a-z0-9]+$/))
    .default({})
    .describe('Other versions of kinds, such as cronjobs: v1beta1'),
  timeout: durationMs.prefault('10s').describe('How long a cluster may take; one that is slower costs only its own row'),
  clustersCacheTtl: durationMs.prefault('1m').describe('How long the clusters of the catalog and of GKE are kept'),
  namespacePermissions: z
    .boolean()
    .default(false)
    .describe('Also asks kubernetes.namespace.read and kubernetes.namespace.update for each cluster and namespace'),
  facts: z
    .strictObject({ every: durationMs.prefault('10m').describe('How often the clusters are asked about each entity') })
    .exactOptional()
    .describe('Keeps how each entity runs as facts, for lists and scorecards. Without it clusters are asked only when somebody looks'),
  frontend: unused(),
})
export type KubernetesSection = z.output<typeof KubernetesSection>

export const kubernetesSections = { kubernetes: KubernetesSection.prefault({}) }

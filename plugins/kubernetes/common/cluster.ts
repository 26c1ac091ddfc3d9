import { z } from 'zod'

/** Parameters of links into dashboards. */
export const DashboardParameters = z.looseObject({
  project: z.string().exactOptional(),
  projectId: z.string().exactOptional(),
  region: z.string().exactOptional(),
  clusterName: z.string().exactOptional(),
  subscriptionId: z.string().exactOptional(),
  resourceGroup: z.string().exactOptional(),
  internal: z.boolean().exactOptional(),
  headlampRoute: z.string().exactOptional(),
})
export type DashboardParameters = z.output<typeof DashboardParameters>

/** A cluster as those who see objects know it. */
export const ClusterAttributes = z.object({
  name: z.string(),
  title: z.string().exactOptional(),
  dashboardUrl: z.string().exactOptional(),
  dashboardApp: z.string().exactOptional(),
  dashboardParameters: DashboardParameters.exactOptional(),
})
export type ClusterAttributes = z.output<typeof ClusterAttributes>

/** A cluster as `GET /clusters` lists it: with how one authenticates there, never with credentials. */
export const Cluster = z.object({
  ...ClusterAttributes.shape,
  authProvider: z.string(),
  oidcTokenProvider: z.string().exactOptional(),
  auth: z.record(z.string(), z.string()).exactOptional(),
})
export type Cluster = z.output<typeof Cluster>

/** The auth providers whose credentials the server has itself. */
export const serverAuthProviders = ['aws', 'azure', 'googleServiceAccount', 'serviceAccount', 'localKubectlProxy'] as const

/** Tokens of the user, which the browser sends along: by provider, those of OpenID Connect by sign-in provider. */
export const RequestAuth = z
  .looseObject({
    google: z.string().max(20_000).exactOptional(),
    aks: z.string().max(20_000).exactOptional(),
    oidc: z.record(z.string(), z.string().max(20_000)).exactOptional(),
  })
  .describe('Tokens by provider')
export type RequestAuth = z.output<typeof RequestAuth>

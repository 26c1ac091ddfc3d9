import { z } from 'zod'
import { ClusterAttributes } from './cluster.ts'

/** An object of a cluster on the wire: whatever the cluster sent, with the values of Secrets masked. */
export const WireObject = z.looseObject({})

export const FetchError = z.union([
  z.object({ errorType: z.literal('FETCH_ERROR'), message: z.string() }),
  // The message is the API server's own sentence, where it has sent one.
  z.object({ errorType: z.string(), statusCode: z.int(), resourcePath: z.string(), message: z.string().exactOptional() }),
])
export type FetchError = z.output<typeof FetchError>

export const Usage = z.object({
  currentUsage: z.union([z.number(), z.string()]),
  requestTotal: z.union([z.number(), z.string()]),
  limitTotal: z.union([z.number(), z.string()]),
})
export type Usage = z.output<typeof Usage>

export const PodMetrics = z.object({
  pod: WireObject,
  cpu: Usage,
  memory: Usage,
  containers: z.array(z.object({ container: z.string(), cpuUsage: Usage, memoryUsage: Usage })),
})
export type PodMetrics = z.output<typeof PodMetrics>

const WireGroup = z.object({ type: z.string(), resources: z.array(WireObject) })

/** The objects of one cluster. */
export const ClusterObjects = z.object({
  cluster: ClusterAttributes,
  resources: z.array(WireGroup),
  podMetrics: z.array(PodMetrics),
  errors: z.array(FetchError),
})
export type ClusterObjects = z.output<typeof ClusterObjects>

/** Something that changed in a cluster since its objects were sent. */
export const ObjectChange = z.object({ type: z.string(), isDeleted: z.boolean(), object: WireObject })
export type ObjectChange = z.output<typeof ObjectChange>

/** The clusters that are asked; each comes on its own. */
export const LiveClusters = z.object({ items: z.array(ClusterAttributes) })
export const LiveChanges = z.object({ cluster: z.string(), items: z.array(ObjectChange) })
export const LiveMetrics = z.object({ cluster: z.string(), podMetrics: z.array(PodMetrics) })
/** The connection to a cluster was lost, or is there again. `isUnauthorized`: the cluster takes the token no longer. */
export const LiveConnection = z.object({
  cluster: z.string(),
  isLive: z.boolean(),
  message: z.string().exactOptional(),
  isUnauthorized: z.boolean().exactOptional(),
})

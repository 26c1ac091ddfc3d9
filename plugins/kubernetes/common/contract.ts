import { defineContract, del, get, options, patch, post, put } from '@portico/core/common'
import { z } from 'zod'
import { Cluster, RequestAuth } from './cluster.ts'
import { ClusterObjects, LiveChanges, LiveClusters, LiveConnection, LiveMetrics } from './live.ts'
import { KubernetesHealth } from './model/health.ts'
import { clustersReadPermission, proxyChangePermission, proxyExecPermission, resourcesReadPermission } from './permissions.ts'

const bodyLimit = 1_000_000
/** The maximum size of what is sent to a cluster, in bytes. */
export const maxProxiedBytes = 10_000_000
const maxRefs = 100

const entityRef = z.string().min(1).max(1000)
const auth = RequestAuth.prefault({})
const Objects = z.object({ items: z.array(ClusterObjects) })

const name = (pattern: RegExp) => z.string().max(253).regex(pattern)
/** A custom resource: its group, version and plural. */
export const CustomResource = z.object({
  group: name(/^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/),
  apiVersion: name(/^v[a-z0-9]+$/),
  plural: name(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/),
})
export type CustomResource = z.output<typeof CustomResource>

const reads = { access: { permission: resourcesReadPermission }, reads: true, bodyLimit } as const
const summary = 'Calls the API of a cluster'
const proxiedRead = { access: 'signed-in', guests: 'refused', raw: true, summary } as const
const proxiedWrite = {
  access: { permission: proxyChangePermission },
  raw: true,
  summary,
  upload: true,
  bodyLimit: maxProxiedBytes,
} as const

export const kubernetesApi = defineContract('kubernetes', {
  getServices: post('/services/:id', {
    ...reads,
    summary: 'The objects of an entity',
    body: z.object({ entity: z.looseObject({}), auth: RequestAuth.exactOptional() }),
    reply: z.union([Objects, z.object({ error: z.string() })]),
  }),
  queryWorkloads: post('/resources/workloads/query', {
    ...reads,
    summary: 'The objects of an entity',
    body: z.object({ entityRef, auth }),
    reply: Objects,
  }),
  queryCustomResources: post('/resources/custom/query', {
    ...reads,
    summary: 'Custom resources of an entity',
    body: z.object({ entityRef, auth, customResources: z.array(CustomResource).min(1).max(100) }),
    reply: Objects,
  }),
  listClusters: get('/clusters', {
    access: { permission: clustersReadPermission },
    summary: 'The clusters',
    reply: z.object({ items: z.array(Cluster) }),
  }),
  followObjects: post('/resources/live', {
    ...reads,
    summary: 'The objects of an entity, cluster by cluster, and then every change',
    body: z.object({ entityRef, auth }),
    // Objects come for each cluster on its own, and again whenever they had to be listed again.
    events: {
      clusters: LiveClusters,
      objects: ClusterObjects,
      changes: LiveChanges,
      metrics: LiveMetrics,
      state: LiveConnection,
      heartbeat: z.object({}),
    },
  }),
  queryHealth: post('/health/query', {
    ...reads,
    summary: 'How entities do',
    body: z.object({ entityRefs: z.array(entityRef).max(maxRefs), auth }),
    reply: z.object({ items: z.array(z.object({ entityRef: z.string(), health: KubernetesHealth, errors: z.int() })) }),
  }),
  // Logs and events need another permission than the rest, which the path decides.
  proxyGet: get('/proxy/*', { ...proxiedRead, streams: true }),
  proxyOptions: options('/proxy/*', { ...proxiedRead }),
  connect: get('/proxy/*', { access: { permission: proxyExecPermission }, tunnel: true }),
  proxyPost: post('/proxy/*', { ...proxiedWrite }),
  proxyPut: put('/proxy/*', { ...proxiedWrite }),
  proxyPatch: patch('/proxy/*', { ...proxiedWrite }),
  proxyDelete: del('/proxy/*', { ...proxiedWrite }),
})

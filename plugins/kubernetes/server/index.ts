import { entityRefOf, type Entity } from '@portico/catalog/common'
import { catalogService } from '@portico/catalog/server'
import { factsService } from '@portico/connectors/server'
import { defineServerPlugin, optional } from '@portico/core/server'
import { kubernetesApi, kubernetesPermissions, namespaceResourceType, type RequestAuth } from '@portico/kubernetes/common'
import { createClusterClient } from './api/cluster-client.ts'
import { createConnections } from './api/connections.ts'
import { createDiscovery } from './api/discovery.ts'
import { createAuth } from './auth/create-auth.ts'
import type { ClusterDetails } from './clusters/cluster.ts'
import { createClusters } from './clusters/clusters.ts'
import { kubernetesSections } from './config.ts'
import { createHealthCache, kubernetesService } from './objects/health.ts'
import { createHealthFacts } from './objects/health-facts.ts'
import { createLive } from './live/create-live.ts'
import { createNamespaceAccess, loadPlaces, namespaceRules } from './clusters/namespace-access.ts'
import { createEntityObjects } from './objects/entity-objects.ts'
import { createConnect } from './proxy/connect.ts'
import { createProxy } from './proxy/forward.ts'
import { kubernetesRoutes } from './routes.ts'

export { kubernetesService, type Kubernetes } from './objects/health.ts'

/** Shows how entities run in Kubernetes, and calls the APIs of clusters for those who may. */
export const kubernetesPlugin = defineServerPlugin({
  id: 'kubernetes',
  config: kubernetesSections,
  uses: { catalog: catalogService, facts: optional(factsService) },
  provides: { kubernetes: kubernetesService },
  permissions: { permissions: kubernetesPermissions, rules: namespaceRules },
  setup(
    { actions, config, onConfig, onStop, log, implement, security: { permissions, audit }, server, telemetry: { meter }, work },
    { catalog, facts },
  ) {
    let section = config.kubernetes
    const current = () => section
    const auth = createAuth({ env: process.env })
    const discovery = createDiscovery()
    const connections = createConnections({ allow: server.readable })
    const clusters = createClusters({ section: current, catalog, googleToken: auth.googleToken, env: process.env, log })
    const duration = meter.createHistogram('portico.kubernetes.request.duration', {
      unit: 's',
      description: 'Time until the API server of a cluster answers',
    })
    const onAnswer = (cluster: string, status: number | 'failed', seconds: number) => duration.record(seconds, { cluster, status })
    const timeoutOf = (cluster: ClusterDetails) => cluster.timeout ?? section.timeout
    const clientOf = (cluster: ClusterDetails, requestAuth: RequestAuth, authorization?: string) =>
      createClusterClient(cluster, requestAuth, { connections, auth, discovery, timeoutMs: timeoutOf(cluster), authorization, onAnswer })
    const access = createNamespaceAccess({ permissions, isOn: () => section.namespacePermissions })
    permissions.loadWith(namespaceResourceType, loadPlaces)
    const objects = createEntityObjects({ section: current, clusters, clientOf, access })
    const live = createLive({ section: current, objects, clientOf, access, log })
    const health = createHealthCache(objects)
    onConfig('kubernetes', changed => {
      section = changed
      for (const each of [clusters, health, live]) each.reset()
    })
    const proxy = createProxy({ clusters, clientOf, access, permissions, audit })
    const connect = createConnect({ proxy, connections, audit, timeoutOf })
    actions.offer(async () => (await import('./agent-actions.ts')).kubernetesActions)
    implement(kubernetesApi, kubernetesRoutes({ catalog, permissions, clusters, objects, health, live, proxy, connect }))
    onStop(() => {
      live.close()
      connections.close()
    })
    const ownCaller = { type: 'service', subject: 'plugin:kubernetes' } as const
    const ownHealthOf = (ref: string, entity: Entity) => health.ask(ref, entity, { caller: ownCaller, auth: {}, key: '' })
    const everyMs = config.kubernetes.facts?.every
    if (facts && everyMs !== undefined)
      work.scheduler.schedule({
        id: 'read-facts',
        description: 'Asks clusters how all entities do, for facts',
        frequency: everyMs,
        timeout: { hours: 1 },
        initialDelay: { seconds: 20 },
        run: createHealthFacts({ catalog, facts, healthOf: ownHealthOf, everyMs, log }),
      })
    return { kubernetes: { healthOf: async entity => (await ownHealthOf(entityRefOf(entity), entity))?.health } }
  },
})

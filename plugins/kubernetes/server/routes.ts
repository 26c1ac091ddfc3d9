import { entityReadPermission, entityRefOf, parseEntityRef, stringifyEntityRef, type Entity } from '@portico/catalog/common'
import type { Catalog } from '@portico/catalog/server'
import { AppError, inputError } from '@portico/core/common'
import { answer, principalName, type Handlers, type Permissions, type Principal } from '@portico/core/server'
import { serverAuthProviders, type kubernetesApi, type RequestAuth } from '@portico/kubernetes/common'
import { hash } from 'node:crypto'
import { attributesOf, type ClusterDetails } from './clusters/cluster.ts'
import type { Clusters } from './clusters/clusters.ts'
import { entityNotVisible, entityUnknown, messageOf } from './errors.ts'
import type { HealthCache } from './objects/health.ts'
import type { createLive } from './live/create-live.ts'
import type { EntityObjects } from './objects/entity-objects.ts'
import type { createConnect } from './proxy/connect.ts'
import type { KubernetesProxy } from './proxy/forward.ts'

interface RouteDependencies {
  readonly catalog: Catalog
  readonly permissions: Permissions
  readonly clusters: Clusters
  readonly objects: EntityObjects
  readonly health: HealthCache
  readonly live: ReturnType<typeof createLive>
  readonly proxy: KubernetesProxy
  readonly connect: ReturnType<typeof createConnect>
}

/** The routes of the wire, and those of our own: live objects and health. */
export function kubernetesRoutes({
  catalog,
  permissions,
  clusters,
  objects,
  health,
  live,
  proxy,
  connect,
}: RouteDependencies): Handlers<typeof kubernetesApi> {
  /** The entities that the caller may see, as the catalog has them now: never what the request says about them. */
  async function visible(caller: Principal, refs: readonly string[]): Promise<(Entity | undefined)[]> {
    const entities = await catalog.getEntities(refs)
    const decisions = await permissions.authorize(
      caller,
      refs.map(resourceRef => ({ permission: entityReadPermission, resourceRef })),
    )
    return entities.map((entity, at) => (decisions[at]?.result === 'ALLOW' ? entity : undefined))
  }

  async function entityOf(caller: Principal, given: string): Promise<Entity> {
    const ref = stringifyEntityRef(parseEntityRef(given))
    const [entity] = await visible(caller, [ref])
    if (!entity) throw entityUnknown(ref)
    return entity
  }

  return {
    async getServices({ body, caller, signal }) {
      const ref = refOf(body.entity)
      const [entity] = await visible(caller, [ref])
      if (!entity) throw entityNotVisible(ref)
      try {
        return { items: await objects.of({ entity, auth: body.auth ?? {}, caller, signal }) }
      } catch (error) {
        if (error instanceof AppError && error.status < 500) throw error
        return answer({ error: messageOf(error) }, { status: 500 })
      }
    },
    async queryWorkloads({ body: { entityRef, auth }, caller, signal }) {
      return { items: await objects.of({ entity: await entityOf(caller, entityRef), auth, caller, signal }) }
    },
    async queryCustomResources({ body: { entityRef, auth, customResources }, caller, signal }) {
      return { items: await objects.of({ entity: await entityOf(caller, entityRef), auth, caller, signal, customResources }) }
    },
    async listClusters() {
      return { items: (await clusters.list()).map(toListed) }
    },
    async followObjects({ body: { entityRef, auth }, caller, signal }) {
      return live.follow({ entity: await entityOf(caller, entityRef), auth, caller, signal })
    },
    async queryHealth({ body: { entityRefs, auth }, caller }) {
      const refs = entityRefs.map(ref => stringifyEntityRef(parseEntityRef(ref)))
      const entities = await visible(caller, refs)
      const key = hash('sha256', JSON.stringify([auth, principalName(caller)]))
      const found = await Promise.all(
        entities.map((entity, at) => entity && health.ask(refs[at]!, entity, { caller, auth: auth as RequestAuth, key })),
      )
      return { items: found.flatMap((each, at) => (each ? [{ entityRef: refs[at]!, ...each }] : [])) }
    },
    proxyGet: proxy.forward,
    proxyOptions: proxy.forward,
    connect,
    proxyPost: proxy.forward,
    proxyPut: proxy.forward,
    proxyPatch: proxy.forward,
    proxyDelete: proxy.forward,
  }
}

function refOf(entity: Readonly<Record<string, unknown>>): string {
  try {
    return entityRefOf(entity as unknown as Entity)
  } catch (error) {
    throw inputError(`The entity of the request has no name: ${messageOf(error)}`, { code: 'kubernetes.invalid-entity' })
  }
}

/** What everybody who may see clusters may know: never a credential. */
function toListed(cluster: ClusterDetails) {
  const { authProvider, oidcTokenProvider, authMetadata } = cluster
  const isOfUser = !serverAuthProviders.some(provider => provider === authProvider)
  return {
    ...attributesOf(cluster),
    authProvider,
    ...(oidcTokenProvider !== undefined && { oidcTokenProvider }),
    // What the browser needs to get a token itself.
    ...(isOfUser && Object.keys(authMetadata).length > 0 && { auth: { ...authMetadata } }),
  }
}

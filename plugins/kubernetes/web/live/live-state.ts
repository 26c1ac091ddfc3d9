import type { StreamEvent } from '@portico/core/common'
import {
  objectKey,
  type ClusterAttributes,
  type FetchError,
  type KubeObject,
  type kubernetesApi,
  type ObjectGroup,
  type PodMetrics,
} from '@portico/kubernetes/common'

export type LiveEvent = StreamEvent<typeof kubernetesApi.followObjects>

/** What is known of one cluster. */
export interface ClusterState {
  readonly cluster: ClusterAttributes
  /** Undefined until it has answered. */
  readonly groups?: readonly ObjectGroup[]
  readonly podMetrics: readonly PodMetrics[]
  readonly errors: readonly FetchError[]
  /** Why its changes are not followed now. */
  readonly lost?: string | undefined
}

/** What is known of an entity's clusters, in their order. */
export interface LiveState {
  /** Undefined until the server has said which there are. */
  readonly clusters?: readonly ClusterState[]
}

/** The state after one more event of the stream. What did not change is the same object as before. */
export function applyLive(state: LiveState, { event, data }: LiveEvent): LiveState {
  switch (event) {
    case 'clusters': {
      // After a reconnect the old objects stay until the new ones are there.
      const known = new Map(state.clusters?.map(each => [each.cluster.name, each]))
      return { clusters: data.items.map(cluster => ({ podMetrics: [], errors: [], ...known.get(cluster.name), cluster, lost: undefined })) }
    }
    case 'objects':
      return withCluster(state, data.cluster.name, ({ lost }) => ({
        cluster: data.cluster,
        lost,
        groups: data.resources,
        podMetrics: data.podMetrics,
        errors: data.errors,
      }))
    case 'changes':
      return withCluster(state, data.cluster, known => ({ ...known, groups: withChanges(known.groups ?? [], data.items) }))
    case 'metrics':
      return withCluster(state, data.cluster, known => ({ ...known, podMetrics: data.podMetrics }))
    case 'state':
      return withCluster(state, data.cluster, known => ({ ...known, lost: data.isLive ? undefined : (data.message ?? '') }))
    case 'heartbeat':
      return state
  }
}

function withCluster(state: LiveState, name: string, change: (known: ClusterState) => ClusterState): LiveState {
  return { clusters: (state.clusters ?? []).map(each => (each.cluster.name === name ? change(each) : each)) }
}

interface Change {
  readonly type: string
  readonly isDeleted: boolean
  readonly object: KubeObject
}

/** Kinds of several CRDs have a group each, all of one type: a change belongs to the group of its own kind. */
function withChanges(groups: readonly ObjectGroup[], changes: readonly Change[]): ObjectGroup[] {
  const changed = new Map<string, Change[]>()
  for (const change of changes) {
    const key = groupKey(change.type, change.object)
    changed.set(key, [...(changed.get(key) ?? []), change])
  }
  const known = new Set(groups.map(({ type, resources }) => groupKey(type, resources[0])))
  const added = [...changed]
    .filter(([key]) => !known.has(key))
    .map(([, [first]]) => ({ type: first!.type, resources: [], key: groupKey(first!.type, first!.object) }))
  return [...groups.map(group => ({ ...group, key: groupKey(group.type, group.resources[0]) })), ...added]
    .map(({ key, type, resources }) => {
      const own = changed.get(key)
      return { type, resources: own ? applied(resources, own) : resources }
    })
    .filter(({ resources }) => resources.length > 0)
}

function applied(resources: readonly KubeObject[], changes: readonly Change[]): KubeObject[] {
  const objects = new Map(resources.map(object => [objectKey(object), object]))
  for (const { isDeleted, object } of changes) {
    if (isDeleted) objects.delete(objectKey(object))
    else objects.set(objectKey(object), object)
  }
  return [...objects.values()]
}

function groupKey(type: string, object: KubeObject | undefined): string {
  return type === 'customresources' ? `${type} ${object?.kind ?? ''}` : type
}

import type { FetchError, KubeObject, ObjectSelection, PodMetrics, ResourceType } from '@portico/kubernetes/common'
import type { ClusterClient } from '../api/cluster-client.ts'
import { listObjects, type ListedObjects } from '../api/list-objects.ts'
import { fetchUsage, toPodMetrics } from './metrics.ts'

export interface FetchedObjects {
  readonly types: readonly ListedObjects[]
  readonly podMetrics: readonly PodMetrics[]
  readonly errors: readonly FetchError[]
}

export interface FetchRequest {
  readonly types: readonly ResourceType[]
  readonly selection: ObjectSelection
  readonly withMetrics: boolean
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
}

/** Everything of one cluster at once. What fails is an error beside the rest. */
export async function fetchObjects(client: ClusterClient, request: FetchRequest): Promise<FetchedObjects> {
  const { types, selection, withMetrics, timeoutMs } = request
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = request.signal ? AbortSignal.any([request.signal, timeout]) : timeout
  const [lists, usage] = await Promise.all([
    Promise.all(types.map(type => listObjects(client, { type, ...selection, signal }))),
    withMetrics ? fetchUsage(client, { ...selection, signal }) : [],
  ])
  const errors = new Map<string, FetchError>()
  const found: ListedObjects[] = []
  for (const result of lists) {
    // A cluster that cannot be reached fails for each type alike: that is one error.
    if (result.error) errors.set(JSON.stringify(result.error), result.error)
    else found.push(result)
  }
  const pods = found.find(({ type }) => type.objectType === 'pods')?.items ?? []
  return { types: found, podMetrics: toPodMetrics(pods, usage), errors: [...errors.values()] }
}

/** As the wire groups them: custom resources of all kinds are one group each. */
export function toGroups(types: readonly ListedObjects[]): { type: string; resources: KubeObject[] }[] {
  return types.filter(({ items }) => items.length > 0).map(({ type, items }) => ({ type: type.objectType, resources: [...items] }))
}

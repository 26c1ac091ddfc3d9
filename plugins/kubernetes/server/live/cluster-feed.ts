import type { Logger } from '@portico/core/server'
import {
  objectKey,
  type FetchError,
  type KubeObject,
  type ObjectChange,
  type ObjectSelection,
  type PodMetrics,
  type ResourceType,
} from '@portico/kubernetes/common'
import type { ClusterClient } from '../api/cluster-client.ts'
import type { ListedObjects } from '../api/list-objects.ts'
import { toWords } from '../errors.ts'
import { fetchUsage, toPodMetrics } from '../objects/metrics.ts'
import { toSentObject } from '../objects/sent-object.ts'
import { followKind, type LostWatch } from './follow-kind.ts'

/** What a cluster holds of an entity, as of now. */
export interface FeedSnapshot {
  readonly groups: { type: string; resources: KubeObject[] }[]
  readonly podMetrics: readonly PodMetrics[]
  readonly errors: readonly FetchError[]
}

/** Whether changes are followed, and if not, why. */
interface FeedState {
  readonly isLive: boolean
  readonly message?: string
  readonly isUnauthorized?: boolean
}

export type FeedEvent =
  | { readonly event: 'objects'; readonly snapshot: FeedSnapshot }
  | { readonly event: 'changes'; readonly items: readonly ObjectChange[] }
  | { readonly event: 'metrics'; readonly podMetrics: readonly PodMetrics[] }
  | ({ readonly event: 'state' } & FeedState)

interface FeedOptions {
  readonly client: ClusterClient
  readonly types: readonly ResourceType[]
  readonly selection: ObjectSelection
  readonly withMetrics: boolean
  readonly timeoutMs: number
  readonly log: Logger
  /** How long it waits before it lists a kind again that could not be listed; doubled each time. */
  readonly retryMs?: number
}

/** What is known of one kind. */
interface Kind {
  readonly objectType: string
  /** Undefined while it has not been listed. */
  items?: Map<string, KubeObject> | undefined
  error?: FetchError | undefined
  lost?: LostWatch | undefined
}

const batchMs = 150
const metricsEveryMs = 30_000
const firstRetryMs = 5000

/** Lists the objects of an entity in one cluster, and follows every kind by a watch, for any number of listeners. */
export function createClusterFeed({ client, types, selection, withMetrics, timeoutMs, log, retryMs = firstRetryMs }: FeedOptions) {
  const closing = new AbortController()
  const { signal } = closing
  const listeners = new Set<(event: FeedEvent) => void>()
  const kinds: readonly Kind[] = types.map(({ objectType }) => ({ objectType }))
  let podMetrics: readonly PodMetrics[] = []
  let pending: ObjectChange[] = []
  let isListedAgain = false
  let isReady = false
  let told: FeedState = { isLive: true }
  let batch: NodeJS.Timeout | undefined
  let measuring: NodeJS.Timeout | undefined

  const emit = (event: FeedEvent) => listeners.forEach(listener => listener(event))

  function snapshot(): FeedSnapshot {
    const groups = kinds.flatMap(({ objectType, items }) => (items?.size ? [{ type: objectType, resources: [...items.values()] }] : []))
    // A cluster that cannot be reached fails for each kind alike: that is one error.
    const errors = new Map(kinds.flatMap(({ error }) => (error ? [[JSON.stringify(error), error]] : [])))
    return { groups, podMetrics, errors: [...errors.values()] }
  }

  function later(): void {
    batch ??= setTimeout(flush, batchMs).unref()
  }

  /** What has changed since the last time, as one event. */
  function flush(): void {
    batch = undefined
    const items = pending
    pending = []
    if (isListedAgain) emit({ event: 'objects', snapshot: snapshot() })
    else if (items.length > 0) emit({ event: 'changes', items })
    isListedAgain = false
  }

  /** Readers are told when it turns out otherwise than they know. */
  function tellState(): void {
    const lost = kinds.flatMap(kind => kind.lost ?? [])
    const worst = lost.find(({ isUnauthorized }) => isUnauthorized) ?? lost[0]
    const state: FeedState = worst
      ? { isLive: false, message: worst.message, ...(worst.isUnauthorized && { isUnauthorized: true }) }
      : { isLive: true }
    const isNews = state.isLive !== told.isLive || state.isUnauthorized !== told.isUnauthorized
    told = state
    if (isNews) emit({ event: 'state', ...state })
  }

  function listed(kind: Kind, found: ListedObjects): void {
    kind.items = new Map(found.items.map(item => [objectKey(item), item]))
    kind.error = undefined
    // A list without a version cannot be followed: it is read again and again.
    if (found.resourceVersion === undefined) setLost(kind, undefined)
    changedAsWhole()
  }

  /** What was known stays if the cluster does not answer. If it answers that there is no such kind, or none for us, it does not. */
  function failed(kind: Kind, error: FetchError): void {
    if (kind.items && !isAboutKind(error)) kind.lost = { message: toWords(error), isUnauthorized: isStatus(error, 401) }
    else {
      if (JSON.stringify(error) === JSON.stringify(kind.error)) return
      Object.assign(kind, { items: undefined, error, lost: undefined })
      changedAsWhole()
    }
    tellState()
  }

  function changedAsWhole(): void {
    // The first time, readers take it themselves when it is ready.
    if (!isReady) return
    isListedAgain = true
    later()
  }

  function changed(kind: Kind, object: KubeObject, isDeleted: boolean): void {
    const sent = toSentObject(object, { type: kind.objectType })
    if (isDeleted) kind.items?.delete(objectKey(sent))
    else kind.items?.set(objectKey(sent), sent)
    pending.push({ type: kind.objectType, isDeleted, object: sent })
    if (isReady) later()
  }

  /** @returns when the kind was listed for the first time, or could not be */
  function start(type: ResourceType, kind: Kind): Promise<void> {
    return new Promise((resolve, reject) => {
      const listener = {
        onListed: (found: ListedObjects) => resolve(listed(kind, found)),
        onFailed: (error: FetchError) => resolve(failed(kind, error)),
        onChange: (object: KubeObject, isDeleted: boolean) => changed(kind, object, isDeleted),
        onFollowed: () => setLost(kind, undefined),
        onLost: (lost: LostWatch) => setLost(kind, lost),
      }
      followKind({ client, type, selection, timeoutMs, signal, retryMs, listener }).then(
        () => reject(signal.reason as Error),
        (error: unknown) => {
          reject(error as Error)
          if (!signal.aborted) log.error({ error, cluster: client.cluster.name, kind: type.plural }, 'a kind is not followed any more')
        },
      )
    })
  }

  function setLost(kind: Kind, lost: LostWatch | undefined): void {
    kind.lost = lost
    tellState()
  }

  async function measure(): Promise<void> {
    const usage = await fetchUsage(client, { ...selection, signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) })
    await listing
    const pods = kinds.find(({ objectType }) => objectType === 'pods')?.items
    podMetrics = toPodMetrics([...(pods?.values() ?? [])], usage)
    if (isReady && !signal.aborted) emit({ event: 'metrics', podMetrics })
  }

  function measureAgain(): void {
    if (signal.aborted) return
    measuring = setTimeout(() => void measure().finally(measureAgain), metricsEveryMs).unref()
  }

  const listing = Promise.all(types.map((type, at) => start(type, kinds[at]!)))
  const ready = Promise.all([listing, withMetrics ? measure() : undefined]).then(() => {
    isReady = true
    pending = []
    if (withMetrics) measureAgain()
  })
  ready.catch(() => undefined)

  return {
    /** Settles when everything was listed for the first time. */
    ready,
    snapshot,
    state: () => told,
    subscribe(listener: (event: FeedEvent) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    get listenerCount() {
      return listeners.size
    },
    close() {
      closing.abort()
      clearTimeout(batch)
      clearTimeout(measuring)
    },
  }
}

export type ClusterFeed = ReturnType<typeof createClusterFeed>

function isStatus(error: FetchError, status: number): boolean {
  return 'statusCode' in error && error.statusCode === status
}

/** The API server has answered, and what it says is about this kind alone. */
function isAboutKind(error: FetchError): boolean {
  return [400, 403, 404, 405].some(status => isStatus(error, status))
}

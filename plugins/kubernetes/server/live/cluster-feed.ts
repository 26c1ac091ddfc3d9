import type { Logger } from '@portico/core/server'
import {
  objectKey,
  type FetchError,
  type KubeObject,
  type ObjectChange,
  type ObjectSelection,
  type PodMetrics,
} from '@portico/kubernetes/common'
import { setTimeout as delay } from 'node:timers/promises'
import type { ClusterClient } from '../api/cluster-client.ts'
import { isUnauthorized, messageOf } from '../errors.ts'
import type { FetchedObjects, FetchedType } from '../objects/fetch-objects.ts'
import { fetchUsage, toPodMetrics } from '../objects/metrics.ts'
import { toSentObject } from '../objects/sent-object.ts'
import { watchObjects } from './watch-objects.ts'

/** What a cluster holds of an entity, as of now. */
export interface FeedSnapshot {
  readonly groups: { type: string; resources: KubeObject[] }[]
  readonly podMetrics: readonly PodMetrics[]
  readonly errors: readonly FetchError[]
}

export type FeedEvent =
  | { readonly event: 'objects'; readonly snapshot: FeedSnapshot }
  | { readonly event: 'changes'; readonly items: readonly ObjectChange[] }
  | { readonly event: 'metrics'; readonly podMetrics: readonly PodMetrics[] }
  | { readonly event: 'state'; readonly isLive: boolean; readonly message?: string; readonly isUnauthorized?: boolean }

interface FeedOptions {
  readonly client: ClusterClient
  readonly selection: ObjectSelection
  readonly withMetrics: boolean
  readonly fetch: (signal: AbortSignal) => Promise<FetchedObjects>
  readonly timeoutMs: number
  readonly log: Logger
  /** How long it waits before it asks a cluster again that could not be read at all; doubled each time. */
  readonly retryMs?: number
}

interface WatchedType {
  readonly fetched: FetchedType
  readonly items: Map<string, KubeObject>
}

const batchMs = 150
const metricsEveryMs = 30_000
/** What is not watched because there was none of it is looked for again. */
const listEveryMs = 5 * 60_000
/** A cluster that could not be read at all is asked again sooner. */
const firstRetryMs = 5000
const maxBackoffMs = 30_000
/** Watched also where there is none yet: they come first. */
const always = new Set(['pods', 'deployments'])

/** Lists the objects of an entity in one cluster, and then follows them by watches, for any number of listeners. */
export function createClusterFeed({ client, selection, withMetrics, fetch, timeoutMs, log, retryMs = firstRetryMs }: FeedOptions) {
  const closing = new AbortController()
  const listeners = new Set<(event: FeedEvent) => void>()
  let round = new AbortController()
  let watched = new Map<string, WatchedType>()
  let podMetrics: readonly PodMetrics[] = []
  let errors: readonly FetchError[] = []
  let pending: ObjectChange[] = []
  const failing = new Set<WatchedType>()
  let isTokenRefused = false
  let isReady = false
  /** How often in a row the cluster could not be read at all. */
  let failures = 0
  const timers = new Set<NodeJS.Timeout>()

  const emit = (event: FeedEvent) => listeners.forEach(listener => listener(event))

  function snapshot(): FeedSnapshot {
    const groups = [...watched.values()]
      .filter(({ items }) => items.size > 0)
      .map(({ fetched, items }) => ({ type: fetched.type.objectType, resources: [...items.values()] }))
    return { groups, podMetrics, errors }
  }

  /** Lists everything, and begins to follow it. */
  async function list(): Promise<void> {
    round.abort()
    round = new AbortController()
    const { signal } = round
    const found = await fetch(AbortSignal.any([signal, closing.signal])).catch((error: unknown) => {
      // Another list has begun meanwhile.
      if (!signal.aborted || closing.signal.aborted) throw error
    })
    if (!found || signal.aborted) return
    if (found.types.length === 0 && found.errors.length > 0) return unreadable(found.errors)
    watched = new Map(
      found.types.map(fetched => [typeKey(fetched), { fetched, items: new Map(fetched.items.map(item => [objectKey(item), item])) }]),
    )
    podMetrics = found.podMetrics
    errors = found.errors
    pending = []
    if (failing.size > 0 || failures > 0) connected()
    failing.clear()
    failures = 0
    // The first time, readers take it themselves when it is ready.
    if (isReady) emit({ event: 'objects', snapshot: snapshot() })
    isReady = true
    for (const type of watched.values())
      if (type.fetched.resourceVersion !== undefined && (type.items.size > 0 || always.has(type.fetched.type.objectType)))
        void follow(type, signal)
  }

  /** Nothing could be read. What is known stays, and the cluster is asked again soon. */
  function unreadable(found: readonly FetchError[]): void {
    if (watched.size === 0) errors = found
    else if (failures === 0) disconnected(toWords(found[0]!), found.some(hasUnauthorized))
    if (isReady && watched.size === 0) emit({ event: 'objects', snapshot: snapshot() })
    isReady = true
    later(() => void relist(), Math.min(retryMs * 2 ** failures, maxBackoffMs))
    failures += 1
  }

  const relist = () =>
    list().catch((error: unknown) => {
      if (!closing.signal.aborted) log.warn({ error, cluster: client.cluster.name }, 'objects could not be listed again')
    })

  /** Keeps one watch open. A version that is too old makes everything be listed again. */
  async function follow(type: WatchedType, signal: AbortSignal): Promise<void> {
    let resourceVersion = type.fetched.resourceVersion ?? ''
    let attempts = 0
    while (!signal.aborted && !closing.signal.aborted) {
      try {
        const both = AbortSignal.any([signal, closing.signal])
        for await (const event of watchObjects(client, { type: type.fetched.type, selection, resourceVersion, signal: both })) {
          if (event.type === 'GONE') return void relist()
          attempts = 0
          recovered(type)
          resourceVersion = event.object.metadata?.resourceVersion ?? resourceVersion
          if (event.type !== 'BOOKMARK') apply(type, event.object, event.type === 'DELETED')
        }
      } catch (error) {
        if (signal.aborted || closing.signal.aborted) return
        lost(type, error)
        attempts += 1
      }
      // Also after a watch that ended well: a server that ends each at once is not asked without a pause.
      await delay(Math.min(250 * 2 ** attempts, maxBackoffMs), undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
    }
  }

  function disconnected(message: string, isRefused: boolean): void {
    isTokenRefused = isRefused
    emit({ event: 'state', isLive: false, message, ...(isRefused && { isUnauthorized: true }) })
  }

  function connected(): void {
    isTokenRefused = false
    emit({ event: 'state', isLive: true })
  }

  /** Told once, and again when it turns out to be the token: the connection breaks first, and the next one is refused. */
  function lost(type: WatchedType, error: unknown): void {
    const isFirst = failing.size === 0
    failing.add(type)
    const isRefused = isUnauthorized(error)
    if (isFirst || (isRefused && !isTokenRefused)) disconnected(messageOf(error), isRefused)
  }

  function recovered(type: WatchedType): void {
    if (failing.delete(type) && failing.size === 0) connected()
  }

  function apply(type: WatchedType, object: KubeObject, isDeleted: boolean): void {
    const sent = toSentObject(object, { type: type.fetched.type.objectType })
    if (isDeleted) type.items.delete(objectKey(sent))
    else type.items.set(objectKey(sent), sent)
    pending.push({ type: type.fetched.type.objectType, isDeleted, object: sent })
    if (pending.length === 1) later(flush, batchMs)
  }

  function flush(): void {
    const items = pending
    pending = []
    if (items.length > 0) emit({ event: 'changes', items })
  }

  async function measure(): Promise<void> {
    const pods = [...watched.values()].find(({ fetched }) => fetched.type.objectType === 'pods')?.items
    if (!pods || pods.size === 0) return
    const usage = await fetchUsage(client, { ...selection, signal: AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs)]) })
    podMetrics = toPodMetrics([...pods.values()], usage)
    emit({ event: 'metrics', podMetrics })
  }

  function later(run: () => void, ms: number): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      run()
    }, ms).unref()
    timers.add(timer)
  }

  function every(run: () => Promise<void>, ms: number): void {
    later(() => {
      void run().finally(() => !closing.signal.aborted && every(run, ms))
    }, ms)
  }

  const ready = list()
  ready.catch(() => undefined)
  every(relist, listEveryMs)
  if (withMetrics) every(measure, metricsEveryMs)

  return {
    /** Settles when everything was listed for the first time. */
    ready,
    snapshot,
    subscribe(listener: (event: FeedEvent) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    get listenerCount() {
      return listeners.size
    },
    close() {
      closing.abort()
      round.abort()
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

export type ClusterFeed = ReturnType<typeof createClusterFeed>

function hasUnauthorized(error: FetchError): boolean {
  return 'statusCode' in error && error.statusCode === 401
}

function toWords(error: FetchError): string {
  return 'message' in error ? error.message : `the API server answered with status ${error.statusCode}`
}

function typeKey({ type }: FetchedType): string {
  return `${type.group}/${type.plural}`
}

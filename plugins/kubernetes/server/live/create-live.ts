import type { Entity } from '@portico/catalog/common'
import type { StreamEvent } from '@portico/core/common'
import type { Logger, Principal } from '@portico/core/server'
import { selectionOf, type kubernetesApi, type RequestAuth } from '@portico/kubernetes/common'
import { hash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { ClusterClient } from '../api/cluster-client.ts'
import { attributesOf, type ClusterDetails } from '../clusters/cluster.ts'
import type { KubernetesSection } from '../config.ts'
import { messageOf } from '../errors.ts'
import type { NamespaceAccess } from '../clusters/namespace-access.ts'
import type { EntityObjects } from '../objects/entity-objects.ts'
import { wantedTypes } from '../objects/wanted-kinds.ts'
import { createClusterFeed, type ClusterFeed, type FeedEvent } from './cluster-feed.ts'
import { createEventQueue, type EventQueue } from './event-queue.ts'

export type LiveEvent = StreamEvent<typeof kubernetesApi.followObjects>

interface LiveDependencies {
  readonly section: () => KubernetesSection
  readonly objects: EntityObjects
  readonly clientOf: (cluster: ClusterDetails, auth: RequestAuth) => ClusterClient
  readonly access: NamespaceAccess
  readonly log: Logger
}

export interface LiveRequest {
  readonly entity: Entity
  readonly auth: RequestAuth
  readonly caller: Principal
  readonly signal: AbortSignal
}

const heartbeatMs = 20_000
/** How many clusters are asked at once before one has answered, and how long the next one waits for that. */
const maxStarting = 4
const maxStartWaitMs = 50
/** A feed outlives its last reader by this much: a page that is reloaded finds it still there. */
const lingerMs = 15_000

/** The objects of entities as they change. Readers of the same objects share the watches. */
export function createLive({ section, objects, clientOf, access, log }: LiveDependencies) {
  const feeds = new Map<string, ClusterFeed>()
  const readers = new Set<() => Promise<void>>()

  function closeFeeds(): void {
    for (const feed of feeds.values()) feed.close()
    feeds.clear()
  }

  function feedOf(cluster: ClusterDetails, { entity, auth }: LiveRequest): { readonly key: string; readonly feed: ClusterFeed } {
    const selection = selectionOf(entity)
    // Objects that one user's token has read are for readers with the same token.
    const key = hash('sha256', JSON.stringify([cluster.name, cluster.url, selection, tokensOf(cluster, auth)]))
    let feed = feeds.get(key)
    if (!feed) {
      const client = clientOf(cluster, auth)
      const withMetrics = !cluster.skipMetricsLookup
      const timeoutMs = cluster.timeout ?? section().timeout
      const types = wantedTypes(cluster, section())
      feeds.set(key, (feed = createClusterFeed({ client, types, selection, withMetrics, timeoutMs, log })))
    }
    return { key, feed }
  }

  function release(key: string, feed: ClusterFeed): void {
    if (feed.listenerCount > 0) return
    setTimeout(() => {
      if (feed.listenerCount > 0 || feeds.get(key) !== feed) return
      feeds.delete(key)
      feed.close()
    }, lingerMs).unref()
  }

  /** What one reader gets of an event: only what is in namespaces that it may see. */
  async function toLive(cluster: ClusterDetails, caller: Principal, event: FeedEvent): Promise<LiveEvent> {
    const { name } = cluster
    switch (event.event) {
      case 'objects': {
        const { groups, podMetrics, errors } = event.snapshot
        const visible = await access.filter(caller, name, groups)
        const metrics = podMetrics.filter(({ pod }) => visible.sees(pod))
        return {
          event: 'objects',
          data: { cluster: attributesOf(cluster), resources: visible.groups, podMetrics: metrics, errors: [...errors] },
        }
      }
      case 'changes': {
        const items = [...event.items]
        const { sees } = await access.filter(caller, name, [{ type: '', resources: items.map(({ object }) => object) }])
        return { event: 'changes', data: { cluster: name, items: items.filter(({ object }) => sees(object)) } }
      }
      case 'metrics': {
        const { sees } = await access.filter(caller, name, [{ type: '', resources: event.podMetrics.map(({ pod }) => pod) }])
        return { event: 'metrics', data: { cluster: name, podMetrics: event.podMetrics.filter(({ pod }) => sees(pod)) } }
      }
      case 'state': {
        const { event: _event, ...state } = event
        return { event: 'state', data: { cluster: name, ...state } }
      }
    }
  }

  /** Begins to send what the clusters of a reader hold. @returns what ends that */
  function begin(clusters: readonly ClusterDetails[], request: LiveRequest, queue: EventQueue<LiveEvent>): () => void {
    const over = new AbortController()
    const ends: (() => void)[] = []
    const add = (event: LiveEvent) => void (over.signal.aborted || queue.add(event))
    const start = (cluster: ClusterDetails): Promise<unknown> => {
      const { key, feed } = feedOf(cluster, request)
      const send = (event: FeedEvent) => void toLive(cluster, request.caller, event).then(add, queue.fail)
      ends.push(feed.subscribe(send), () => release(key, feed))
      return feed.ready.then(
        () => {
          send({ event: 'objects', snapshot: feed.snapshot() })
          // Others may know already that it was lost.
          if (!feed.state().isLive) send({ event: 'state', ...feed.state() })
        },
        (error: unknown) => send(failed(error)),
      )
    }
    add({ event: 'clusters', data: { items: clusters.map(attributesOf) } })
    startInTurn(clusters, start, over.signal).catch(queue.fail)
    return () => {
      over.abort()
      for (const end of ends) end()
    }
  }

  return {
    async *follow(request: LiveRequest): AsyncGenerator<LiveEvent> {
      const queue = createEventQueue<LiveEvent>(request.signal)
      let end = () => {}
      let starts = 0
      const restart = async () => {
        end()
        const own = ++starts
        const clusters = await objects.placesOf(request.entity)
        // The config may have changed once more, or the reader be gone.
        if (own === starts && readers.has(restart)) end = begin(clusters, request, queue)
      }
      const heartbeat = setInterval(() => queue.add({ event: 'heartbeat', data: {} }), heartbeatMs).unref()
      readers.add(restart)
      try {
        await restart()
        yield* queue.events()
      } finally {
        readers.delete(restart)
        clearInterval(heartbeat)
        end()
      }
    },
    /** Clusters, credentials or kinds have changed: what was read by the old ones is not read any more, and every reader begins again. */
    reset() {
      closeFeeds()
      for (const restart of readers) restart().catch((error: unknown) => log.error({ error }, 'clusters could not be followed again'))
    },
    close: closeFeeds,
  }
}

/** A few at a time, so that the first rows are there early. One that does not answer holds the next back for a moment only. */
async function startInTurn(
  clusters: readonly ClusterDetails[],
  start: (cluster: ClusterDetails) => Promise<unknown>,
  signal: AbortSignal,
): Promise<void> {
  const open = new Set<Promise<unknown>>()
  for (const cluster of clusters) {
    if (signal.aborted) return
    const started: Promise<unknown> = start(cluster).finally(() => open.delete(started))
    open.add(started)
    if (open.size >= maxStarting) await Promise.race([...open, delay(maxStartWaitMs, undefined, { ref: false })])
  }
}

function failed(error: unknown): FeedEvent {
  return { event: 'objects', snapshot: { groups: [], podMetrics: [], errors: [{ errorType: 'FETCH_ERROR', message: messageOf(error) }] } }
}

function tokensOf({ authProvider, oidcTokenProvider }: ClusterDetails, auth: RequestAuth): unknown {
  if (authProvider === 'oidc') return auth.oidc?.[oidcTokenProvider ?? '']
  return authProvider === 'google' || authProvider === 'aks' ? auth[authProvider] : undefined
}

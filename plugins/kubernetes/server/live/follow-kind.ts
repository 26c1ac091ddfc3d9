import type { FetchError, KubeObject, ObjectSelection, ResourceType } from '@portico/kubernetes/common'
import { setTimeout as delay } from 'node:timers/promises'
import type { ClusterClient } from '../api/cluster-client.ts'
import { listObjects, type ListedObjects } from '../api/list-objects.ts'
import { isKindRefused, isUnauthorized, messageOf } from '../errors.ts'
import { watchObjects } from './watch-objects.ts'

/** Why the changes of a kind are not followed now. */
export interface LostWatch {
  readonly message: string
  readonly isUnauthorized: boolean
}

interface KindListener {
  readonly onListed: (listed: ListedObjects) => void
  /** It could not be listed. */
  readonly onFailed: (error: FetchError) => void
  readonly onChange: (object: KubeObject, isDeleted: boolean) => void
  /** The server has begun to answer the watch. */
  readonly onFollowed: () => void
  readonly onLost: (lost: LostWatch) => void
}

interface KindRequest {
  readonly client: ClusterClient
  readonly type: ResourceType
  readonly selection: ObjectSelection
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** How long it waits before it lists again what could not be listed; doubled each time. */
  readonly retryMs: number
  readonly listener: KindListener
}

const watchRetryMs = 250
const maxBackoffMs = 30_000
/** A watch that ends sooner, and told nothing, is one that the server does not keep. */
const shortWatchMs = 5000

/** Lists the objects of one kind and follows their changes, until the signal. What fails is tried again, less and less often. */
export async function followKind({ client, type, selection, timeoutMs, signal, retryMs, listener }: KindRequest): Promise<void> {
  let attempts = 0
  const pause = async (firstMs: number) => {
    await delay(Math.min(firstMs * 2 ** attempts, maxBackoffMs), undefined, { signal, ref: false }).catch(() => undefined)
    attempts += 1
  }

  /** Keeps a watch open from the version of a list, until the kind has to be listed again. */
  async function follow({ type: served, resourceVersion: from }: ListedObjects): Promise<void> {
    for (let resourceVersion = from; resourceVersion !== undefined && !signal.aborted; await pause(watchRetryMs)) {
      const start = performance.now()
      let isOpen = false
      const onOpen = () => {
        isOpen = true
        listener.onFollowed()
      }
      try {
        for await (const event of watchObjects(client, { type: served, selection, resourceVersion, signal, onOpen })) {
          if (event.type === 'GONE') return
          attempts = 0
          resourceVersion = event.object.metadata?.resourceVersion ?? resourceVersion
          if (event.type !== 'BOOKMARK') listener.onChange(event.object, event.type === 'DELETED')
        }
      } catch (error) {
        if (signal.aborted) return
        // A connection that was cut is opened again at once: it is lost if that fails.
        if (!isOpen) listener.onLost({ message: messageOf(error), isUnauthorized: isUnauthorized(error) })
        if (isKindRefused(error)) return
      }
      if (isOpen && performance.now() - start > shortWatchMs) attempts = 0
    }
  }

  for (let hasFailed = false; !signal.aborted;) {
    const found = await listObjects(client, { type, ...selection, signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) })
    if (signal.aborted) return
    if (found.error) listener.onFailed(found.error)
    else {
      if (hasFailed) attempts = 0
      listener.onListed(found)
      await follow(found)
    }
    hasFailed = found.error !== undefined
    await pause(found.error || found.resourceVersion === undefined ? retryMs : watchRetryMs)
  }
}

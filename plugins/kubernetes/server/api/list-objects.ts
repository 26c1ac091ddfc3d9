import { textOf } from '@portico/core/common'
import { listOf, listPath, type FetchError, type Fields, type KubeObject, type ResourceType } from '@portico/kubernetes/common'
import { messageOf, tooManyObjects } from '../errors.ts'
import { toSentObject } from '../objects/sent-object.ts'
import type { ClusterClient } from './cluster-client.ts'

export interface ListRequest {
  readonly type: ResourceType
  readonly namespace?: string | undefined
  readonly labelSelector: string
  readonly signal?: AbortSignal | undefined
}

/** The objects of one type, and the version of the list from which changes can be followed. */
export interface ListedObjects {
  readonly type: ResourceType
  readonly items: readonly KubeObject[]
  readonly resourceVersion: string | undefined
  readonly error?: undefined
}

export type ListResult = ListedObjects | { readonly error: FetchError }

const pageSize = 500
const maxObjects = 20_000
const maxMessageLength = 2000

/**
 * All objects of a type that fit a selector, page by page, in the version that the cluster serves. A failure is a value: it costs this list and
 * no other.
 */
export async function listObjects(client: ClusterClient, request: ListRequest): Promise<ListResult> {
  const { discovery } = client
  const known = discovery.known(client, request.type)
  try {
    const found = await readPages(client, { ...request, type: known }, true)
    if (!isNotFound(found)) return found
    // An older cluster serves another version, and what is in no namespace is not found in one.
    const served = await discovery.find(client, request.type, request.signal)
    const isElsewhere = served && listPath(served, request.namespace) !== listPath(known, request.namespace)
    return isElsewhere ? await readPages(client, { ...request, type: served }, true) : found
  } catch (error) {
    if (isCallerGone(request.signal)) throw error
    return { error: { errorType: 'FETCH_ERROR', message: messageOf(error) } }
  }
}

function isNotFound({ error }: ListResult): boolean {
  return error !== undefined && 'statusCode' in error && error.statusCode === 404
}

/** The caller went away; a timeout is a failure of the cluster. */
function isCallerGone(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true && (signal.reason as { name?: string } | undefined)?.name !== 'TimeoutError'
}

async function readPages(client: ClusterClient, request: ListRequest, mayRestart: boolean): Promise<ListResult> {
  const { labelSelector, signal, type } = request
  const path = listPath(type, request.namespace)
  const items: KubeObject[] = []
  let token: string | undefined
  let resourceVersion: string | undefined
  do {
    const query = { labelSelector, limit: String(pageSize), continue: token }
    const { status, body } = await client.json(path, { query, signal })
    // The list grew old while it was read: from the beginning, once.
    if (status === 410 && token !== undefined && mayRestart) return readPages(client, request, false)
    if (status !== 200) return { error: toFetchError(status, `${path}?labelSelector=${encodeURIComponent(labelSelector)}`, body) }
    const kind = typeof body['kind'] === 'string' ? body['kind'].replace(/List$/, '') : undefined
    const apiVersion = typeof body['apiVersion'] === 'string' ? body['apiVersion'] : undefined
    for (const item of listOf<KubeObject>(body['items']))
      items.push(toSentObject(item, { kind, apiVersion, type: type.objectType, plural: type.plural }))
    if (items.length > maxObjects) throw tooManyObjects(path, maxObjects)
    const { continue: next, resourceVersion: version } = (body['metadata'] ?? {}) as { continue?: string; resourceVersion?: string }
    resourceVersion = version
    token = next === token ? undefined : next || undefined
  } while (token !== undefined)
  return { type, items, resourceVersion }
}

const errorTypes: Readonly<Record<number, string>> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED_ERROR',
  404: 'NOT_FOUND',
  500: 'SYSTEM_ERROR',
}

function toFetchError(statusCode: number, resourcePath: string, body: Fields): FetchError {
  const message = textOf(body['message'])
  return {
    errorType: errorTypes[statusCode] ?? 'UNKNOWN_ERROR',
    statusCode,
    resourcePath,
    ...(message !== undefined && { message: message.slice(0, maxMessageLength) }),
  }
}

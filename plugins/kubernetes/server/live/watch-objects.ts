import { listPath, type KubeObject, type ObjectSelection, type ResourceType } from '@portico/kubernetes/common'
import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import type { ClusterClient } from '../api/cluster-client.ts'
import { clusterFailed, watchRefused } from '../errors.ts'

export interface WatchRequest {
  readonly type: ResourceType
  readonly selection: ObjectSelection
  readonly resourceVersion: string
  readonly signal: AbortSignal
  /** Told when the server has begun to answer: a watch may be silent for long. */
  readonly onOpen?: () => void
}

/** One line of a watch. `GONE`: what was asked for is too old, everything must be listed again. */
export interface WatchEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'GONE'
  readonly object: KubeObject
}

// The server ends a watch by itself after this time, and it is opened again.
const timeoutSeconds = 300
const maxLineLength = 16 * 2 ** 20

/** Follows the changes of a list until the server ends it. */
export async function* watchObjects(client: ClusterClient, request: WatchRequest): AsyncGenerator<WatchEvent> {
  const { type, selection, resourceVersion, signal, onOpen } = request
  const answer = await client.follow(listPath(type, selection.namespace), {
    query: {
      watch: 'true',
      allowWatchBookmarks: 'true',
      labelSelector: selection.labelSelector,
      resourceVersion,
      timeoutSeconds: String(timeoutSeconds),
    },
    // An encoder would hold back what is not yet a block.
    headers: { 'accept-encoding': 'identity' },
    signal,
    idleTimeoutMs: (timeoutSeconds + 30) * 1000,
  })
  if (answer.status === 410) {
    answer.body.resume()
    yield { type: 'GONE', object: {} }
    return
  }
  if (answer.status !== 200) throw watchRefused(client.cluster.name, type.plural, answer.status, await client.saidIn(answer))
  onOpen?.()
  try {
    for await (const line of linesOf(answer.body)) {
      const event = toEvent(line, client.cluster.name)
      if (event) yield event
      if (event?.type === 'GONE') return
    }
  } catch (error) {
    throw client.inWords(error, signal)
  }
}

interface Line {
  readonly type?: string
  readonly object?: KubeObject & { readonly code?: number; readonly message?: string }
}

function toEvent(line: string, cluster: string): WatchEvent | undefined {
  const { type, object } = parse(line, cluster)
  if (!object) return undefined
  if (type === 'ERROR') {
    if (object.code === 410) return { type: 'GONE', object }
    throw clusterFailed(object.message ?? 'The watch failed')
  }
  return type === 'ADDED' || type === 'MODIFIED' || type === 'DELETED' || type === 'BOOKMARK' ? { type, object } : undefined
}

function parse(line: string, cluster: string): Line {
  try {
    return (JSON.parse(line) as Line | null) ?? {}
  } catch (cause) {
    throw clusterFailed(`${cluster} sent a change that is not JSON`, { cause })
  }
}

async function* linesOf(body: Readable): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  for await (const chunk of body as AsyncIterable<Buffer>) {
    rest += decoder.write(chunk)
    for (let end = rest.indexOf('\n'); end !== -1; end = rest.indexOf('\n')) {
      const line = rest.slice(0, end)
      rest = rest.slice(end + 1)
      if (line.trim() !== '') yield line
    }
    if (rest.length > maxLineLength) throw clusterFailed(`A watch sent a line of more than ${maxLineLength / 2 ** 20} MB`)
  }
}

import type { KubeObject } from '@portico/kubernetes/common'
import type { ServerResponse } from 'node:http'
import type { ObjectStore, StoredChange } from './object-store.ts'
import { parseFieldSelector, parseLabelSelector } from './selectors.ts'

/** A `Status`, which is how an API server says no. */
export function status(response: ServerResponse, code: number, reason: string, message: string): void {
  const body = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, reason, code }
  response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

type Test = (object: KubeObject) => boolean

function testOf(url: URL, namespace: string | undefined): Test | undefined {
  const labels = parseLabelSelector(url.searchParams.get('labelSelector') ?? '')
  const fields = parseFieldSelector(url.searchParams.get('fieldSelector') ?? '')
  return labels && (object => (namespace === undefined || object.metadata?.namespace === namespace) && labels(object) && fields(object))
}

/** A list, in chunks where a limit is given. A continue token is good until the history is compacted. */
export function answerList(store: ObjectStore, response: ServerResponse, url: URL, resource: string, namespace: string | undefined): void {
  const test = testOf(url, namespace)
  if (!test) return status(response, 400, 'BadRequest', 'unable to parse requirement: found unexpected character')
  const limit = Number(url.searchParams.get('limit') ?? 0)
  const token = url.searchParams.get('continue')
  const [from = 0, version = store.version()] =
    token === null || token === '' ? [] : (JSON.parse(Buffer.from(token, 'base64').toString()) as number[])
  if (store.since(version) === undefined) return status(response, 410, 'Expired', 'The provided continue parameter is too old')
  const all = store.list(resource).filter(test)
  const page = limit > 0 ? all.slice(from, from + limit) : all
  const rest = all.length - from - page.length
  const next = rest > 0 && limit > 0 ? Buffer.from(JSON.stringify([from + page.length, version])).toString('base64') : undefined
  const [group = '', apiVersion] = resource.startsWith('api/') ? ['', 'v1'] : resource.split('/').slice(1, 3)
  const metadata = { resourceVersion: String(version), ...(next !== undefined && { continue: next, remainingItemCount: rest }) }
  // Items of a list carry neither kind nor version; the list itself does.
  const items = page.map(({ kind: _kind, apiVersion: _version, ...object }) => object)
  const body = {
    kind: `${page[0]?.kind ?? 'Object'}List`,
    apiVersion: group === '' ? apiVersion : `${group}/${apiVersion}`,
    metadata,
    items,
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** A watch: what changed since a version, then each change as it happens. As the real one, it answers at once and may then be silent for long. */
export function answerWatch(store: ObjectStore, response: ServerResponse, url: URL, resource: string, namespace: string | undefined): void {
  const test = testOf(url, namespace)
  if (!test) return status(response, 400, 'BadRequest', 'unable to parse requirement: found unexpected character')
  const past = store.since(Number(url.searchParams.get('resourceVersion') ?? store.version()))
  response.writeHead(200, { 'content-type': 'application/json' })
  response.flushHeaders()
  const write = (type: string, object: object) => response.write(`${JSON.stringify({ type, object })}\n`)
  // A version that is too old is told in the stream, as the real server does.
  if (!past) {
    write('ERROR', { kind: 'Status', code: 410, reason: 'Expired', message: 'too old resource version' })
    return void response.end()
  }
  const tell = (change: StoredChange) => {
    const type = change.resource === resource ? typeFor(change, test) : undefined
    if (type !== undefined) write(type, change.object)
  }
  past.forEach(tell)
  response.on('close', store.subscribe(tell))
}

/** For who follows a selection, an object that begins to fit it is added, and one that fits it no longer is deleted. */
function typeFor({ type, object, before }: StoredChange, test: Test): StoredChange['type'] | undefined {
  const fitted = before !== undefined && test(before)
  if (type === 'DELETED' || !test(object)) return fitted ? 'DELETED' : undefined
  return fitted ? 'MODIFIED' : 'ADDED'
}

import type { KubeObject } from '@portico/kubernetes/common'
import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { status } from './list-answers.ts'

/** What a container has written; `add` writes more to those who follow. */
export interface FakeLog {
  text: string
  readonly previous?: string
  readonly more: EventEmitter<{ text: [string] }>
}

/** By `pod/container`. */
export type FakeLogs = Map<string, FakeLog>

export function createLog(text: string, previous?: string): FakeLog {
  return { text, ...(previous !== undefined && { previous }), more: new EventEmitter() }
}

/** The log of a container: of the current or of the previous run, its last lines, followed where that is asked for. */
export function answerLog(logs: FakeLogs, response: ServerResponse, url: URL, pod: KubeObject): void {
  const containers = ((pod.spec?.['containers'] ?? []) as { name: string }[]).map(({ name }) => name)
  const container = url.searchParams.get('container') ?? (containers.length === 1 ? containers[0] : undefined)
  if (container === undefined)
    return status(
      response,
      400,
      'BadRequest',
      `a container name must be specified for pod ${pod.metadata?.name}, choose one of: [${containers.join(' ')}]`,
    )
  const log = logs.get(`${pod.metadata?.name}/${container}`)
  const isPrevious = url.searchParams.get('previous') === 'true'
  const text = isPrevious ? log?.previous : log?.text
  if (text === undefined)
    return status(
      response,
      400,
      'BadRequest',
      `${isPrevious ? 'previous terminated ' : ''}container "${container}" in pod "${pod.metadata?.name}" not found`,
    )
  const tail = Number(url.searchParams.get('tailLines') ?? 0)
  const lines = text.split('\n')
  response.writeHead(200, { 'content-type': 'text/plain' })
  response.write(tail > 0 ? lines.slice(-tail - 1).join('\n') : text)
  if (url.searchParams.get('follow') !== 'true' || isPrevious) return void response.end()
  const follow = (more: string) => void response.write(more)
  log?.more.on('text', follow)
  response.on('close', () => log?.more.off('text', follow))
}

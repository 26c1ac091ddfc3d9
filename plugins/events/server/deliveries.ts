import { inputError } from '@portico/core/common'
import type { Events, Upload } from '@portico/core/server'
import { maxDeliveryBytes } from '@portico/events/common'
import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { LRUCache } from 'lru-cache'
import { deliveryTooLarge, notJsonType, signatureRefused, unknownTopic } from './errors.ts'
import type { Check } from './signatures.ts'

export interface DeliveriesDependencies {
  readonly events: Pick<Events, 'publish'>
  /** As the config is now. */
  readonly settings: () => { readonly checks: ReadonlyMap<string, Check>; readonly topics: readonly string[] }
  /** Called when something was taken. */
  readonly onTaken: (topic: string) => Promise<void>
  /** Called when something was refused that came to a topic of the config. */
  readonly onRefused: (topic: string, error: unknown) => Promise<void>
}

const repeatedMs = 10 * 60_000
const maxDroppedBytes = 100 * 2 ** 20

/** Takes webhooks: checked, parsed, and put on the bus. The same delivery twice is one event. */
export function createDeliveries({ events, settings, onTaken, onRefused }: DeliveriesDependencies) {
  const seen = new LRUCache<string, true>({ max: 10_000, ttl: repeatedMs })

  async function read(topic: string, check: Check | undefined, headers: IncomingHttpHeaders, stream: Upload): Promise<void> {
    const type = headers['content-type']
    if (!/^application\/([\w.-]+\+)?json\b/i.test(type ?? '')) throw notJsonType(type)
    const bytes = await collect(stream)
    if (check && !check({ headers, bytes })) throw signatureRefused(topic)
    const eventPayload = parse(bytes)
    const key = idOf(topic, headers, bytes)
    if (seen.has(key)) return
    await events.publish(topic, { eventPayload, metadata: metadataOf(headers) })
    seen.set(key, true)
    await onTaken(topic)
  }

  return async function take(topic: string, headers: IncomingHttpHeaders, stream: Upload): Promise<void> {
    const { checks, topics } = settings()
    const check = checks.get(topic)
    if (!check && !topics.includes(topic)) throw unknownTopic(topic)
    try {
      await read(topic, check, headers, stream)
    } catch (error) {
      await onRefused(topic, error)
      throw error
    }
  }
}

/** A host that repeats a delivery gives it the id that it had. */
function idOf(topic: string, headers: IncomingHttpHeaders, bytes: Buffer): string {
  const given =
    headers['x-github-delivery'] ?? headers['x-gitea-delivery'] ?? headers['x-gitlab-event-uuid'] ?? headers['x-request-uuid'] ?? ''
  return `${topic} ${String(given)} ${hash('sha256', bytes)}`
}

/** What is too much is read and dropped: a caller that is still sending would not hear the answer, and block its connection. */
async function collect(stream: Upload): Promise<Buffer> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of (stream ?? []) as AsyncIterable<Buffer>) {
    size += piece.length
    if (size <= maxDeliveryBytes) pieces.push(piece)
    else if (size > maxDroppedBytes) break
  }
  if (size > maxDeliveryBytes) throw deliveryTooLarge(maxDeliveryBytes)
  return Buffer.concat(pieces)
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(String(bytes), (_key, value: unknown) => (typeof value === 'string' ? storable(value) : value)) as unknown
  } catch {
    throw inputError('The delivery is not JSON', { code: 'events.not-json' })
  }
}

/** PostgreSQL stores neither NUL nor half of a surrogate pair; a commit message may hold both. */
function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed()
}

/** What is proof stays here. */
const secretHeaders = /^(authorization|cookie|proxy-authorization|x-gitlab-token|x-jenkins-token)$|signature/

function metadataOf(headers: IncomingHttpHeaders): Record<string, string> {
  const plain = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || secretHeaders.test(name) ? [] : [[name, String(value)] as const],
  )
  return Object.fromEntries(plain)
}

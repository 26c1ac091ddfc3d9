import { inputError } from '@portico/core/common'
import { parseOutsideJson, type Events, type Upload } from '@portico/core/server'
import { maxDeliveryBytes, maxDeliveryValues, webhookEvent } from '@portico/events/common'
import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { LRUCache } from 'lru-cache'
import { deliveryTooLarge, notJsonType, signatureRefused, unknownTopic } from '../errors.ts'
import type { DeliveryStore } from './delivery-store.ts'
import type { DeliverySettings } from './settings.ts'
import type { Check } from './signatures.ts'

export interface DeliveriesDependencies {
  readonly events: Pick<Events, 'publish'>
  /** As the config is now. */
  readonly settings: () => DeliverySettings
  readonly store: Pick<DeliveryStore, 'once'>
  /** Called when something was taken. */
  readonly onTaken: (topic: string) => Promise<void>
  /** Called when something was refused that came to a topic of the config. */
  readonly onRefused: (topic: string, error: unknown) => Promise<void>
}

const repeatedMs = 10 * 60_000
const maxDroppedBytes = 100 * 2 ** 20

/** Takes webhooks: checked, parsed, and put on the bus. The same delivery twice is one event. */
export function createDeliveries({ events, settings, store, onTaken, onRefused }: DeliveriesDependencies) {
  const seen = new LRUCache<string, true>({ max: 10_000, ttl: repeatedMs })

  async function read(topic: string, check: Check | undefined, headers: IncomingHttpHeaders, stream: Upload): Promise<void> {
    const type = headers['content-type']
    if (!/^application\/([\w.-]+\+)?json\b/i.test(type ?? '')) throw notJsonType(type)
    const bytes = await collect(stream)
    const proof = check?.({ headers, bytes })
    if (check && proof === undefined) throw signatureRefused(topic)
    const eventPayload = parse(bytes)
    const payload = { eventPayload, metadata: metadataOf(headers) }
    const event = webhookEvent(topic)
    const isNew = proof
      ? await store.once(digestOf(topic, proof, bytes), within => events.publish(event, payload, { within }))
      : await publishOnce(idOf(topic, headers, bytes), () => events.publish(event, payload))
    if (isNew) await onTaken(topic)
  }

  /** Deliveries that anybody can make up are remembered by this server only: they must not fill the database. */
  async function publishOnce(key: string, publish: () => Promise<void>): Promise<boolean> {
    if (seen.has(key)) return false
    await publish()
    seen.set(key, true)
    return true
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

/** Of what is signed: headers are not, so a delivery that somebody has recorded and sends again has the same digest whatever its id. */
function digestOf(topic: string, proof: string, bytes: Buffer): string {
  return hash('sha256', Buffer.concat([Buffer.from(`${topic}\n${proof}\n`), bytes]))
}

/** A host that repeats a delivery gives it the id that it had. */
function idOf(topic: string, headers: IncomingHttpHeaders, bytes: Buffer): string {
  const given =
    headers['x-github-delivery'] ?? headers['x-gitea-delivery'] ?? headers['x-gitlab-event-uuid'] ?? headers['x-request-uuid'] ?? ''
  return `${topic} ${String(given)} ${hash('sha256', bytes)}`
}

/** What is too much is read and dropped: a caller that is still sending would not hear the answer, and block its connection. */
async function collect(stream: Upload): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of (stream ?? []) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= maxDeliveryBytes) chunks.push(chunk)
    else if (size > maxDroppedBytes) break
  }
  if (size > maxDeliveryBytes) throw deliveryTooLarge(maxDeliveryBytes)
  return Buffer.concat(chunks)
}

function parse(bytes: Buffer): unknown {
  const value = parseOutsideJson(String(bytes), { values: maxDeliveryValues })
  if (value === undefined) throw inputError('The delivery is not JSON', { code: 'events.not-json' })
  return value
}

/** What is proof stays here. */
const secretHeaders = /^(authorization|cookie|proxy-authorization|x-gitlab-token|x-jenkins-token)$|signature/

function metadataOf(headers: IncomingHttpHeaders): Record<string, string> {
  const plain = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || secretHeaders.test(name) ? [] : [[name, String(value)] as const],
  )
  return Object.fromEntries(plain)
}

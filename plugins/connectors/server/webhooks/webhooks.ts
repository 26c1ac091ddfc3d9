import { timingSafeEqual, createHmac } from 'node:crypto'
import type { Catalog } from '@portico/catalog/server'
import { entityRefOf } from '@portico/catalog/common'
import type { Connectors } from '../connectors.ts'
import { webhookInvalid, webhookRefused } from '../errors.ts'
import type { Expressions } from '../expressions/expressions.ts'
import { toList } from '../requests/lists.ts'
import type { WorkStore } from '../schedule/work-store.ts'

interface Dependencies {
  readonly connectors: Connectors
  readonly expressions: Pick<Expressions, 'evaluate'>
  readonly catalog: Pick<Catalog, 'query'>
  readonly work: Pick<WorkStore, 'matching' | 'hurry'>
  readonly wake: () => void
}

type Headers = Readonly<Record<string, string | string[] | undefined>>

const maxBytes = 1_000_000
const maxNamed = 100
const maxEntities = 500

/** What tools tell: whoever sends it proves that it knows the secret, and gets told nothing else. */
export function createWebhooks({ connectors, expressions, catalog, work, wake }: Dependencies) {
  return {
    async take(
      name: string,
      targetName: string,
      headers: Headers,
      stream: AsyncIterable<Uint8Array> | undefined,
    ): Promise<{ refreshed: number }> {
      const connector = connectors.find(name)
      const target = connector?.targets.get(targetName)
      const secret = target?.webhookSecret
      const webhook = connector?.document.spec.webhooks[0]
      // Which of them is missing is nobody's business.
      if (!connector || !target || secret === undefined || !webhook) throw webhookRefused()
      const bytes = await readBody(stream)
      const { type, header, prefix } = webhook.verify
      const proof = headers[header.toLowerCase()]
      const expected = type === 'token' ? `${prefix}${secret}` : `${prefix}${createHmac('sha256', secret).update(bytes).digest('hex')}`
      if (typeof proof !== 'string' || !isSame(proof, expected)) throw webhookRefused()
      const body = parse(bytes)
      const scope = {
        body,
        annotation: {},
        facts: {},
        target: { name: target.name, baseUrl: target.baseUrl, webUrl: target.webUrl, values: target.values },
      }
      const [found] = await expressions.evaluate(name, webhook.entities, [scope])
      const values = toList(found)
        .filter(each => typeof each === 'string' || typeof each === 'number')
        .map(String)
        .slice(0, maxNamed)
      if (values.length === 0) return { refreshed: 0 }
      const key = `metadata.annotations.${webhook.key}`.toLowerCase()
      const prefixOf = connector.document.spec.annotations.find(each => each.key === webhook.key)?.prefix
      const named = prefixOf === undefined ? values : values.flatMap(value => [value, `${target.name}${prefixOf}${value}`])
      const { entities } = await catalog.query({ predicate: { key, in: named.map(value => value.toLowerCase()) }, limit: maxEntities })
      const refs = await work.matching(
        name,
        entities.map(entity => entityRefOf(entity).toLowerCase()),
      )
      if (refs.length === 0) return { refreshed: 0 }
      const requests = webhook.refresh.length > 0 ? webhook.refresh : connector.requests.map(request => request.name)
      const refreshed = await work.hurry({ connector: name, entityRefs: refs, requests })
      wake()
      return { refreshed }
    },
  }
}

export type Webhooks = ReturnType<typeof createWebhooks>

async function readBody(stream: AsyncIterable<Uint8Array> | undefined): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream ?? []) {
    size += chunk.length
    if (size > maxBytes) throw webhookInvalid(`A webhook may have ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(String(bytes))
  } catch {
    throw webhookInvalid('The webhook is not JSON')
  }
}

import { maxParts, type apiDocsApi } from '@portico/api-docs/common'
import { entityReadPermission } from '@portico/catalog/common'
import type { CatalogDefinition } from '@portico/catalog/server'
import {
  bytes,
  principalName,
  type Answer,
  type Handlers,
  type Permissions,
  type Principal,
  type RequestMetadata,
} from '@portico/core/server'
import { apiNotFound, stillReading } from '../errors.ts'
import type { DefinitionTexts } from './definition-texts.ts'
import type { Readings } from './readings.ts'
import type { ReadingStore, StoredReading } from './reading-store.ts'

interface Dependencies {
  readonly texts: DefinitionTexts
  readonly readings: Readings
  readonly store: ReadingStore
  readonly permissions: Permissions
}

interface Triplet {
  readonly namespace: string
  readonly kind: string
  readonly name: string
}

interface Wanted {
  readonly caller: Principal
  readonly params: Triplet
  readonly query: { readonly version?: string | undefined }
  readonly request: RequestMetadata
}

type DefinitionRoutes = 'getOutline' | 'getParts' | 'listProblems' | 'getText' | 'listCounts'

/** How long a visitor waits for a definition that nobody has read yet. */
const waitMs = 25_000

/** Routes of a definition: its outline, its parts, its problems and its text. */
export function definitionRoutes({
  texts,
  readings,
  store,
  permissions,
}: Dependencies): Pick<Handlers<typeof apiDocsApi>, DefinitionRoutes> {
  async function readable(caller: Principal, refs: readonly string[]): Promise<string[]> {
    const decisions = await permissions.authorize(
      caller,
      refs.map(resourceRef => ({ permission: entityReadPermission, resourceRef })),
    )
    return refs.filter((_, at) => decisions[at]?.result === 'ALLOW')
  }

  async function definitionFor({
    caller,
    params,
    query,
  }: Wanted): Promise<{ readonly ref: string; readonly definition: CatalogDefinition }> {
    const ref = `${params.kind}:${params.namespace}/${params.name}`.toLowerCase()
    if ((await readable(caller, [ref])).length === 0) throw apiNotFound(ref)
    return { ref, definition: await texts.definitionOf(ref, { version: query.version, caller }) }
  }

  async function readingFor(wanted: Wanted): Promise<{ readonly definition: CatalogDefinition; readonly reading: StoredReading }> {
    const { ref, definition } = await definitionFor(wanted)
    const text = () => texts.textOf(ref, definition)
    const reading = readings.of({ definition, text, reader: principalName(wanted.caller) })
    return { definition, reading: await withinWait(reading, ref) }
  }

  return {
    async getOutline(wanted) {
      const { definition, reading } = await readingFor(wanted)
      const known = JSON.stringify({ id: definition.id, type: definition.type, bytes: definition.bytes }).slice(0, -1)
      return answer(wanted.request, `${reading.id} ${reading.attempts}`, async () => `${known},${reading.outline.slice(1)}`)
    },
    async getParts(wanted) {
      const { reading } = await readingFor(wanted)
      const ids = [...new Set([wanted.query.id].flat())].slice(0, maxParts)
      return answer(wanted.request, `${reading.id} ${reading.attempts} ${ids.join(' ')}`, async () => {
        const found = await store.parts(reading.id, ids)
        return `{"parts":{${[...found].map(([id, json]) => `${JSON.stringify(id)}:${json}`).join(',')}}}`
      })
    },
    async listProblems(wanted) {
      const { reading } = await readingFor(wanted)
      return answer(wanted.request, `${reading.id} ${reading.attempts} problems`, async () => {
        const { problems = '[]', counts = countsIn(reading) } = (await store.problems(reading.id)) ?? {}
        return `{"problems":${problems},"counts":${counts}}`
      })
    },
    async getText(wanted) {
      const { ref, definition } = await definitionFor(wanted)
      const text = await texts.textOf(ref, definition)
      return bytes(text, { headers: textHeaders(definition, text, wanted.params.name, wanted.query) })
    },
    async listCounts({ caller, body }) {
      const refs = [...new Set(body.entityRefs.map(ref => ref.toLowerCase()))]
      return { items: await store.counts(await readable(caller, refs)) }
    },
  }
}

/** Those who come before a definition is read wait for it, but not for ever. */
async function withinWait<T>(reading: Promise<T>, ref: string): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(stillReading(ref)), waitMs)
  return Promise.race([reading, promise]).finally(() => clearTimeout(timer))
}

function countsIn({ outline }: StoredReading): string {
  return JSON.stringify((JSON.parse(outline) as { counts: unknown }).counts)
}

/** JSON that stays the same while the reading does. It depends on who asks, so browsers ask whether it still holds. */
async function answer<T>({ headers: asked }: RequestMetadata, state: string, make: () => Promise<string>): Promise<Answer<T>> {
  const etag = `W/"${Buffer.from(state).toString('base64url').slice(0, 200)}"`
  const headers = { etag, 'cache-control': 'private, no-cache' }
  if (asked['if-none-match']?.split(',').some(known => known.trim() === etag)) return bytes<T>('', { status: 304, headers })
  return bytes<T>(await make(), { headers })
}

function textHeaders(
  { id, type }: CatalogDefinition,
  text: string,
  name: string,
  { version, download }: { readonly version?: string | undefined; readonly download?: string | undefined },
): Record<string, string> {
  const file = `${name.replaceAll(/[^\w.-]/g, '_')}.${extensionOf(type, text)}`
  return {
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    // A version never changes; which one is current does.
    'cache-control': version === undefined ? 'private, no-cache' : 'private, max-age=31536000, immutable',
    etag: `"${id}"`,
    ...(download !== undefined && { 'content-disposition': `attachment; filename="${file}"` }),
  }
}

function extensionOf(type: string, text: string): string {
  if (/^\s*[{[]/.test(text)) return 'json'
  if (type === 'graphql') return 'graphql'
  if (type === 'grpc') return 'proto'
  return ['openapi', 'asyncapi'].includes(type) ? 'yaml' : 'txt'
}

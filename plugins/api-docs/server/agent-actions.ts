import { apiDocsApi } from '@portico/api-docs/common'
import { parseEntityRef } from '@portico/catalog/common'
import { inputError } from '@portico/core/common'
import { defineAction } from '@portico/core/server'
import { z } from 'zod'

const ref = z.string().min(1).max(500).describe('The ref of an API, such as api:default/orders')
const reads = { readOnly: true, idempotent: true } as const
const scope = 'apis:read'
const version = z.string().max(100).optional().describe('The id of an older version, as list-api-versions names it')

/** What agents can read of API definitions. */
export const apiActions = [
  defineAction({
    name: 'list-operations',
    title: 'Operations of an API',
    description:
      'The operations, messages and types of an API definition with their ids; `text` searches in paths, summaries and operation ids',
    attributes: reads,
    scope,
    input: z.object({
      ref,
      text: z.string().max(200).optional(),
      kinds: z
        .array(z.string().max(50))
        .max(10)
        .optional()
        .describe('operation, webhook, channel, message, field, service, method, type, schema'),
      version,
      offset: z.int().min(0).default(0),
      limit: z.int().min(1).max(200).default(50),
    }),
    output: z.unknown(),
    run: async ({ input, call }) => {
      const outline = await call(apiDocsApi.getOutline, {
        params: parseEntityRef(input.ref),
        query: { ...(input.version !== undefined && { version: input.version }) },
      })
      const words = (input.text ?? '').toLowerCase().split(/\s+/).filter(Boolean)
      const found = outline.items.filter(item => {
        if (input.kinds && !input.kinds.includes(item.kind)) return false
        const text = `${item.label} ${item.summary ?? ''} ${item.words ?? ''}`.toLowerCase()
        return words.every(word => text.includes(word))
      })
      const shown = found.slice(input.offset, input.offset + input.limit)
      const nextOffset = input.offset + shown.length
      return {
        title: outline.title,
        format: outline.format,
        version: outline.version,
        failure: outline.failure,
        total: found.length,
        items: shown.map(({ id, summary, isDeprecated }) => ({ id, summary, ...(isDeprecated && { isDeprecated }) })),
        ...(nextOffset < found.length && { nextOffset }),
      }
    },
  }),
  defineAction({
    name: 'read-operations',
    title: 'Read operations of an API',
    description:
      'Parameters, bodies, replies and schemas of some operations, messages or types, by the ids of list-operations; `about` has servers and security',
    attributes: reads,
    scope,
    input: z.object({ ref, ids: z.array(z.string().max(500)).min(1).max(10), version }),
    output: z.unknown(),
    run: async ({ input, call }) => {
      const query = { id: input.ids, ...(input.version !== undefined && { version: input.version }) }
      const { parts } = await call(apiDocsApi.getParts, { params: parseEntityRef(input.ref), query })
      const missing = input.ids.filter(id => !Object.hasOwn(parts, id))
      return { parts, ...(missing.length > 0 && { missing, next: 'list-operations has the ids' }) }
    },
  }),
  defineAction({
    name: 'list-api-versions',
    title: 'Versions of an API',
    description:
      'The versions of an API definition that the portal has seen, the newest first, with how many breaking changes each brought',
    attributes: reads,
    scope,
    input: z.object({ ref, limit: z.int().min(1).max(100).default(20) }),
    output: z.unknown(),
    run: async ({ input, call }) => {
      const { items } = await call(apiDocsApi.listVersions, { params: parseEntityRef(input.ref) })
      return { total: items.length, items: items.slice(0, input.limit) }
    },
  }),
  defineAction({
    name: 'compare-api-versions',
    title: 'Compare versions of an API',
    description:
      'What changed between two versions of an API and what that means for its clients, breaking changes first; the last two where none are named',
    attributes: reads,
    scope,
    input: z.object({
      ref,
      from: z.string().max(100).optional(),
      to: z.string().max(100).optional(),
      limit: z.int().min(1).max(200).default(30),
    }),
    output: z.unknown(),
    run: async ({ input, call }) => {
      const params = parseEntityRef(input.ref)
      const { items } = await call(apiDocsApi.listVersions, { params })
      const to = input.to ?? items[0]?.id
      const from = input.from ?? items[items.findIndex(({ id }) => id === to) + 1]?.id
      if (to === undefined || from === undefined)
        throw inputError(`The portal has seen ${items.length} version of ${input.ref}: there is nothing to compare`)
      const { counts, total, changes, failure } = await call(apiDocsApi.compareVersions, { params, query: { from, to } })
      return {
        from,
        to,
        counts,
        failure,
        total,
        changes: changes
          .slice(0, input.limit)
          .map(({ impact, item, message, before, after }) => ({ impact, item, message, before, after })),
      }
    },
  }),
]

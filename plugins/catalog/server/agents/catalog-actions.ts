import { catalogApi, entityRefOf, parseEntityRef } from '@portico/catalog/common'
import { defineAction } from '@portico/core/server'
import { z } from 'zod'
import { byType, compact, line, pick, short, valueAt } from './short-entity.ts'

const ref = z.string().min(1).max(500).describe('An entity ref such as component:default/orders')
const fields = z
  .array(z.string().max(200))
  .max(50)
  .optional()
  .describe('Dotted paths of the entity, such as spec.owner, in place of the short form')
const reads = { readOnly: true, idempotent: true } as const
const compactFields = [
  'kind',
  'metadata.name',
  'metadata.namespace',
  'metadata.title',
  'metadata.description',
  'spec.type',
  'spec.lifecycle',
  'spec.owner',
  'spec.system',
]

/** What agents can do with the catalog. */
export const catalogActions = [
  defineAction({
    name: 'get-entity',
    title: 'Read an entity',
    description:
      'One entity of the catalog in a short form: what it is, who owns it, its relations and links. `fields` reads paths of the whole document.',
    attributes: reads,
    input: z.object({ ref, fields }),
    output: z.unknown(),
    run: async ({ input, call }) => {
      const entity = await call(catalogApi.getEntityByName, { params: toParams(input.ref), query: { definition: 'short' } })
      return input.fields ? pick(entity, input.fields) : compact(entity)
    },
  }),
  defineAction({
    name: 'query-entities',
    title: 'Find entities',
    description:
      'A page of entities in a short form. Filters are texts such as `kind=component,spec.type=service`: all parts of one must match, and one of several.',
    attributes: reads,
    input: z.object({
      filter: z.array(z.string().max(2000)).max(20).optional(),
      text: z.string().max(200).optional().describe('Words in name, title or description'),
      fields,
      limit: z.int().min(1).max(100).default(20),
      cursor: z.string().max(5000).optional().describe('`next` of the page before'),
    }),
    output: z.unknown(),
    run: async ({ input, call }) => {
      const { items, totalItems, pageInfo } = await call(catalogApi.queryEntities, {
        query: {
          ...(input.cursor === undefined
            ? {
                ...(input.filter && { filter: input.filter }),
                ...(input.text !== undefined && { fullTextFilterTerm: input.text }),
              }
            : { cursor: input.cursor }),
          limit: input.limit,
          fields: input.fields ?? compactFields,
        },
      })
      const shown = input.fields ? items : items.map(line)
      return { total: totalItems, items: shown, ...(pageInfo.nextCursor !== undefined && { next: pageInfo.nextCursor }) }
    },
  }),
  defineAction({
    name: 'count-values',
    title: 'Count values of fields',
    description:
      'How often the values of fields (facets) occur, such as kind, spec.type or spec.owner, in all entities or in those of a filter',
    attributes: reads,
    input: z.object({
      facets: z.array(z.string().max(200)).min(1).max(10),
      filter: z.array(z.string().max(2000)).max(20).optional(),
      limit: z.int().min(1).max(200).default(30).describe('Values of each facet, the most frequent first'),
    }),
    output: z.unknown(),
    run: async ({ input, call }) => {
      const query = { facet: input.facets, ...(input.filter && { filter: input.filter }) }
      const { facets } = await call(catalogApi.getEntityFacets, { query })
      return Object.fromEntries(
        Object.entries(facets).map(([name, values]) => {
          const sorted = values.toSorted((one, other) => other.count - one.count)
          return [
            name,
            {
              values: Object.fromEntries(sorted.slice(0, input.limit).map(({ value, count }) => [value, count])),
              ...(sorted.length > input.limit && { more: sorted.length - input.limit }),
            },
          ]
        }),
      )
    },
  }),
  defineAction({
    name: 'list-relations',
    title: 'Relations of an entity',
    description:
      'What an entity depends on, is part of, is owned by, provides and consumes: the refs, by type of relation, a page at a time',
    attributes: reads,
    input: z.object({
      ref,
      type: z.string().max(200).optional().describe('Only one type, such as dependsOn'),
      offset: z.int().min(0).default(0),
      limit: z.int().min(1).max(500).default(100),
    }),
    output: z.unknown(),
    run: async ({ input, call }) => {
      const { relations = [] } = await call(catalogApi.getEntityByName, {
        params: toParams(input.ref),
        query: { definition: 'short' },
      })
      const all = relations.filter(({ type }) => input.type === undefined || type === input.type)
      const shown = all.slice(input.offset, input.offset + input.limit)
      const nextOffset = input.offset + shown.length
      return { total: all.length, relations: byType(shown), ...(nextOffset < all.length && { nextOffset }) }
    },
  }),
  defineAction({
    name: 'get-history',
    title: 'History of an entity',
    description: 'The changes of an entity, the newest first: when, from which source, and which fields with their values before and after',
    attributes: reads,
    input: z.object({ ref, limit: z.int().min(1).max(50).default(10), cursor: z.string().max(5000).optional() }),
    output: z.unknown(),
    run: async ({ input, call }) => {
      const { items, pageInfo } = await call(catalogApi.getEntityHistory, {
        params: toParams(input.ref),
        query: { limit: input.limit, ...(input.cursor !== undefined && { cursor: input.cursor }) },
      })
      return {
        items: items.map(({ at, kind, fields: changed, before, after, relationsAdded, relationsRemoved, source, sourceRevision }) => ({
          at,
          kind,
          ...(changed.length > 0 && {
            changes: Object.fromEntries(
              changed.slice(0, 20).map(path => [path, [short(valueAt(before, path)), short(valueAt(after, path))]]),
            ),
          }),
          ...(relationsAdded.length > 0 && { relationsAdded: byType(relationsAdded) }),
          ...(relationsRemoved.length > 0 && { relationsRemoved: byType(relationsRemoved) }),
          source,
          sourceRevision,
        })),
        next: pageInfo.nextCursor,
      }
    },
  }),
  defineAction({
    name: 'explain-entity',
    title: 'Why an entity is as it is',
    description:
      'Why an entity is as it is, is stale, failed or is not there: its sources, errors with file and line, and what has to be done next',
    attributes: reads,
    input: z.object({ ref }),
    output: z.unknown(),
    run: async ({ input, call }) => call(catalogApi.explainEntity, { params: toParams(input.ref) }),
  }),
  defineAction({
    name: 'validate-entities',
    title: 'Check entity files',
    description:
      'Checks the text of a catalog file (YAML, several documents) without storing it: errors with lines, and what would be new, changed or refused',
    attributes: reads,
    input: z.object({ text: z.string().min(1).max(200_000), name: z.string().max(500).default('catalog-info.yaml') }),
    output: z.unknown(),
    run: async ({ input, call }) => {
      const { items } = await call(catalogApi.previewEntities, { body: { files: [{ name: input.name, text: input.text }] } })
      return {
        items: items.map(({ ref: found, line: at, state, errors, holder, relations }) => ({
          ref: found,
          line: at,
          state,
          errors: errors.map(({ message, line: where, path }) => ({ message, line: where, path: path?.join('.') })),
          holder,
          missing: relations.filter(({ end }) => end === 'missing').map(({ type, targetRef }) => `${type} ${targetRef}`),
        })),
      }
    },
  }),
  defineAction({
    name: 'register-location',
    title: 'Register a location',
    description: 'Registers the address of a catalog file, so that its entities are in the catalog and are kept up to date',
    attributes: { destructive: false, idempotent: true },
    input: z.object({ target: z.url({ protocol: /^https?$/ }).max(2000), dryRun: z.boolean().default(false) }),
    output: z.unknown(),
    run: async ({ input, call }) => {
      const { location, entities, exists } = await call(catalogApi.addLocation, {
        query: input.dryRun ? { dryRun: true } : { onConflict: 'refresh' },
        body: { type: 'url', target: input.target },
      })
      return { id: location.id, target: location.target, exists, entities: entities.slice(0, 50).map(entityRefOf) }
    },
  }),
  defineAction({
    name: 'unregister-location',
    title: 'Remove a location',
    description: 'Removes a registered location, and every entity that is reached only from it. Find the id with list-locations.',
    scope: 'catalog:delete',
    attributes: { destructive: true, idempotent: true },
    input: z.object({ id: z.string().min(1).max(200) }),
    output: z.unknown(),
    run: async ({ input, call }) => {
      await call(catalogApi.deleteLocation, { params: { id: input.id } })
      return { removed: input.id }
    },
  }),
  defineAction({
    name: 'list-locations',
    title: 'Registered locations',
    description: 'The registered locations with their ids, a page at a time, and why one could not be read',
    attributes: reads,
    input: z.object({ limit: z.int().min(1).max(200).default(50), cursor: z.string().max(5000).optional() }),
    output: z.unknown(),
    run: async ({ input, call }) => {
      const { items, totalItems, pageInfo } = await call(catalogApi.queryLocations, { body: input })
      return {
        total: totalItems,
        items: items.map(({ id, type, target, error }) => ({ id, type, target, error: error?.message })),
        next: pageInfo.nextCursor,
      }
    },
  }),
  defineAction({
    name: 'refresh-entity',
    title: 'Read an entity again',
    description: 'Has an entity, and what led to it, read from its source again soon',
    attributes: { destructive: false, idempotent: true },
    input: z.object({ ref }),
    output: z.unknown(),
    run: async ({ input, call }) => {
      await call(catalogApi.refreshEntity, { body: { entityRef: input.ref } })
      return { refreshing: input.ref, next: 'Call explain-entity in some seconds to see how it went' }
    },
  }),
]

function toParams(text: string) {
  return { ...parseEntityRef(text) }
}

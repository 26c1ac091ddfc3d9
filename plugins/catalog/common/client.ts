import { AppError, createClient, responseOf, type CallOptions, type ErrorFields, type Transport } from '@portico/core/common'
import { decodeBase64Json } from './base64-json.ts'
import { catalogApi, type EntityPage } from './contract.ts'
import type { FullTextFilter } from './cursor.ts'
import type { Entity, EntityAncestry, EntityFacets } from './entity.ts'
import { parseEntityRef, type PartialEntityRef } from './entity-ref.ts'
import type { Explanation } from './explanation.ts'
import { stringifyFilter, type EntityFilter } from './filter.ts'
import type { ChangePage, EntityHistory } from './history.ts'
import type { AddedLocation, Location, LocationAnalysis } from './location.ts'
import { stringifyOrder, stringifyOrderField, type EntityOrder } from './order.ts'
import type { EntityQuery } from './query.ts'
import { chunkRefs } from './ref-chunks.ts'

/** What is looked for: a filter, or a query where a filter cannot say it. */
export interface EntitySelection {
  readonly filter?: EntityFilter | undefined
  readonly query?: EntityQuery | undefined
  readonly fields?: readonly string[] | undefined
}

export interface ListRequest extends Omit<EntitySelection, 'query'> {
  readonly order?: EntityOrder | readonly EntityOrder[] | undefined
  readonly limit?: number | undefined
  readonly offset?: number | undefined
  readonly after?: string | undefined
}

/** The first page of a query. */
export interface QueryRequest extends EntitySelection {
  readonly orderFields?: EntityOrder | readonly EntityOrder[] | undefined
  readonly fullTextFilter?: FullTextFilter | undefined
  readonly limit?: number | undefined
  readonly offset?: number | undefined
  readonly totalItems?: 'include' | 'exclude' | undefined
  readonly asOf?: string | undefined
}

/** Another page of a query: the cursor knows the rest. */
export interface CursorRequest {
  readonly cursor: string
  readonly fields?: readonly string[] | undefined
  readonly limit?: number | undefined
}

export type ValidationResult = { readonly valid: true } | { readonly valid: false; readonly errors: readonly ErrorFields[] }

const streamPageSize = 500

export interface CatalogClientOptions {
  /** Where the catalog answers, or who knows it: `https://portal.example.com/api/catalog`. */
  readonly baseUrl: string | (() => Promise<string>)
  /** Any fetch: the browser's, Node's, or one that adds tokens. */
  readonly fetch: Transport['fetch']
}

/** The catalog's HTTP API as functions, for browsers, servers and tools alike. */
export function createCatalogClient({ baseUrl, fetch }: CatalogClientOptions) {
  const { send, call, callOptional } = createClient({ baseUrl: () => (typeof baseUrl === 'string' ? baseUrl : baseUrl()), fetch })

  async function queryEntities(request: QueryRequest | CursorRequest = {}, options?: CallOptions): Promise<EntityPage> {
    const { limit, fields } = request
    if ('cursor' in request) {
      const { cursor } = request
      if (isPredicateCursor(cursor))
        return call(catalogApi.queryEntitiesByPredicate, { body: { cursor, limit, ...bodyFields(fields) } }, options)
      return call(catalogApi.queryEntities, { query: { cursor, limit, fields: fields?.join(',') } }, options)
    }
    const { query, filter, fullTextFilter, offset, totalItems, asOf } = request
    const orderFields = [request.orderFields ?? []].flat()
    if (query) {
      if (filter) throw new AppError('InputError', 'A request has a filter or a query, not both')
      const orderBy = orderFields.length > 0 ? orderFields : undefined
      const body = { query, orderBy, fullTextFilter, limit, offset, totalItems, asOf, ...bodyFields(fields) }
      return call(catalogApi.queryEntitiesByPredicate, { body }, options)
    }
    const parameters = {
      filter: filterParams(filter),
      fields: fields?.join(','),
      orderField: orderFields.map(stringifyOrderField),
      fullTextFilterTerm: fullTextFilter?.term,
      fullTextFilterFields: fullTextFilter?.fields?.join(','),
      ...{ limit, offset, totalItems, asOf },
    }
    return call(catalogApi.queryEntities, { query: parameters }, options)
  }

  /** Pages of everything a query finds, until there is no more or the loop is left. */
  async function* streamEntityPages(request: QueryRequest = {}, options?: CallOptions): AsyncGenerator<Entity[]> {
    const { limit = streamPageSize, fields } = request
    let page = await queryEntities({ ...request, limit, totalItems: request.totalItems ?? 'exclude' }, options)
    if (page.items.length > 0) yield page.items
    while (page.pageInfo.nextCursor !== undefined) {
      page = await queryEntities({ cursor: page.pageInfo.nextCursor, limit, fields }, options)
      if (page.items.length > 0) yield page.items
    }
  }

  return {
    /** A list without counting; for long ones `streamEntities` is kinder to everybody. */
    async getEntities({ order, fields, filter, ...paging }: ListRequest = {}, options?: CallOptions): Promise<{ items: Entity[] }> {
      const orders = [order ?? []].flat().map(stringifyOrder)
      const query = { filter: filterParams(filter), fields: fields?.join(','), order: orders, ...paging }
      return { items: await call(catalogApi.listEntities, { query }, options) }
    },
    queryEntities,
    streamEntityPages,
    /** Everything a query finds, one entity at a time. */
    async *streamEntities(request?: QueryRequest, options?: CallOptions): AsyncGenerator<Entity> {
      for await (const page of streamEntityPages(request, options)) yield* page
    },
    /** The entities of many refs, in their order; undefined where there is none. */
    async getEntitiesByRefs(
      { entityRefs, filter, query, fields }: EntitySelection & { readonly entityRefs: readonly string[] },
      options?: CallOptions,
    ): Promise<{ items: (Entity | undefined)[] }> {
      const items: (Entity | undefined)[] = []
      for (const refs of chunkRefs(entityRefs)) {
        const body = { entityRefs: refs, query, ...bodyFields(fields) }
        const reply = await call(catalogApi.getEntitiesByRefs, { query: { filter: filterParams(filter) }, body }, options)
        for (const item of reply.items) items.push(item ?? undefined)
      }
      return { items }
    },
    async getEntityByRef(ref: string | PartialEntityRef, options?: CallOptions): Promise<Entity | undefined> {
      return callOptional(catalogApi.getEntityByName, { params: { ...parseEntityRef(ref) } }, options)
    },
    async getEntityByUid(uid: string, options?: CallOptions): Promise<Entity | undefined> {
      return callOptional(catalogApi.getEntityByUid, { params: { uid } }, options)
    },
    async getEntityAncestors(ref: string | PartialEntityRef, options?: CallOptions): Promise<EntityAncestry> {
      return call(catalogApi.getEntityAncestry, { params: { ...parseEntityRef(ref) } }, options)
    },
    async getEntityHistory(
      ref: string | PartialEntityRef,
      paging: { readonly limit?: number | undefined; readonly cursor?: string | undefined } = {},
      options?: CallOptions,
    ): Promise<EntityHistory> {
      return call(catalogApi.getEntityHistory, { params: { ...parseEntityRef(ref) }, query: paging }, options)
    },
    async explainEntity(ref: string | PartialEntityRef, options?: CallOptions): Promise<Explanation> {
      return call(catalogApi.explainEntity, { params: { ...parseEntityRef(ref) } }, options)
    },
    async getChanges(
      paging: { readonly after?: string | undefined; readonly limit?: number | undefined } = {},
      options?: CallOptions,
    ): Promise<ChangePage> {
      return call(catalogApi.listChanges, { query: paging }, options)
    },
    async removeEntityByUid(uid: string, options?: CallOptions): Promise<void> {
      return call(catalogApi.deleteEntityByUid, { params: { uid } }, options)
    },
    async getEntityFacets(
      { facets, filter, query }: Omit<EntitySelection, 'fields'> & { readonly facets: readonly string[] },
      options?: CallOptions,
    ): Promise<EntityFacets> {
      if (query) return call(catalogApi.getEntityFacetsByPredicate, { body: { facets: [...facets], query } }, options)
      return call(catalogApi.getEntityFacets, { query: { facet: facets, filter: filterParams(filter) } }, options)
    },
    async refreshEntity(entityRef: string, options?: CallOptions): Promise<void> {
      return call(catalogApi.refreshEntity, { body: { entityRef } }, options)
    },
    /** Whether the catalog would take an entity from a location; what is wrong with it where not. */
    async validateEntity(entity: unknown, locationRef: string, options?: CallOptions): Promise<ValidationResult> {
      try {
        await send(catalogApi.validateEntity, { body: { entity, location: locationRef } }, options)
        return { valid: true }
      } catch (error) {
        const facts = error instanceof AppError ? responseOf(error) : undefined
        if (facts?.status !== 400) throw error
        return { valid: false, errors: errorsIn(facts.body) }
      }
    },
    async analyzeLocation(
      request: { readonly location: { readonly type: string; readonly target: string }; readonly catalogFilename?: string | undefined },
      options?: CallOptions,
    ): Promise<LocationAnalysis> {
      return call(catalogApi.analyzeLocation, { body: request }, options)
    },
    async addLocation({ type = 'url', target, dryRun, onConflict }: AddLocationRequest, options?: CallOptions): Promise<AddedLocation> {
      const query = { ...(dryRun && { dryRun: true }), ...(onConflict && { onConflict }) }
      const added = await call(catalogApi.addLocation, { query, body: { type, target } }, options)
      // The server is not always ours: an answer without its location is a failure, whatever its status.
      if (!(added as Partial<AddedLocation> | undefined)?.location) throw new AppError('ResponseError', `Location wasn't added: ${target}`)
      return added
    },
    async getLocations(options?: CallOptions): Promise<{ items: Location[] }> {
      const entries = await call(catalogApi.listLocations, {}, options)
      return { items: entries.map(({ data }) => data) }
    },
    async getLocationById(id: string, options?: CallOptions): Promise<Location | undefined> {
      return callOptional(catalogApi.getLocation, { params: { id } }, options)
    },
    async getLocationByEntity(ref: string | PartialEntityRef, options?: CallOptions): Promise<Location | undefined> {
      return callOptional(catalogApi.getLocationByEntity, { params: { ...parseEntityRef(ref) } }, options)
    },
    async removeLocationById(id: string, options?: CallOptions): Promise<void> {
      return call(catalogApi.deleteLocation, { params: { id } }, options)
    },
  }
}

export type CatalogClient = ReturnType<typeof createCatalogClient>

export interface AddLocationRequest {
  readonly type?: string | undefined
  readonly target: string
  readonly dryRun?: boolean | undefined
  readonly onConflict?: 'refresh' | 'reject' | undefined
}

function filterParams(filter: EntityFilter | undefined): string[] | undefined {
  return filter && stringifyFilter(filter)
}

function bodyFields(fields: readonly string[] | undefined): { fields?: string[] } {
  return fields ? { fields: [...fields] } : {}
}

/** A cursor that carries a query is sent as it came, in a body; any other fits an address. */
function isPredicateCursor(cursor: string): boolean {
  const value = decodeBase64Json(cursor)
  return typeof value === 'object' && value !== null && 'query' in value
}

/** The list of errors of a failed validation; a plain error counts as a list of one. */
function errorsIn(body: unknown): readonly ErrorFields[] {
  const { errors, error } = (body ?? {}) as { errors?: unknown; error?: unknown }
  if (Array.isArray(errors)) return errors as ErrorFields[]
  return [(error ?? { name: 'InputError', message: 'The entity is not valid' }) as ErrorFields]
}

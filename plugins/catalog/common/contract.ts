import { defineContract, del, get, listParam, post, put } from '@portico/core/common'
import { z } from 'zod'
import { Entity, EntityAncestry, EntityFacets } from './entity.ts'
import { Explanation } from './explanation.ts'
import { HealthCounts, HealthPage, healthPageSize, HealthProblemType } from './health.ts'
import { ChangePage, EntityHistory, RecentChanges, RecentChangesInput } from './history.ts'
import { AddedLocation, Location, LocationAnalysis, UnprocessedEntity } from './location.ts'
import { EntityOrder } from './order.ts'
import {
  bodyFields,
  countParam,
  fieldsParam,
  filterParam,
  fullTextFieldsParam,
  momentParam,
  orderFieldParam,
  orderParam,
  switchParam,
  totalItemsParam,
} from './parameters.ts'
import {
  entityValidatePermission,
  ingestionManagePermission,
  ingestionReadPermission,
  locationAnalyzePermission,
  locationCreatePermission,
  locationDeletePermission,
} from './permissions.ts'
import { CatalogPreview, PreviewInput } from './preview.ts'
import { Timeline, timelineLimits, TimelineMarks, TimelineMarksInput } from './timeline.ts'

const Query = z.record(z.string(), z.unknown())
const queryLimits = { orders: 50, names: 500, refs: 20_000 } as const
const LocationInput = z.strictObject({ type: z.string().min(1).default('url'), target: z.string().min(1), presence: z.string().optional() })

/** A page of entities with the cursors of the next and the previous one. */
export const EntityPage = z.object({
  items: z.array(Entity),
  totalItems: z.number().int(),
  pageInfo: z.object({ nextCursor: z.string().optional(), prevCursor: z.string().optional() }),
})
export type EntityPage = z.output<typeof EntityPage>

const UnprocessedEntities = z.object({ type: z.enum(['failed', 'pending']), entities: z.array(UnprocessedEntity) })
const owner = z.object({ owner: z.string().optional() })
const owners = listParam(z.string()).optional()

/**
 * Every route of the catalog. Reading is `signed-in` because what a caller may not see is left out of the answer, not
 * refused. Replies of entities are stored texts that go out as they are; with `fields` they hold only those.
 */
export const catalogApi = defineContract('catalog', {
  listEntities: get('/entities', {
    access: 'signed-in',
    summary: 'All entities, or those that a filter finds',
    query: z.object({
      filter: filterParam.optional(),
      fields: fieldsParam.optional(),
      limit: countParam(1).optional(),
      offset: countParam(0).optional(),
      after: z.string().optional(),
      order: orderParam.optional(),
    }),
    reply: z.array(Entity),
  }),
  queryEntities: get('/entities/by-query', {
    access: 'signed-in',
    summary: 'A page of the entities that filters find',
    query: z.object({
      filter: filterParam.optional(),
      fields: fieldsParam.optional(),
      limit: countParam(0).optional(),
      offset: countParam(0).optional(),
      orderField: orderFieldParam.optional(),
      cursor: z.string().optional(),
      totalItems: totalItemsParam.optional(),
      fullTextFilterTerm: z.string().optional(),
      fullTextFilterFields: fullTextFieldsParam.optional(),
      asOf: momentParam.optional(),
    }),
    reply: EntityPage,
  }),
  queryEntitiesByPredicate: post('/entities/by-query', {
    access: 'signed-in',
    reads: true,
    summary: 'A page of the entities that a query finds',
    body: z.object({
      query: Query.optional(),
      limit: z.int().min(0).optional(),
      offset: z.int().min(0).optional(),
      orderBy: z.array(EntityOrder).max(queryLimits.orders).optional(),
      fullTextFilter: z.object({ term: z.string().optional(), fields: z.array(z.string()).max(queryLimits.names).optional() }).optional(),
      fields: bodyFields.optional(),
      totalItems: totalItemsParam.optional(),
      cursor: z.string().optional(),
      asOf: momentParam.optional(),
    }),
    reply: EntityPage,
  }),
  getEntitiesByRefs: post('/entities/by-refs', {
    access: 'signed-in',
    reads: true,
    summary: 'The entities of many refs, null where there is none',
    query: z.object({ filter: filterParam.optional() }),
    body: z.object({
      entityRefs: z.array(z.string()).max(queryLimits.refs),
      fields: bodyFields.optional(),
      query: Query.optional(),
      asOf: momentParam.optional(),
    }),
    bodyLimit: 500_000,
    reply: z.object({ items: z.array(Entity.nullable()) }),
  }),
  getEntityByName: get('/entities/by-name/:kind/:namespace/:name', {
    access: 'signed-in',
    summary: 'The entity of a ref',
    // With `short`, how long a long `spec.definition` is stands in its place.
    query: z.looseObject({ definition: z.literal('short').optional() }),
    reply: Entity,
  }),
  getEntityAncestry: get('/entities/by-name/:kind/:namespace/:name/ancestry', {
    access: 'signed-in',
    summary: 'An entity and everything that led to it',
    reply: EntityAncestry,
  }),
  getEntityHistory: get('/entities/by-name/:kind/:namespace/:name/history', {
    access: 'signed-in',
    summary: 'The changes of an entity, the newest first',
    query: z.object({ limit: countParam(1).optional(), cursor: z.string().optional() }),
    reply: EntityHistory,
  }),
  getEntityByUid: get('/entities/by-uid/:uid', { access: 'signed-in', summary: 'The entity of a uid', reply: Entity }),
  deleteEntityByUid: del('/entities/by-uid/:uid', { access: 'signed-in', summary: 'Removes an entity; its source may bring it back' }),
  getEntityFacets: get('/entity-facets', {
    access: 'signed-in',
    summary: 'How often values occur',
    query: z.object({ facet: filterParam.pipe(z.array(z.string()).min(1)), filter: filterParam.optional() }),
    reply: EntityFacets,
  }),
  getEntityFacetsByPredicate: post('/entity-facets', {
    access: 'signed-in',
    reads: true,
    summary: 'How often values occur in what a query finds',
    body: z.object({ facets: z.array(z.string()).min(1).max(queryLimits.names), query: Query.optional() }),
    reply: EntityFacets,
  }),
  refreshEntity: post('/refresh', {
    access: 'signed-in',
    summary: 'Has an entity and what led to it read again soon',
    body: z.strictObject({ entityRef: z.string(), authorizationToken: z.string().optional() }),
    status: 200,
  }),
  validateEntity: post('/validate-entity', {
    access: { permission: entityValidatePermission },
    reads: true,
    summary: 'Checks an entity as if it came from a location; 400 with all errors when it would fail',
    // Whatever is wrong with the body is answered in the same list of errors, so it is checked by the handler.
    body: z.object({ entity: z.unknown().optional(), location: z.unknown().optional() }),
    anyText: true,
    bodyLimit: 5_000_000,
    status: 200,
  }),
  analyzeLocation: post('/analyze-location', {
    access: { permission: locationAnalyzePermission },
    reads: true,
    summary: 'Looks for entity files in a repository, or suggests one',
    body: z.object({
      location: z.object({ type: z.string(), target: z.string() }),
      catalogFilename: z.string().optional(),
      catalogFileName: z.string().optional(),
    }),
    reply: LocationAnalysis,
    status: 200,
  }),
  previewEntities: post('/preview', {
    access: { permission: locationCreatePermission },
    reads: true,
    summary: 'What would become of a location or of files: every document with its errors, and how it differs from the catalog',
    body: PreviewInput,
    anyText: true,
    bodyLimit: 5_000_000,
    reply: CatalogPreview,
    status: 200,
  }),
  listLocations: get('/locations', {
    access: 'signed-in',
    summary: 'The registered locations',
    reply: z.array(z.object({ data: Location })),
  }),
  addLocation: post('/locations', {
    access: { permission: locationCreatePermission },
    summary: 'Registers a location, or with dryRun says what that would bring',
    query: z.object({ dryRun: switchParam.optional(), onConflict: z.enum(['refresh', 'reject']).optional() }),
    body: LocationInput,
    reply: AddedLocation,
    status: 201,
  }),
  queryLocations: post('/locations/by-query', {
    access: 'signed-in',
    reads: true,
    summary: 'A page of the registered locations',
    body: z.object({ limit: z.int().min(0).optional(), cursor: z.string().optional(), query: Query.optional() }),
    reply: z.object({ items: z.array(Location), totalItems: z.number().int(), pageInfo: z.object({ nextCursor: z.string().optional() }) }),
  }),
  getLocation: get('/locations/:id', { access: 'signed-in', summary: 'One registered location', reply: Location }),
  updateLocation: put('/locations/:id', {
    access: { permission: locationCreatePermission },
    // What is no longer at the new target goes.
    guests: 'refused',
    summary: 'Changes where a registered location leads',
    body: LocationInput,
    reply: Location,
  }),
  deleteLocation: del('/locations/:id', {
    access: { permission: locationDeletePermission },
    summary: 'Removes a location and everything that is reached only from it',
  }),
  getLocationByEntity: get('/locations/by-entity/:kind/:namespace/:name', {
    access: 'signed-in',
    summary: 'The registered location through which an entity was found',
    reply: Location,
  }),
  listFailedEntities: get('/entities/unprocessed/failed', {
    access: { permission: ingestionReadPermission },
    summary: 'What could not be processed',
    query: owner,
    reply: UnprocessedEntities,
  }),
  listPendingEntities: get('/entities/unprocessed/pending', {
    access: { permission: ingestionReadPermission },
    summary: 'What waits to be processed for the first time',
    query: owner,
    reply: UnprocessedEntities,
  }),
  deleteUnprocessedEntity: del('/entities/unprocessed/delete/:id', {
    access: { permission: ingestionManagePermission },
    summary: 'Deletes an entry that failed or waits',
  }),
  listChanges: get('/changes', {
    access: 'signed-in',
    summary: 'What changed in the catalog, in order; the cursor of an answer leads to what came after it',
    query: z.object({ after: z.string().optional(), limit: countParam(1).optional() }),
    reply: ChangePage,
  }),
  listRecentChanges: post('/changes/recent', {
    access: 'signed-in',
    reads: true,
    summary: 'The last changes of some entities, the newest first',
    body: RecentChangesInput,
    reply: RecentChanges,
    status: 200,
  }),
  explainEntity: get('/explain/:kind/:namespace/:name', {
    access: 'signed-in',
    summary: 'Why an entity is as it is, or why it is not there',
    reply: Explanation,
  }),
  listHealthProblems: get('/health/problems', {
    access: { permission: ingestionReadPermission },
    summary: 'What is wrong in the catalog: documents, references, names and sources, each with its place, cause and fix',
    query: z.object({
      type: listParam(HealthProblemType).optional(),
      owner: owners,
      text: z.string().max(200).optional(),
      limit: countParam(0).pipe(z.number().max(healthPageSize.max)).optional(),
      offset: countParam(0).optional(),
    }),
    reply: HealthPage,
  }),
  countHealthProblems: get('/health/counts', {
    access: { permission: ingestionReadPermission },
    summary: 'How much is wrong in the catalog',
    query: z.object({ owner: owners }),
    reply: HealthCounts,
  }),
  refreshHealthProblem: post('/health/refresh', {
    access: { permission: ingestionReadPermission },
    summary: 'Has the source of a problem read again soon',
    body: z.strictObject({ id: z.string() }),
    status: 200,
  }),
  getTimeline: get('/timeline', {
    access: 'signed-in',
    summary: 'How much changed when: in the catalog, of a kind, or of one entity',
    query: z.object({
      kind: z.string().optional(),
      entityRef: z.string().optional(),
      parts: countParam(1).pipe(z.number().max(timelineLimits.parts)).optional(),
    }),
    reply: Timeline,
  }),
  listTimelineMarks: post('/timeline/marks', {
    access: 'signed-in',
    reads: true,
    summary: 'What happened to some entities within some time, and what of a kind went',
    body: TimelineMarksInput,
    reply: TimelineMarks,
    status: 200,
  }),
})

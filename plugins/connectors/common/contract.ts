import { del, defineContract, get, post } from '@portico/core/common'
import { z } from 'zod'
import { FactDefinition, FactPoint, FactValue, factTypes, Tone } from './fact.ts'
import { ConnectorDetails, ConnectorSummary, MatchedEntity, TryResult } from './operating.ts'
import { operatePermission, pushFactsPermission } from './permissions.ts'
import { ConnectorViews, OwnState } from './views.ts'

/** How many refs or names a request may list. */
export const maxListed = 500
/** How many values one push may bring. */
export const maxPushed = 1000

const Ref = z.string().min(3).max(500)
const FactName = z
  .string()
  .max(130)
  .regex(/^[a-z0-9-]+\.[A-Za-z0-9_-]+$/, "a name is a source, '.' and a word, as in argocd.sync")
const listOf = (schema: z.ZodString) => z.union([schema.transform(value => [value]), z.array(schema).max(maxListed)]).optional()

/** A fact as a program describes it that sends its values. */
export const PushedDefinition = z.strictObject({
  name: FactName,
  title: z.string().min(1).max(100),
  type: z.enum(factTypes),
  unit: z.string().max(30).optional(),
  description: z.string().max(1000).optional(),
  indexed: z.boolean().default(false),
  staleAfter: z.number().int().min(1000).optional(),
  states: z.record(z.string().max(100), Tone).optional(),
  labels: z.record(z.string().max(100), z.string().max(100)).optional(),
})
export type PushedDefinition = z.output<typeof PushedDefinition>

const operate = { permission: operatePermission } as const

/** Facts about entities, what tools say about them and do for them, and how connectors run. */
export const connectorsApi = defineContract('connectors', {
  listFacts: get('/facts', {
    access: 'signed-in',
    summary: 'Facts of entities; those of entities that the caller may not see are left out',
    query: z.object({
      entityRef: listOf(Ref),
      name: listOf(z.string().max(130)),
      /** Where the page before ended. */
      after: z.string().max(1000).optional(),
      limit: z.coerce.number().int().min(1).max(1000).default(200),
    }),
    reply: z.object({ items: z.array(FactValue), next: z.string().optional() }),
  }),
  queryFacts: post('/facts/query', {
    access: 'signed-in',
    summary: 'Facts of many entities, as lists show them',
    body: z.object({ entityRefs: z.array(Ref).max(maxListed), names: z.array(z.string().max(130)).max(100).optional() }),
    reply: z.object({ items: z.array(FactValue) }),
    reads: true,
  }),
  listDefinitions: get('/facts/definitions', {
    access: 'signed-in',
    summary: 'Which facts there are',
    reply: z.object({ items: z.array(FactDefinition) }),
  }),
  getHistory: get('/facts/history', {
    access: 'signed-in',
    summary: 'The values that a fact of an entity had',
    query: z.object({ entityRef: Ref, name: FactName, from: z.iso.datetime().optional(), to: z.iso.datetime().optional() }),
    reply: z.object({ definition: FactDefinition, points: z.array(FactPoint) }),
  }),
  pushFacts: post('/facts', {
    access: { permission: pushFactsPermission },
    summary: 'Stores facts that a program knows',
    body: z.strictObject({
      definitions: z.array(PushedDefinition).max(50).default([]),
      values: z.array(z.strictObject({ entityRef: Ref, name: FactName, value: z.json(), at: z.iso.datetime().optional() })).max(maxPushed),
    }),
    bodyLimit: 2_000_000,
    reply: z.object({ stored: z.number(), unknown: z.array(z.string()) }),
  }),
  removePushedFact: del('/facts/definitions/:name', {
    access: { permission: pushFactsPermission },
    summary: 'Removes a fact that programs have sent, with its values',
  }),

  getEntityViews: get('/entities/:namespace/:kind/:name/views', {
    access: 'signed-in',
    summary: 'What connectors show at an entity',
    reply: z.object({ items: z.array(ConnectorViews) }),
  }),
  refreshEntity: post('/entities/:namespace/:kind/:name/refresh', {
    access: 'signed-in',
    summary: 'Has the tools of an entity asked now, and answers when they have answered',
    body: z.strictObject({ connector: z.string().max(100).optional() }),
    reply: z.object({ items: z.array(ConnectorViews) }),
  }),
  runAction: post('/actions/:connector/:action', {
    access: 'signed-in',
    summary: 'Runs an action of a connector for an entity',
    body: z.strictObject({ entityRef: Ref, input: z.record(z.string(), z.json()).default({}) }),
    reply: z.object({ message: z.string() }),
  }),
  takeWebhook: post('/webhooks/:connector/:target', {
    access: 'public',
    summary: 'What a tool tells: it is verified, and has facts read again',
    upload: true,
    status: 202,
    reply: z.object({ refreshed: z.number() }),
  }),
  listOwnStates: get('/states/mine', {
    access: 'user',
    summary: 'What needs attention in tools, of the entities of the own teams, over all widgets: errors first, then warnings',
    query: z.object({ limit: z.coerce.number().int().min(1).max(100).default(20) }),
    reply: z.object({
      items: z.array(OwnState),
      /** How many entities the caller's teams have that a connector knows. */
      total: z.number(),
    }),
  }),

  listConnectors: get('/connectors', {
    access: operate,
    summary: 'All connectors, with how they run',
    reply: z.object({ items: z.array(ConnectorSummary) }),
  }),
  getConnector: get('/connectors/:name', { access: operate, summary: 'A connector, with how it runs', reply: ConnectorDetails }),
  listMatched: get('/connectors/:name/entities', {
    access: operate,
    summary: 'The entities that a connector matches',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(100).default(20),
      after: z.string().max(500).optional(),
    }),
    reply: z.object({ items: z.array(MatchedEntity), total: z.number(), next: z.string().optional() }),
  }),
  tryConnector: post('/connectors/:name/try', {
    access: operate,
    summary: 'Asks a tool about an entity and shows request, answer and each expression; stores nothing',
    body: z.strictObject({ entityRef: Ref }),
    reply: TryResult,
  }),
  refreshConnector: post('/connectors/:name/refresh', {
    access: operate,
    summary: 'Has everything of a connector asked again, as fast as its limits allow',
    reply: z.object({ entities: z.number() }),
  }),
})

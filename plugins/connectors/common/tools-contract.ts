import { defineContract, get, post } from '@portico/core/common'
import { z } from 'zod'
import { Ref } from './contract.ts'
import { ConnectorDetails, ConnectorSummary, MatchedEntity, TryResult } from './operating.ts'
import { operatePermission } from './permissions.ts'
import { ConnectorViews, OwnState } from './views.ts'

const operate = { permission: operatePermission } as const

/** What tools say about entities, what can be done in them, and how connectors run. */
export const connectorsApi = defineContract('connectors', {
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

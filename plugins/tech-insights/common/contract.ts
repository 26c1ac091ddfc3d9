import { defineContract, get, post } from '@portico/core/common'
import { readScorecardsPermission } from '@portico/scorecards/common'
import { z } from 'zod'

const access = { permission: readScorecardsPermission } as const
const ref = z.string().min(1).max(500)

/** As clients send lists: `ids[]=a`, `ids[0]=a` or `ids=a`. */
const query = z.looseObject({ entity: ref })
const checks = z.array(z.string().max(200)).max(1000).optional()

const CheckShape = z.object({
  id: z.string(),
  type: z.string(),
  name: z.string(),
  description: z.string(),
  factIds: z.array(z.string()),
  successMetadata: z.record(z.string(), z.unknown()).optional(),
  failureMetadata: z.record(z.string(), z.unknown()).optional(),
  links: z.array(z.object({ title: z.string(), url: z.string() })).optional(),
})
const ResultShape = z.object({
  facts: z.record(z.string(), z.object({ id: z.string(), type: z.string(), description: z.string(), value: z.json() })),
  check: CheckShape,
  result: z.boolean(),
})
const FactsShape = z.object({ timestamp: z.string(), version: z.string(), facts: z.record(z.string(), z.json()) })

/** The routes of Backstage's tech insights, as its clients know them. */
export const techInsightsApi = defineContract('tech-insights', {
  listFactSchemas: get('/fact-schemas', {
    access,
    summary: 'Which facts there are, by source',
    query: z.looseObject({}),
    reply: z.array(
      z.object({
        id: z.string(),
        version: z.string(),
        entityFilter: z.array(z.unknown()),
        schema: z.record(z.string(), z.object({ type: z.string(), description: z.string() })),
      }),
    ),
  }),
  getLatestFacts: get('/facts/latest', {
    access,
    summary: 'The facts of an entity, by source',
    query,
    reply: z.record(z.string(), FactsShape),
  }),
  getFactsInRange: get('/facts/range', {
    access,
    summary: 'The facts of an entity within a time, by source',
    query,
    reply: z.record(z.string(), z.array(FactsShape)),
  }),
  listChecks: get('/checks', { access, summary: 'All checks', reply: z.array(CheckShape) }),
  runChecks: post('/checks/run/:namespace/:kind/:name', {
    access,
    reads: true,
    summary: 'The results of an entity; those that are unknown or exempt are left out',
    body: z.object({ checks }),
    reply: z.array(ResultShape),
  }),
  runBulkChecks: post('/checks/run', {
    access,
    reads: true,
    summary: 'The results of many entities',
    body: z.object({
      checks,
      entities: z
        .array(z.union([ref, z.object({ kind: ref, namespace: ref.optional(), name: ref })]))
        .max(1000)
        .default([]),
    }),
    reply: z.array(z.object({ entity: z.string(), results: z.array(ResultShape) })),
  }),
})

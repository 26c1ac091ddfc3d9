import { z } from 'zod'

const durations = { count: z.number(), failures: z.number(), totalMs: z.number(), p50Ms: z.number(), p99Ms: z.number(), maxMs: z.number() }

export const RouteTimes = z.object({ method: z.string(), plugin: z.string().optional(), route: z.string(), ...durations })
export type RouteTimes = z.output<typeof RouteTimes>

export const StatementTimes = z.object({ id: z.string(), schema: z.string(), statement: z.string(), ...durations })
export type StatementTimes = z.output<typeof StatementTimes>

export const TableSize = z.object({
  schema: z.string(),
  table: z.string(),
  rows: z.number(),
  deadRows: z.number(),
  tableBytes: z.number(),
  indexBytes: z.number(),
  wholeScans: z.number(),
  rowsByWholeScans: z.number(),
  indexScans: z.number(),
})
export type TableSize = z.output<typeof TableSize>

export const Queue = z.object({
  plugin: z.string(),
  name: z.string(),
  waiting: z.number(),
  running: z.number(),
  oldestSeconds: z.number(),
  failed: z.number(),
})
export type Queue = z.output<typeof Queue>

export const adviceIds = ['event-loop', 'routes', 'heap', 'pool', 'connections', 'cache', 'dead-rows', 'whole-scans', 'queue'] as const

/** Something that is beyond its limit, and that a setting may help. */
export const Advice = z.object({ id: z.enum(adviceIds), subject: z.string().optional(), measured: z.number(), limit: z.number() })
export type Advice = z.output<typeof Advice>

/** How fast the server that answered is, and what makes it slow. */
export const Performance = z.object({
  since: z.string(),
  process: z.object({
    processors: z.number(),
    processorShare: z.number(),
    residentBytes: z.number(),
    heapLimitBytes: z.number(),
    eventLoop: z.object({ p50Ms: z.number(), p99Ms: z.number(), maxMs: z.number(), busyShare: z.number() }),
    memory: z.array(z.object({ part: z.enum(['heap', 'buffers', 'thread', 'other']), name: z.string().optional(), bytes: z.number() })),
  }),
  routes: z.array(RouteTimes),
  statements: z.array(StatementTimes),
  pool: z.object({ used: z.number(), idle: z.number(), waiting: z.number(), max: z.number() }),
  database: z.object({
    version: z.string(),
    sizeBytes: z.number(),
    connections: z.number(),
    maxConnections: z.number(),
    cacheHitShare: z.number().optional(),
    tables: z.array(TableSize),
  }),
  queues: z.array(Queue),
  advice: z.array(Advice),
})
export type Performance = z.output<typeof Performance>

/** What no release may exceed in use, and from which on the page gives advice. The limits of `bench/` are measured before a release. */
export const performanceLimits = {
  eventLoopP99Ms: 100,
  routeP99Ms: 150,
  heapShare: 0.8,
  poolWaiting: 0,
  connectionShare: 0.9,
  cacheHitShare: 0.95,
  deadRowShare: 0.2,
  rowsOfWholeScan: 10_000,
  queueOldestSeconds: 300,
} as const

import type { PerformanceReport } from '@portico/core/server'
import { expect, test } from 'vitest'
import { adviseOn } from './advice.ts'

const durations = { count: 100, failures: 0, totalMs: 100, p50Ms: 1, p99Ms: 2, maxMs: 3 }
const table = { schema: 'catalog', table: 'entity', rows: 50_000, deadRows: 100, tableBytes: 1, indexBytes: 1, indexScans: 9 }
const well: PerformanceReport = {
  since: new Date(),
  process: {
    processors: 2,
    processorShare: 0.1,
    residentBytes: 200e6,
    heapLimitBytes: 2000e6,
    eventLoop: { p50Ms: 0, p99Ms: 5, maxMs: 20, busyShare: 0.05 },
    memory: [{ part: 'heap', bytes: 80e6 }],
  },
  routes: [{ method: 'GET', plugin: 'catalog', route: '/entities', ...durations }],
  statements: [],
  pool: { used: 1, idle: 2, waiting: 0, max: 10 },
  database: {
    version: '18',
    sizeBytes: 1,
    connections: 5,
    maxConnections: 100,
    cacheHitShare: 0.99,
    tables: [{ ...table, wholeScans: 3, rowsByWholeScans: 150_000 }],
  },
  queues: [{ plugin: 'scaffolder', name: 'task', waiting: 5, running: 1, oldestSeconds: 2, failed: 0 }],
}

test('a server within all limits gets no advice', () => {
  expect(adviseOn(well)).toEqual([])
  const { cacheHitShare: _, ...unread } = well.database
  expect(adviseOn({ ...well, database: { ...unread, cacheHitShare: undefined } })).toEqual([])
})

test('each figure beyond its limit is named with its subject', () => {
  const advice = adviseOn({
    ...well,
    process: {
      ...well.process,
      eventLoop: { p50Ms: 1, p99Ms: 300, maxMs: 900, busyShare: 0.9 },
      memory: [{ part: 'heap', bytes: 1900e6 }],
    },
    routes: [
      { method: 'GET', route: '/entities', ...durations, p99Ms: 400 },
      { method: 'GET', route: '/rare', ...durations, count: 2, p99Ms: 9000 },
    ],
    pool: { used: 10, idle: 0, waiting: 4, max: 10 },
    database: {
      ...well.database,
      connections: 96,
      cacheHitShare: 0.5,
      tables: [{ ...table, deadRows: 40_000, wholeScans: 100, rowsByWholeScans: 5_000_000 }],
    },
    queues: [{ plugin: 'scaffolder', name: 'task', waiting: 500, running: 1, oldestSeconds: 900, failed: 0 }],
  })
  expect(advice.map(({ id, subject }) => [id, subject].join(' ').trim())).toEqual([
    'event-loop',
    'routes GET /entities',
    'heap',
    'pool',
    'connections',
    'cache',
    'dead-rows catalog.entity',
    'whole-scans catalog.entity',
    'queue scaffolder/task',
  ])
})

import type { PerformanceReport } from '@portico/core/server'
import { performanceLimits as limits, type Advice } from '@portico/devtools/common'

// A share of very little means nothing.
const minCalls = 20
const minDeadRows = 10_000
const minWholeScans = 50

/** What is beyond its limit. The texts, and which setting helps, are in the browser. */
export function adviseOn({ process, routes, pool, database, queues }: PerformanceReport): Advice[] {
  const heap = process.memory.find(({ part }) => part === 'heap')?.bytes ?? 0
  const slow = routes.filter(({ count, p99Ms }) => count >= minCalls && p99Ms > limits.routeP99Ms).sort((a, b) => b.p99Ms - a.p99Ms)[0]
  const above = (id: Advice['id'], measured: number, limit: number, subject?: string): Advice[] =>
    measured > limit ? [{ id, measured, limit, ...(subject !== undefined && { subject }) }] : []
  const { cacheHitShare = 1 } = database
  return [
    ...above('event-loop', process.eventLoop.p99Ms, limits.eventLoopP99Ms),
    ...(slow ? above('routes', slow.p99Ms, limits.routeP99Ms, `${slow.method} ${slow.route}`) : []),
    ...above('heap', heap / process.heapLimitBytes, limits.heapShare),
    ...above('pool', pool.waiting, limits.poolWaiting),
    ...above('connections', database.connections / database.maxConnections, limits.connectionShare),
    ...(cacheHitShare < limits.cacheHitShare ? [{ id: 'cache' as const, measured: cacheHitShare, limit: limits.cacheHitShare }] : []),
    ...database.tables.flatMap(({ schema, table, rows, deadRows, wholeScans, rowsByWholeScans }) => [
      ...(deadRows >= minDeadRows ? above('dead-rows', deadRows / (rows + deadRows), limits.deadRowShare, `${schema}.${table}`) : []),
      ...(wholeScans >= minWholeScans
        ? above('whole-scans', rowsByWholeScans / wholeScans, limits.rowsOfWholeScan, `${schema}.${table}`)
        : []),
    ]),
    ...queues.flatMap(({ plugin, name, oldestSeconds }) => above('queue', oldestSeconds, limits.queueOldestSeconds, `${plugin}/${name}`)),
  ]
}

import type { PerformanceReport } from '@portico/core/server'
import type { Performance } from '@portico/devtools/common'
import { adviseOn } from './advice.ts'

/** The core's report as the system page shows it, with advice. */
export function toPerformance(report: PerformanceReport): Performance {
  const { process, database } = report
  const { cacheHitShare, ...facts } = database
  return {
    since: report.since.toISOString(),
    process: { ...process, memory: [...process.memory] },
    routes: [...report.routes],
    statements: [...report.statements],
    pool: report.pool,
    database: { ...facts, tables: [...database.tables], ...(cacheHitShare !== undefined && { cacheHitShare }) },
    queues: [...report.queues],
    advice: adviseOn(report),
  }
}

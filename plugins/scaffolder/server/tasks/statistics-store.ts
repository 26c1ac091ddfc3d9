import { TaskStatus, type TaskStatistics } from '@portico/scaffolder/common'
import { sql, type Kysely } from 'kysely'
import type { ScaffolderTables } from '../migrations/tables.ts'
import { selectTasks, type TaskFilter } from './task-query.ts'

export type StatisticsQuery = Omit<TaskFilter, 'status' | 'isCancelled'>

/** Counts tasks and how long they took. */
export function createStatisticsStore(db: Kysely<ScaffolderTables>) {
  return {
    async read(query: StatisticsQuery): Promise<TaskStatistics> {
      const tookMs = sql`extract(epoch from finished_at - started_at) * 1000`
      const rows = await selectTasks(db, query)
        .select(({ fn, val }) => [
          'status',
          fn.countAll().as('count'),
          fn.countAll().filterWhere('waiting', 'is not', null).as('waiting'),
          fn.countAll().filterWhere('is_cancelled', '=', true).as('cancelled'),
          fn.max('created_at').as('last'),
          fn
            .agg<number | null>('percentile_cont', [val(0.5)])
            .withinGroupOrderBy(tookMs)
            .as('median'),
          fn
            .agg<number | null>('percentile_cont', [val(0.9)])
            .withinGroupOrderBy(tookMs)
            .as('p90'),
        ])
        .groupBy('status')
        .execute()
      const row = (status: TaskStatus) => rows.find(each => each.status === status)
      const count = (status: TaskStatus) => Number(row(status)?.count ?? 0)
      const cancelled = Number(row('failed')?.cancelled ?? 0)
      const byStatus = {
        ...(Object.fromEntries(TaskStatus.options.map(status => [status, count(status)])) as TaskStatistics['byStatus']),
        failed: count('failed') - cancelled,
        cancelled: count('cancelled') + cancelled,
      }
      const last = rows.map(each => each.last.getTime())
      const { median, p90 } = row('completed') ?? {}
      return {
        total: rows.reduce((sum, each) => sum + Number(each.count), 0),
        byStatus,
        waiting: rows.reduce((sum, each) => sum + Number(each.waiting), 0),
        succeeded: count('completed'),
        failed: byStatus.failed,
        ...(typeof median === 'number' && { medianMs: median }),
        ...(typeof p90 === 'number' && { p90Ms: p90 }),
        ...(last.length > 0 && { lastAt: new Date(Math.max(...last)).toISOString() }),
      }
    },
  }
}

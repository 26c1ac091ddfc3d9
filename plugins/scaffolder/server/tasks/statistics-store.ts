import { TaskStatus, type TaskStatistics } from '@portico/scaffolder/common'
import { sql, type Kysely } from 'kysely'
import { toSql, type TaskCondition } from './task-query.ts'

export interface StatisticsQuery {
  readonly createdBy?: readonly string[] | undefined
  readonly templateRef?: readonly string[] | undefined
  readonly visible?: TaskCondition | undefined
}

interface StatisticsRow {
  readonly status: TaskStatus
  readonly count: string
  readonly waiting: string
  readonly cancelled: string
  readonly last: Date
  readonly median: number | null
  readonly p90: number | null
}

/** Counts tasks and how long they took. */
export function createStatisticsStore(db: Kysely<object>) {
  return {
    async read({ createdBy, templateRef, visible }: StatisticsQuery): Promise<TaskStatistics> {
      const conditions = [
        sql`true`,
        ...(createdBy ? [sql`created_by = any(${createdBy}::text[])`] : []),
        ...(templateRef ? [sql`template_ref = any(${templateRef}::text[])`] : []),
        ...(visible ? [toSql(visible)] : []),
      ]
      const took = sql`extract(epoch from finished_at - started_at) * 1000`
      const { rows } = await sql<StatisticsRow>`
        select status, count(*) as count, count(*) filter (where waiting is not null) as waiting,
          count(*) filter (where is_cancelled) as cancelled, max(created_at) as last,
          percentile_cont(0.5) within group (order by ${took}) as median,
          percentile_cont(0.9) within group (order by ${took}) as p90
        from task where ${sql.join(conditions, sql` and `)} group by status`.execute(db)
      const row = (status: TaskStatus) => rows.find(each => each.status === status)
      const count = (status: TaskStatus) => Number(row(status)?.count ?? 0)
      const last = rows.map(each => each.last.getTime())
      const { median, p90 } = row('completed') ?? {}
      return {
        total: rows.reduce((sum, each) => sum + Number(each.count), 0),
        byStatus: Object.fromEntries(TaskStatus.options.map(status => [status, count(status)])) as TaskStatistics['byStatus'],
        waiting: rows.reduce((sum, each) => sum + Number(each.waiting), 0),
        succeeded: count('completed'),
        failed: count('failed') - Number(row('failed')?.cancelled ?? 0),
        ...(typeof median === 'number' && { medianMs: median }),
        ...(typeof p90 === 'number' && { p90Ms: p90 }),
        ...(last.length > 0 && { lastAt: new Date(Math.max(...last)).toISOString() }),
      }
    },
  }
}

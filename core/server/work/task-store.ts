import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { TaskResult } from './scheduler.ts'
import type { TaskRecord } from './task-record.ts'

/** Notifies that `<plugin>/<task>` ended, was cancelled or released. */
export const taskChannel = 'portico_task'
/** Notifies that `<plugin>/<task>` was triggered. */
export const taskTriggerChannel = 'portico_task_trigger'

interface TaskRow {
  readonly started_at: Date | null
  readonly timeout_at: Date | null
  readonly lease_ms: number | null
  readonly next_run_at: Date | null
  readonly next_ms: number | null
  readonly last_ended_at: Date | null
  readonly last_result: TaskResult | null
  readonly last_error: string | null
}

/** One task of all replicas, in the core's table. Every time is the database's, so the clocks of replicas do not matter. */
export function createStoredRecord(db: Kysely<any>, plugin: string, id: string): TaskRecord {
  const name = `${plugin}/${id}`
  const isThis = sql<boolean>`plugin = ${plugin} and id = ${id}`
  const isRunning = sql<boolean>`(owner is not null and lease_until >= now())`
  const released = sql`owner = null, lease_until = null, started_at = null, timeout_at = null`
  const inMs = (ms: number | undefined) => (ms === undefined ? sql`null::timestamptz` : sql`now() + make_interval(secs => ${ms / 1000})`)

  /** Runs an update and notifies the other replicas, if it changed anything. */
  async function change(update: ReturnType<typeof sql>, channel: string): Promise<boolean> {
    const { rows } = await sql`with changed as (${update} returning 1) select pg_notify(${channel}, ${name}) from changed`.execute(db)
    return rows.length > 0
  }

  return {
    async register(cadence, firstDelayMs) {
      await sql`
        insert into core.scheduled_task as task (plugin, id, cadence, next_run_at) values (${plugin}, ${id}, ${cadence}, ${inMs(firstDelayMs)})
        on conflict (plugin, id) do update set cadence = excluded.cadence, next_run_at = excluded.next_run_at
        where task.cadence <> excluded.cadence`.execute(db)
    },

    async claim(run, leaseMs, timeoutMs) {
      const { rows } = await sql`
        update core.scheduled_task set owner = ${run}, lease_until = ${inMs(leaseMs)}, started_at = now(), timeout_at = ${inMs(timeoutMs)}
        where ${isThis} and next_run_at <= now() and not ${isRunning} returning 1`.execute(db)
      return rows.length > 0
    },

    async keep(run, leaseMs) {
      const { rows } = await sql`
        update core.scheduled_task set lease_until = ${inMs(leaseMs)} where ${isThis} and owner = ${run} returning 1`.execute(db)
      return rows.length > 0
    },

    async finish(run, { result, error, nextDelayMs }) {
      await change(
        sql`update core.scheduled_task set ${released}, next_run_at = ${inMs(nextDelayMs)}, last_ended_at = now(), last_result = ${result},
          last_error = ${error ?? null} where ${isThis} and owner = ${run}`,
        taskChannel,
      )
    },

    async release(run) {
      await change(sql`update core.scheduled_task set ${released} where ${isThis} and owner = ${run}`, taskChannel)
    },

    trigger: () => change(sql`update core.scheduled_task set next_run_at = now() where ${isThis} and not ${isRunning}`, taskTriggerChannel),

    cancel: nextDelayMs =>
      change(
        sql`update core.scheduled_task set ${released}, next_run_at = ${inMs(nextDelayMs)}, last_ended_at = now(), last_result = 'cancelled',
          last_error = null where ${isThis} and ${isRunning}`,
        taskChannel,
      ),

    async metadata() {
      const { rows } = await sql<TaskRow>`
        select started_at, timeout_at, next_run_at, last_ended_at, last_result, last_error,
          case when ${isRunning} then extract(epoch from lease_until - now())::float8 * 1000 end as lease_ms,
          extract(epoch from next_run_at - now())::float8 * 1000 as next_ms
        from core.scheduled_task where ${isThis}`.execute(db)
      return rows[0] && toMetadata(rows[0])
    },
  }
}

function toMetadata(row: TaskRow) {
  const isRunning = row.started_at !== null && row.timeout_at !== null && row.lease_ms !== null
  return {
    ...(isRunning && { running: { startedAt: row.started_at, timesOutAt: row.timeout_at, leaseMs: row.lease_ms } }),
    ...(row.next_run_at !== null && { next: { at: row.next_run_at, inMs: row.next_ms ?? 0 } }),
    ...(row.last_ended_at !== null && { lastEndedAt: row.last_ended_at }),
    ...(row.last_result !== null && { lastResult: row.last_result }),
    ...(row.last_error !== null && { lastError: row.last_error }),
  }
}

/** Every task that any replica has registered, as it is stored. For diagnostics. */
export async function readStoredTasks(db: Kysely<any>): Promise<unknown[]> {
  const { rows } = await sql`select * from core.scheduled_task order by plugin, id`.execute(db)
  return rows
}

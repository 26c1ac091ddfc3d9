import type { ExpressionBuilder, Kysely, Selectable, UpdateQueryBuilder, UpdateResult } from 'kysely'
import { msUntil, now, secondsFromNow } from '../database/expressions.ts'
import type { CoreTables } from '../migrations/tables.ts'
import type { TaskResult } from './scheduler.ts'
import type { TaskRecord } from './task-record.ts'

/** Notifies that `<plugin>/<task>` ended, was cancelled or released. */
export const taskChannel = 'portico_task'
/** Notifies that `<plugin>/<task>` was triggered. */
export const taskTriggerChannel = 'portico_task_trigger'

type Tasks = ExpressionBuilder<CoreTables, 'scheduled_task'>
type TaskUpdate = UpdateQueryBuilder<CoreTables, 'scheduled_task', 'scheduled_task', UpdateResult>

const released = { owner: null, lease_until: null, started_at: null, timeout_at: null }
const isRunning = (eb: Tasks) => eb.and([eb('owner', 'is not', null), eb('lease_until', '>=', now)])
const inMs = (ms: number | undefined) => (ms === undefined ? null : secondsFromNow(ms / 1000))

/** One task of all replicas, in the core's table. Every time is the database's, so the clocks of replicas do not matter. */
export function createStoredRecord(db: Kysely<CoreTables>, plugin: string, id: string): TaskRecord {
  const name = `${plugin}/${id}`
  const update = db.updateTable('scheduled_task').where('plugin', '=', plugin).where('id', '=', id)

  /** Runs an update and notifies the other replicas, if it changed anything. */
  async function change(changed: TaskUpdate, channel: string): Promise<boolean> {
    const rows = await db
      .with('changed', () => changed.returning('id'))
      .selectFrom('changed')
      .select(({ fn, val }) => fn('pg_notify', [val(channel), val(name)]).as('told'))
      .execute()
    return rows.length > 0
  }

  return {
    async register(cadence, firstDelayMs) {
      const values = { cadence, next_run_at: inMs(firstDelayMs) }
      await db
        .insertInto('scheduled_task')
        .values({ plugin, id, ...values })
        .onConflict(conflict => conflict.columns(['plugin', 'id']).doUpdateSet(values).where('scheduled_task.cadence', '<>', cadence))
        .execute()
    },

    async claim(run, leaseMs, timeoutMs) {
      const { numUpdatedRows } = await update
        .set({ owner: run, lease_until: inMs(leaseMs), started_at: now, timeout_at: inMs(timeoutMs) })
        .where('next_run_at', '<=', now)
        .where(eb => eb.not(isRunning(eb)))
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    async keep(run, leaseMs) {
      const { numUpdatedRows } = await update
        .set({ lease_until: inMs(leaseMs) })
        .where('owner', '=', run)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    async finish(run, { result, error, nextDelayMs }) {
      const ended = { next_run_at: inMs(nextDelayMs), last_ended_at: now, last_result: result, last_error: error ?? null }
      await change(update.set({ ...released, ...ended }).where('owner', '=', run), taskChannel)
    },

    async release(run) {
      await change(update.set(released).where('owner', '=', run), taskChannel)
    },

    trigger: () =>
      change(
        update.set({ next_run_at: now }).where(eb => eb.not(isRunning(eb))),
        taskTriggerChannel,
      ),

    cancel: nextDelayMs => {
      const ended = { next_run_at: inMs(nextDelayMs), last_ended_at: now, last_result: 'cancelled', last_error: null }
      return change(update.set({ ...released, ...ended }).where(isRunning), taskChannel)
    },

    async metadata() {
      const row = await db
        .selectFrom('scheduled_task')
        .select(['started_at', 'timeout_at', 'next_run_at', 'last_ended_at', 'last_result', 'last_error'])
        .select(eb => [
          eb
            .case()
            .when(isRunning(eb))
            .then(msUntil(eb.ref('lease_until')))
            .end()
            .as('lease_ms'),
          msUntil(eb.ref('next_run_at')).as('next_ms'),
        ])
        .where('plugin', '=', plugin)
        .where('id', '=', id)
        .executeTakeFirst()
      return row && toMetadata(row)
    },
  }
}

type Stored = Omit<Selectable<CoreTables['scheduled_task']>, 'plugin' | 'id' | 'cadence' | 'owner' | 'lease_until'>
type TaskRow = Readonly<Stored & { lease_ms: number | null; next_ms: number | null }>

function toMetadata(row: TaskRow) {
  const hasLease = row.started_at !== null && row.timeout_at !== null && row.lease_ms !== null
  return {
    ...(hasLease && { running: { startedAt: row.started_at, timesOutAt: row.timeout_at, leaseMs: row.lease_ms } }),
    ...(row.next_run_at !== null && { next: { at: row.next_run_at, inMs: row.next_ms ?? 0 } }),
    ...(row.last_ended_at !== null && { lastEndedAt: row.last_ended_at }),
    ...(row.last_result !== null && { lastResult: row.last_result as TaskResult }),
    ...(row.last_error !== null && { lastError: row.last_error }),
  }
}

/** Every task that any replica has registered, as it is stored. For diagnostics. */
export function readStoredTasks(db: Kysely<CoreTables>): Promise<unknown[]> {
  return db.selectFrom('scheduled_task').selectAll().orderBy('plugin').orderBy('id').execute()
}

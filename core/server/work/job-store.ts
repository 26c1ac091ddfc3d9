import { sql, type Expression, type ExpressionBuilder, type Kysely, type Transaction } from 'kysely'
import { anyOf, msUntil, now, secondsFromNow } from '../database/expressions.ts'
import type { CoreTables } from '../migrations/tables.ts'
import type { JobState } from './jobs.ts'

/** Notifies that a queue, `<plugin>/<name>`, has a job that is due. */
export const jobChannel = 'portico_job'
/** Notifies that the job with that id was cancelled. */
export const jobCancelChannel = 'portico_job_cancel'

export interface QueueOfJobs {
  readonly plugin: string
  readonly name: string
  readonly attempts: number
}

export interface NewJob {
  readonly payloadJson: string
  readonly key: string | undefined
  readonly priority: number
  readonly startAfterSeconds: number
}

export interface ClaimedJob {
  readonly id: string
  readonly payload: unknown
  readonly attempt: number
}

export interface Claim {
  readonly plugin: string
  readonly name: string
  readonly owner: string
  readonly limit: number
  readonly leaseSeconds: number
}

export type JobStore = ReturnType<typeof createJobStore>

const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const queueName = sql<string>`plugin || '/' || name`
const released = { owner: null, lease_until: null }

/** The table of jobs. */
export function createJobStore(db: Kysely<CoreTables>) {
  /** Changes those of the jobs that the owner still runs. */
  const held = (ids: readonly string[], owner: string) =>
    db.updateTable('job').where('id', '=', anyOf(ids)).where('owner', '=', owner).where('state', '=', 'running')

  return {
    /**
     * The ids of the new ones, in one statement; a job whose key has one that has not started yet is not added.
     * The table is named with its schema, as plugins add jobs in transactions of theirs.
     */
    async add({ plugin, name, attempts }: QueueOfJobs, jobs: readonly NewJob[], within?: Transaction<any>): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        with added as (
          insert into core.job (plugin, name, payload, key, priority, attempts, run_at)
          select ${plugin}, ${name}, payload::json, key, priority, ${attempts}::int, now() + make_interval(secs => start_after)
          from json_to_recordset(${JSON.stringify(jobs.map(toRow))}::json) as n (payload text, key text, priority int, start_after float8)
          on conflict (plugin, name, key) where state = 'waiting' and started_at is null do nothing
          returning id),
        told as (select pg_notify(${jobChannel}, ${`${plugin}/${name}`}) where exists (select from added))
        select id from added left join told on true`.execute(within ?? db)
      return rows.map(({ id }) => id)
    },

    async claim({ plugin, name, owner, limit, leaseSeconds }: Claim): Promise<ClaimedJob[]> {
      return db
        .with(
          cte => cte('next').materialized(),
          query =>
            query
              .selectFrom('job')
              .select('id')
              .where('plugin', '=', plugin)
              .where('name', '=', name)
              .where('state', '=', 'waiting')
              .where('run_at', '<=', now)
              .orderBy('priority', 'desc')
              .orderBy('number')
              .limit(limit)
              .forUpdate()
              .skipLocked(),
        )
        .with('claimed', query =>
          query
            .updateTable('job')
            .from('next')
            .set(({ eb, fn }) => ({
              state: 'running',
              attempt: eb('attempt', '+', 1),
              started_at: fn.coalesce('started_at', now),
              owner,
              lease_until: secondsFromNow(leaseSeconds),
            }))
            .whereRef('job.id', '=', 'next.id')
            .returning(['job.id', 'payload', 'attempt', 'number', 'priority']),
        )
        .selectFrom('claimed')
        .select(['id', 'payload', 'attempt'])
        .orderBy('priority', 'desc')
        .orderBy('number')
        .execute()
    },

    /** In how many milliseconds to check again: when the next job is due, or soon when one became due this moment; undefined when none waits. */
    async nextDueMs(plugin: string, name: string): Promise<number | undefined> {
      const { ms } = await db
        .selectFrom('job')
        .select(({ fn }) => msUntil(fn.min('run_at')).as('ms'))
        .where('plugin', '=', plugin)
        .where('name', '=', name)
        .where('state', '=', 'waiting')
        .executeTakeFirstOrThrow()
      return ms === null ? undefined : Math.max(ms, 20)
    },

    /** Renews the leases; returns the jobs that are still this owner's. */
    async heartbeat(ids: readonly string[], owner: string, leaseSeconds: number): Promise<Set<string>> {
      const rows = await held(ids, owner)
        .set({ lease_until: secondsFromNow(leaseSeconds) })
        .returning('id')
        .execute()
      return new Set(rows.map(({ id }) => id))
    },

    async complete(id: string, owner: string): Promise<void> {
      await held([id], owner)
        .set({ ...released, state: 'completed', finished_at: now, error: null })
        .execute()
    },

    /** Back to the queue for another attempt, or failed for good when none is left or a retry makes no sense. */
    async fail(id: string, owner: string, error: string, retryAfterSeconds: number | undefined): Promise<void> {
      const ended = held([id], owner)
        .set(eb => ({
          ...released,
          ...afterAttempt(eb, retryAfterSeconds === undefined ? 0 : eb.ref('attempts')),
          run_at: secondsFromNow(retryAfterSeconds ?? 0),
          error,
        }))
        .returning(['state', queueName.as('queue')])
      await db
        .with('ended', () => ended)
        .selectFrom('ended')
        .select(({ fn, val }) => fn('pg_notify', [val(jobChannel), 'queue']).as('told'))
        .where('state', '=', 'waiting')
        .execute()
    },

    /** Back to the queue as if it had not been tried: the server stops. */
    async giveBack(ids: readonly string[], owner: string): Promise<void> {
      const given = held(ids, owner)
        .set(({ eb }) => ({ ...released, state: 'waiting', attempt: eb('attempt', '-', 1), run_at: now }))
        .returning(queueName.as('queue'))
      await db
        .with('given', () => given)
        .selectFrom('given')
        .select(({ fn, val }) => fn('pg_notify', [val(jobChannel), 'queue']).as('told'))
        .execute()
    },

    async cancel(plugin: string, name: string, id: string): Promise<void> {
      if (!isUuid.test(id)) return
      const cancelled = db
        .updateTable('job')
        .set({ ...released, state: 'cancelled', finished_at: now })
        .where('id', '=', id)
        .where('plugin', '=', plugin)
        .where('name', '=', name)
        .where('state', 'in', ['waiting', 'running'])
        .returning('id')
      await db
        .with('cancelled', () => cancelled)
        .selectFrom('cancelled')
        .select(({ fn, val, cast }) => fn('pg_notify', [val(jobCancelChannel), cast('id', 'text')]).as('told'))
        .execute()
    },

    async status(plugin: string, name: string, id: string): Promise<JobState | undefined> {
      if (!isUuid.test(id)) return undefined
      const row = await db
        .selectFrom('job')
        .select('state')
        .where('id', '=', id)
        .where('plugin', '=', plugin)
        .where('name', '=', name)
        .executeTakeFirst()
      return row?.state as JobState | undefined
    },

    /** Jobs whose worker sends no heartbeat go back to the queue, or have failed when that was their last attempt. */
    async reap(): Promise<{ plugin: string; name: string; id: string; state: JobState }[]> {
      const expired = db
        .selectFrom('job')
        .select('id')
        .where('state', '=', 'running')
        .where('lease_until', '<', now)
        .forUpdate()
        .skipLocked()
      const error = 'The server that ran it stopped renewing the lease'
      const reaped = db
        .updateTable('job')
        .set(eb => ({ ...released, ...afterAttempt(eb, eb.ref('attempts')), run_at: now, error }))
        .where('id', 'in', expired)
        .returning(['plugin', 'name', 'id', 'state'])
      const rows = await db
        .with('reaped', () => reaped)
        .selectFrom('reaped')
        .selectAll()
        .select(eb =>
          eb
            .case()
            .when('state', '=', 'waiting')
            .then(eb.fn('pg_notify', [eb.val(jobChannel), queueName]))
            .end()
            .as('told'),
        )
        .execute()
      return rows.map(({ plugin, name, id, state }) => ({ plugin, name, id, state: state as JobState }))
    },

    /** A job whose run has blocked its server: it is tried again later, unless it has had its attempts. */
    async blocked(id: string, error: string, limits: { readonly attempts: number; readonly retryAfterSeconds: number }): Promise<void> {
      if (!isUuid.test(id)) return
      await db
        .updateTable('job')
        .set(eb => {
          const attempts = eb.fn<number>('least', ['attempts', eb.cast<number>(eb.val(limits.attempts), 'integer')])
          return { ...released, ...afterAttempt(eb, attempts), attempts, run_at: secondsFromNow(limits.retryAfterSeconds), error }
        })
        .where('id', '=', id)
        .where('state', '=', 'running')
        .execute()
    },

    /** What may have had no notification: queues with jobs that are due, and in how many milliseconds the next lease expires. */
    async outlook(): Promise<{ due: string[]; leaseMs: number | undefined }> {
      const jobs = db.selectFrom('job')
      const { due, lease_ms: leaseMs } = await db
        .selectNoFrom(({ fn }) => [
          jobs
            .select(fn.agg<string[]>('array_agg', [queueName]).distinct().as('due'))
            .where('state', '=', 'waiting')
            .where('run_at', '<=', now)
            .as('due'),
          jobs
            .select(eb => msUntil(eb.fn.min('lease_until')).as('ms'))
            .where('state', '=', 'running')
            .as('lease_ms'),
        ])
        .executeTakeFirstOrThrow()
      return { due: due ?? [], leaseMs: leaseMs ?? undefined }
    },

    /** Deletes jobs that ended longer ago than that; returns how many. */
    async deleteEnded(olderThanSeconds: number): Promise<number> {
      const ended = db.selectFrom('job').select('id').where('finished_at', '<', secondsFromNow(-olderThanSeconds)).limit(5000)
      const { numDeletedRows } = await db.deleteFrom('job').where('id', 'in', ended).executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

/** What becomes of a job after an attempt of so many. */
function afterAttempt(eb: ExpressionBuilder<CoreTables, 'job'>, attempts: Expression<number> | number) {
  const isLast = eb('attempt', '>=', attempts)
  return {
    state: eb.case().when(isLast).then('failed').else('waiting').end(),
    finished_at: eb.case().when(isLast).then(now).end(),
  }
}

function toRow({ payloadJson, key, priority, startAfterSeconds }: NewJob) {
  return { payload: payloadJson, key, priority, start_after: startAfterSeconds }
}

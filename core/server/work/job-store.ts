import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
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

/** The table of jobs. It is named with its schema, as it is also written to in transactions of plugins. */
export function createJobStore(db: Kysely<any>) {
  return {
    /** The ids of the new ones, in one statement; a job whose key has one that has not started yet is not added. */
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
      const { rows } = await sql<ClaimedJob>`
        with next as materialized (
          select id, number, priority from core.job
          where plugin = ${plugin} and name = ${name} and state = 'waiting' and run_at <= now()
          order by priority desc, number limit ${limit} for update skip locked),
        claimed as (
          update core.job set state = 'running', attempt = attempt + 1, started_at = coalesce(started_at, now()), owner = ${owner},
            lease_until = now() + make_interval(secs => ${leaseSeconds})
          from next where job.id = next.id
          returning job.id, payload, attempt, job.number, job.priority)
        select id, payload, attempt from claimed order by priority desc, number`.execute(db)
      return rows
    },

    /** In how many milliseconds to check again: when the next job is due, or soon when one became due this moment; undefined when none waits. */
    async nextDueMs(plugin: string, name: string): Promise<number | undefined> {
      const { rows } = await sql<{ ms: number | null }>`
        select extract(epoch from min(run_at) - now())::float8 * 1000 as ms from core.job
        where plugin = ${plugin} and name = ${name} and state = 'waiting'`.execute(db)
      const ms = rows[0]?.ms ?? undefined
      return ms === undefined ? undefined : Math.max(ms, 20)
    },

    /** Renews the leases; returns the jobs that are still this owner's. */
    async heartbeat(ids: readonly string[], owner: string, leaseSeconds: number): Promise<Set<string>> {
      const { rows } = await sql<{ id: string }>`
        update core.job set lease_until = now() + make_interval(secs => ${leaseSeconds})
        where id = any(${ids}) and owner = ${owner} and state = 'running' returning id`.execute(db)
      return new Set(rows.map(({ id }) => id))
    },

    async complete(id: string, owner: string): Promise<void> {
      await sql`
        update core.job set state = 'completed', finished_at = now(), owner = null, lease_until = null, error = null
        where id = ${id} and owner = ${owner} and state = 'running'`.execute(db)
    },

    /** Back to the queue for another attempt, or failed for good when none is left or a retry makes no sense. */
    async fail(id: string, owner: string, error: string, retryAfterSeconds: number | undefined): Promise<void> {
      const last = sql<boolean>`(attempt >= attempts or ${retryAfterSeconds === undefined})`
      await sql`
        with ended as (
          update core.job set state = case when ${last} then 'failed' else 'waiting' end, finished_at = case when ${last} then now() end,
            run_at = now() + make_interval(secs => ${retryAfterSeconds ?? 0}), owner = null, lease_until = null, error = ${error}
          where id = ${id} and owner = ${owner} and state = 'running' returning state, plugin || '/' || name as queue)
        select pg_notify(${jobChannel}, queue) from ended where state = 'waiting'`.execute(db)
    },

    /** Back to the queue as if it had not been tried: the server stops. */
    async giveBack(ids: readonly string[], owner: string): Promise<void> {
      await sql`
        with given as (
          update core.job set state = 'waiting', attempt = attempt - 1, run_at = now(), owner = null, lease_until = null
          where id = any(${ids}) and owner = ${owner} and state = 'running' returning plugin || '/' || name as queue)
        select pg_notify(${jobChannel}, queue) from given`.execute(db)
    },

    async cancel(plugin: string, name: string, id: string): Promise<void> {
      if (!isUuid.test(id)) return
      await sql`
        with cancelled as (
          update core.job set state = 'cancelled', finished_at = now(), owner = null, lease_until = null
          where id = ${id} and plugin = ${plugin} and name = ${name} and state in ('waiting', 'running') returning id)
        select pg_notify(${jobCancelChannel}, id::text) from cancelled`.execute(db)
    },

    async status(plugin: string, name: string, id: string): Promise<JobState | undefined> {
      if (!isUuid.test(id)) return undefined
      const { rows } = await sql<{ state: JobState }>`
        select state from core.job where id = ${id} and plugin = ${plugin} and name = ${name}`.execute(db)
      return rows[0]?.state
    },

    /** Jobs whose worker sends no heartbeat go back to the queue, or have failed when that was their last attempt. */
    async reap(): Promise<{ plugin: string; name: string; id: string; state: JobState }[]> {
      const { rows } = await sql<{ plugin: string; name: string; id: string; state: JobState }>`
        with reaped as (
          update core.job set state = case when attempt >= attempts then 'failed' else 'waiting' end,
            finished_at = case when attempt >= attempts then now() end, run_at = now(), owner = null, lease_until = null,
            error = 'The server that ran it stopped renewing the lease'
          where id in (select id from core.job where state = 'running' and lease_until < now() for update skip locked)
          returning plugin, name, id, state)
        select *, case when state = 'waiting' then pg_notify(${jobChannel}, plugin || '/' || name) end from reaped`.execute(db)
      return rows
    },

    /** A job whose run has blocked its server: it is tried again later, unless it has had its attempts. */
    async blocked(id: string, error: string, limits: { readonly attempts: number; readonly retryAfterSeconds: number }): Promise<void> {
      if (!isUuid.test(id)) return
      const last = sql<boolean>`(attempt >= least(attempts, ${limits.attempts}::int))`
      await sql`
        update core.job set state = case when ${last} then 'failed' else 'waiting' end, finished_at = case when ${last} then now() end,
          attempts = least(attempts, ${limits.attempts}::int), run_at = now() + make_interval(secs => ${limits.retryAfterSeconds}),
          owner = null, lease_until = null, error = ${error}
        where id = ${id} and state = 'running'`.execute(db)
    },

    /** What may have had no notification: queues with jobs that are due, and in how many milliseconds the next lease expires. */
    async outlook(): Promise<{ due: string[]; leaseMs: number | undefined }> {
      const { rows } = await sql<{ due: string[] | null; lease_ms: number | null }>`
        select (select array_agg(distinct plugin || '/' || name) from core.job where state = 'waiting' and run_at <= now()) as due,
          (select extract(epoch from min(lease_until) - now())::float8 * 1000 from core.job where state = 'running') as lease_ms`.execute(
        db,
      )
      return { due: rows[0]?.due ?? [], leaseMs: rows[0]?.lease_ms ?? undefined }
    },

    /** Deletes jobs that ended longer ago than that; returns how many. */
    async deleteEnded(olderThanSeconds: number): Promise<number> {
      const { numAffectedRows } = await sql`
        delete from core.job where id in (
          select id from core.job where finished_at < now() - make_interval(secs => ${olderThanSeconds}) limit 5000)`.execute(db)
      return Number(numAffectedRows ?? 0)
    },
  }
}

function toRow({ payloadJson, key, priority, startAfterSeconds }: NewJob) {
  return { payload: payloadJson, key, priority, start_after: startAfterSeconds }
}

import type { Task, TaskSpec, TaskStatus, TaskWaiting } from '@portico/scaffolder/common'
import { sql, type Kysely, type Transaction } from 'kysely'
import { randomBytes } from 'node:crypto'
import { columns, conditionsOf, listStatement, type TaskQuery, type TaskRow } from './task-query.ts'

/** Notifies of new events: the id of the task. */
export const taskChannel = 'portico_scaffolder_task'
/** Notifies that a task was cancelled: its id. */
export const cancelChannel = 'portico_scaffolder_cancel'

export interface NewTask {
  readonly id: string
  readonly templateRef: string
  readonly spec: TaskSpec
  readonly createdBy: string | undefined
  readonly sealed: Buffer
}

/** What a server gets that takes up a task. */
export interface ClaimedTask {
  readonly task: Task
  readonly sealed: Buffer | undefined
  readonly state: Buffer | undefined
  /** The server that ran it before has not ended it. */
  readonly isInterrupted: boolean
  /** How many servers have taken it up before and never let go of it: they ended while they ran it. */
  readonly tries: number
  /** What they ran last; undefined before the first step. */
  readonly stepId: string | undefined
  readonly isRetried: boolean
  readonly isCancelled: boolean
  readonly startedAt: Date
}

export interface NewPause {
  readonly waiting: TaskWaiting
  readonly details: WaitingTask['details']
  readonly sealed: Buffer
  readonly hookDigest?: Buffer | undefined
}

export interface WaitingTask {
  readonly task: Task
  readonly state: Buffer | undefined
  readonly details: {
    readonly place: string
    readonly isGate?: boolean
    readonly user?: string
    readonly match?: Readonly<Record<string, unknown>>
  }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The table of tasks. */
export function createTaskStore(db: Kysely<object>) {
  return {
    transaction: <T>(run: (within: Transaction<object>) => Promise<T>) => db.transaction().execute(run),

    /** The key that all replicas share when config has none. */
    async sharedKey(): Promise<Buffer> {
      await sql`insert into encryption_key (id, key) values (1, ${randomBytes(32)}) on conflict do nothing`.execute(db)
      const { rows } = await sql<{ key: Buffer }>`select key from encryption_key`.execute(db)
      return rows[0]?.key ?? Buffer.alloc(32)
    },

    async add({ id, templateRef, spec, createdBy, sealed }: NewTask, within: Transaction<object>): Promise<void> {
      await sql`insert into task (id, template_ref, spec, created_by, sealed)
        values (${id}, ${templateRef}, ${JSON.stringify(spec)}, ${createdBy ?? null}, ${sealed})`.execute(within)
    },

    async get(id: string): Promise<Task | undefined> {
      if (!uuid.test(id)) return undefined
      const { rows } = await sql<TaskRow>`select ${columns} from task where id = ${id}`.execute(db)
      return rows[0] && toTask(rows[0])
    },

    async list(query: TaskQuery): Promise<{ tasks: Task[]; total: number }> {
      const [{ rows }, counted] = await Promise.all([
        listStatement(query).execute(db),
        sql<{ total: string }>`select count(*) as total from task where ${sql.join(conditionsOf(query), sql` and `)}`.execute(db),
      ])
      return { tasks: rows.map(toTask), total: Number(counted.rows[0]?.total ?? 0) }
    },

    /**
     * Takes up a task that has not ended and does not wait; undefined for any other. The try is written here, before anything is done
     * with the task: whatever that does to the server, it counts.
     */
    async claim(id: string, claim: string, wipe: boolean): Promise<ClaimedTask | undefined> {
      const { rows } = await sql<
        TaskRow & {
          sealed: Buffer | null
          state: Buffer | null
          was_free: boolean
          is_cancelled: boolean
          is_retried: boolean
          started_at: Date
          tries: number
          step_id: string | null
        }
      >`
        with before as materialized (select id, sealed, claim, tried_by from task where id = ${id} for update)
        update task set status = 'processing', claim = ${claim}, tried_by = before.tried_by || ${claim}::uuid, started_at = coalesce(task.started_at, now()), last_heartbeat_at = now(),
          sealed = case when ${wipe} then null else task.sealed end
        from before where task.id = before.id and status in ('open', 'processing') and waiting is null
        returning task.id, spec, status, created_by, retried_by, created_at, last_heartbeat_at, waiting, before.sealed, state,
          before.claim is null as was_free, is_retried, is_cancelled, task.started_at, cardinality(before.tried_by) as tries,
          step_id`.execute(db)
      const row = rows[0]
      if (!row) return undefined
      return {
        task: toTask(row),
        sealed: row.sealed ?? undefined,
        state: row.state ?? undefined,
        isInterrupted: !row.was_free,
        tries: row.tries,
        stepId: row.step_id ?? undefined,
        isRetried: row.is_retried,
        isCancelled: row.is_cancelled,
        startedAt: row.started_at,
      }
    },

    /** Whether a server has ended while it ran this task. */
    async isSuspect(id: string): Promise<boolean> {
      const { rows } = await sql`select from task where id = ${id} and tried_by <> '{}'`.execute(db)
      return rows.length > 0
    },

    /** A server that lets go of a task has not ended in it. */
    async release(id: string, claim: string): Promise<void> {
      await sql`update task set tried_by = array_remove(tried_by, ${claim}::uuid) where id = ${id}`.execute(db)
    },

    /** Writes which step comes next; false when the claim no longer holds. */
    async beginStep(id: string, claim: string, stepId: string | undefined): Promise<boolean> {
      const { rows } = await sql`update task set step_id = ${stepId ?? null}
        where id = ${id} and claim = ${claim} and status = 'processing' returning 1`.execute(db)
      return rows.length > 0
    },

    /** Whether the claim still holds. */
    async saveState(id: string, claim: string, state: Buffer, within: Transaction<object>): Promise<boolean> {
      const { rows } = await sql`update task set state = ${state}, last_heartbeat_at = now()
        where id = ${id} and claim = ${claim} and status = 'processing' returning 1`.execute(within)
      return rows.length > 0
    },

    async end(id: string, claim: string, status: TaskStatus, within: Transaction<object>): Promise<boolean> {
      const { rows } = await sql`update task set status = ${status}, finished_at = now(), claim = null, sealed = null, waiting = null,
        wait_details = null, hook_digest = null, is_retried = false, tried_by = '{}', step_id = null,
        state = case when ${status} = 'completed' then null else state end
        where id = ${id} and claim = ${claim} and status = 'processing' returning 1`.execute(within)
      return rows.length > 0
    },

    /** The ids of those that were cancelled meanwhile. */
    async heartbeat(ids: readonly string[]): Promise<string[]> {
      const { rows } = await sql<{ id: string; is_cancelled: boolean }>`
        update task set last_heartbeat_at = now()
        where id in (select id from task where id = any(${ids}::uuid[]) and status = 'processing' order by id for update skip locked)
        returning id, is_cancelled`.execute(db)
      return rows.flatMap(row => (row.is_cancelled ? [row.id] : []))
    },

    /** What state the task was in when it was cancelled. */
    async cancel(
      id: string,
      within: Transaction<object>,
    ): Promise<{ status: TaskStatus; isWaiting: boolean; wasCancelled: boolean } | undefined> {
      const { rows } = await sql<{ status: TaskStatus; is_waiting: boolean; was_cancelled: boolean }>`
        with before as (select id, status, waiting is not null as is_waiting, is_cancelled from task where id = ${id} for update)
        update task set is_cancelled = task.is_cancelled or before.status in ('open', 'processing'),
          status = case when before.status = 'open' or before.is_waiting then 'cancelled' else task.status end,
          waiting = null, wait_details = null, hook_digest = null,
          finished_at = case when before.status = 'open' or before.is_waiting then now() else finished_at end,
          sealed = case when before.status = 'open' or before.is_waiting then null else sealed end
        from before where task.id = before.id
        returning before.status, before.is_waiting, before.is_cancelled as was_cancelled`.execute(within)
      const row = rows[0]
      return row && { status: row.status, isWaiting: row.is_waiting, wasCancelled: row.was_cancelled }
    },

    /** Lets a task wait; false when the claim no longer holds. */
    async pause(id: string, claim: string, pause: NewPause, within: Transaction<object>): Promise<boolean> {
      const { waiting, details, sealed, hookDigest } = pause
      const { rows } = await sql`update task set claim = null, waiting = ${JSON.stringify(waiting)}::jsonb,
        wait_details = ${JSON.stringify(details)}::jsonb, sealed = ${sealed}, hook_digest = ${hookDigest ?? null},
        tried_by = array_remove(tried_by, ${claim}::uuid)
        where id = ${id} and claim = ${claim} and status = 'processing' and not is_cancelled returning 1`.execute(within)
      return rows.length > 0
    },

    /** What a task waits for, locked until the transaction ends. */
    async lockWaiting(id: string, within: Transaction<object>): Promise<WaitingTask | undefined> {
      if (!uuid.test(id)) return undefined
      const { rows } = await sql<TaskRow & { state: Buffer | null; wait_details: WaitingTask['details'] }>`
        select ${columns}, state, wait_details from task where id = ${id} and waiting is not null for update`.execute(within)
      return rows[0] && toWaiting(rows[0])
    },

    /** Some of what it waits for has come. */
    async setWaiting(id: string, waiting: TaskWaiting, within: Transaction<object>): Promise<void> {
      await sql`update task set waiting = ${JSON.stringify(waiting)}::jsonb where id = ${id} and waiting is not null`.execute(within)
    },

    async resume(id: string, state: Buffer, within: Transaction<object>): Promise<void> {
      await sql`update task set state = ${state}, waiting = null, wait_details = null, hook_digest = null where id = ${id}`.execute(within)
    },

    async waitingFor(kind: TaskWaiting['kind'], topic?: string): Promise<WaitingTask[]> {
      const { rows } = await sql<TaskRow & { state: Buffer | null; wait_details: WaitingTask['details'] }>`
        select ${columns}, state, wait_details from task where waiting is not null and waiting->>'kind' = ${kind}
          and (${topic ?? null}::text is null or waiting->>'topic' = ${topic ?? null}) order by number`.execute(db)
      return rows.map(toWaiting)
    },

    async idByHook(digest: Buffer): Promise<string | undefined> {
      const { rows } = await sql<{ id: string }>`select id from task where hook_digest = ${digest}`.execute(db)
      return rows[0]?.id
    },

    /** Opens an ended task again; false when it has not ended. */
    async reopen(
      id: string,
      { sealed, state, retriedBy }: { readonly sealed: Buffer; readonly state: Buffer | undefined; readonly retriedBy: string },
      within: Transaction<object>,
    ): Promise<boolean> {
      const { rows } = await sql`update task set status = 'open', sealed = ${sealed}, is_cancelled = false, is_retried = true, claim = null,
        started_at = null, finished_at = null, state = ${state ?? null}, tried_by = '{}', step_id = null,
        retried_by = array_append(array_remove(retried_by, ${retriedBy}), ${retriedBy})
        where id = ${id} and status in ('cancelled', 'completed', 'failed', 'skipped') returning 1`.execute(within)
      return rows.length > 0
    },

    async stateOf(id: string): Promise<Buffer | undefined> {
      const { rows } = await sql<{ state: Buffer | null }>`select state from task where id = ${id}`.execute(db)
      return rows[0]?.state ?? undefined
    },

    /** Tasks that are processed by no server: their heartbeat is too old. */
    async stale(olderThanMs: number): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`select id from task where status = 'processing' and waiting is null
        and last_heartbeat_at < now() - make_interval(secs => ${olderThanMs / 1000})`.execute(db)
      return rows.map(({ id }) => id)
    },

    async removeEnded(olderThanMs: number): Promise<number> {
      const { numAffectedRows } =
        await sql`delete from task where finished_at < now() - make_interval(secs => ${olderThanMs / 1000})`.execute(db)
      return Number(numAffectedRows ?? 0)
    },

    /** Tells the server that runs the task. */
    async notifyCancelled(id: string, within: Transaction<object>): Promise<void> {
      await sql`select pg_notify(${cancelChannel}, ${id})`.execute(within)
    },
  }
}

export type TaskStore = ReturnType<typeof createTaskStore>

function toWaiting(row: TaskRow & { readonly state: Buffer | null; readonly wait_details: WaitingTask['details'] }): WaitingTask {
  return { task: toTask(row), state: row.state ?? undefined, details: row.wait_details }
}

function toTask(row: TaskRow): Task {
  return {
    id: row.id,
    spec: row.spec,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    ...(row.last_heartbeat_at && { lastHeartbeatAt: row.last_heartbeat_at.toISOString() }),
    ...(row.created_by !== null && { createdBy: row.created_by }),
    ...(row.retried_by.length > 0 && { retriedBy: [...row.retried_by] }),
    ...(row.waiting && { waiting: row.waiting }),
  }
}

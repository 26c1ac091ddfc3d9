import { secondsFromNow, now } from '@portico/core/server/expressions'
import type { Task, TaskSpec, TaskStatus, TaskWaiting } from '@portico/scaffolder/common'
import { sql, type Kysely, type Selectable } from 'kysely'
import { randomBytes } from 'node:crypto'
import type { ScaffolderTables } from '../migrations/tables.ts'
import { createClaimStore, hasUpdated, notWaiting, type TaskTransaction, type WaitDetails } from './claim-store.ts'
import { selectTaskPage, selectTasks, taskColumns, toTask, type TaskQuery } from './task-query.ts'

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

export interface WaitingTask {
  readonly task: Task
  readonly state: Buffer | undefined
  readonly details: WaitDetails
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The table of tasks. */
export function createTaskStore(db: Kysely<ScaffolderTables>) {
  const selectWaiting = (within: Kysely<ScaffolderTables>) =>
    within.selectFrom('task').select(taskColumns).select(['state', 'wait_details']).where('waiting', 'is not', null)

  return {
    ...createClaimStore(db),

    transaction: <T>(run: (within: TaskTransaction) => Promise<T>) => db.transaction().execute(run),

    /** The key that all replicas share when config has none. */
    async sharedKey(): Promise<Buffer> {
      await db
        .insertInto('encryption_key')
        .values({ id: 1, key: randomBytes(32) })
        .onConflict(conflict => conflict.doNothing())
        .execute()
      return (await db.selectFrom('encryption_key').select('key').executeTakeFirstOrThrow()).key
    },

    /** False when there is one with this id. */
    async add({ id, templateRef, spec, createdBy, sealed }: NewTask, within: TaskTransaction): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await within
        .insertInto('task')
        .values({ id, template_ref: templateRef, spec: JSON.stringify(spec), created_by: createdBy, sealed })
        .onConflict(conflict => conflict.doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows === 1n
    },

    async get(id: string): Promise<Task | undefined> {
      if (!uuid.test(id)) return undefined
      const row = await db.selectFrom('task').select(taskColumns).where('id', '=', id).executeTakeFirst()
      return row && toTask(row)
    },

    async list(query: TaskQuery): Promise<{ tasks: Task[]; total: number }> {
      const [rows, { total }] = await Promise.all([
        selectTaskPage(db, query).execute(),
        selectTasks(db, query)
          .select(({ fn }) => fn.countAll().as('total'))
          .executeTakeFirstOrThrow(),
      ])
      return { tasks: rows.map(toTask), total: Number(total) }
    },

    /** What state the task was in when it was cancelled. */
    async cancel(
      id: string,
      within: TaskTransaction,
    ): Promise<{ status: TaskStatus; waiting: TaskWaiting | undefined; wasCancelled: boolean } | undefined> {
      const before = await within
        .with('before', cte => cte.selectFrom('task').select(['id', 'status', 'waiting', 'is_cancelled']).where('id', '=', id).forUpdate())
        .updateTable('task')
        .from('before')
        .set(eb => {
          const isOver = eb.or([eb('before.status', '=', 'open'), eb('before.waiting', 'is not', null)])
          return {
            ...notWaiting,
            is_cancelled: eb.or([eb.ref('before.is_cancelled'), eb('before.status', 'in', ['open', 'processing'])]).$castTo<boolean>(),
            status: eb.case().when(isOver).then('cancelled').else(eb.ref('before.status')).end(),
            finished_at: eb.case().when(isOver).then(now).else(eb.ref('task.finished_at')).end(),
            sealed: eb.case().when(isOver).then(null).else(eb.ref('task.sealed')).end(),
          }
        })
        .whereRef('task.id', '=', 'before.id')
        .returning(['before.status', 'before.waiting', 'before.is_cancelled'])
        .executeTakeFirst()
      const waiting = (before?.waiting ?? undefined) as TaskWaiting | undefined
      return before && { status: before.status as TaskStatus, waiting, wasCancelled: before.is_cancelled }
    },

    /** What a task waits for, locked until the transaction ends. */
    async lockWaiting(id: string, within: TaskTransaction): Promise<WaitingTask | undefined> {
      if (!uuid.test(id)) return undefined
      const row = await selectWaiting(within).where('id', '=', id).forUpdate().executeTakeFirst()
      return row && toWaiting(row)
    },

    /** Some of what it waits for has come. */
    async setWaiting(id: string, waiting: TaskWaiting, within: TaskTransaction): Promise<void> {
      await within
        .updateTable('task')
        .set({ waiting: JSON.stringify(waiting) })
        .where('id', '=', id)
        .where('waiting', 'is not', null)
        .execute()
    },

    async resume(id: string, state: Buffer, within: TaskTransaction): Promise<void> {
      await within
        .updateTable('task')
        .set({ ...notWaiting, state })
        .where('id', '=', id)
        .execute()
    },

    async waitingFor(kind: TaskWaiting['kind'], topic?: string): Promise<WaitingTask[]> {
      let waiting = selectWaiting(db).where(sql`waiting ->> 'kind'`, '=', kind)
      if (topic !== undefined) waiting = waiting.where(sql`waiting ->> 'topic'`, '=', topic)
      return (await waiting.orderBy('number').execute()).map(toWaiting)
    },

    async idByHook(digest: Buffer): Promise<string | undefined> {
      return (await db.selectFrom('task').select('id').where('hook_digest', '=', digest).executeTakeFirst())?.id
    },

    /** Opens an ended task again; false when it has not ended. */
    reopen: (
      id: string,
      { sealed, state, retriedBy }: { readonly sealed: Buffer; readonly state: Buffer | undefined; readonly retriedBy: string },
      within: TaskTransaction,
    ): Promise<boolean> =>
      hasUpdated(
        within
          .updateTable('task')
          .set({
            status: 'open',
            sealed,
            is_cancelled: false,
            is_retried: true,
            claim: null,
            started_at: null,
            finished_at: null,
            state: state ?? null,
            tried_by: [],
            step_id: null,
            retried_by: sql<string[]>`array_append(array_remove(retried_by, ${retriedBy}), ${retriedBy})`,
          })
          .where('id', '=', id)
          .where('status', 'in', ['cancelled', 'completed', 'failed', 'skipped']),
      ),

    async stateOf(id: string): Promise<Buffer | undefined> {
      return (await db.selectFrom('task').select('state').where('id', '=', id).executeTakeFirst())?.state ?? undefined
    },

    /** Tasks that are processed by no server: their heartbeat is too old. */
    async stale(olderThanMs: number): Promise<string[]> {
      const rows = await db
        .selectFrom('task')
        .select('id')
        .where('status', '=', 'processing')
        .where('waiting', 'is', null)
        .where('last_heartbeat_at', '<', secondsFromNow(-olderThanMs / 1000))
        .execute()
      return rows.map(({ id }) => id)
    },

    async removeEnded(olderThanMs: number): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('task')
        .where('finished_at', '<', secondsFromNow(-olderThanMs / 1000))
        .executeTakeFirst()
      return Number(numDeletedRows)
    },

    /** Tells the server that runs the task. */
    async notifyCancelled(id: string, within: TaskTransaction): Promise<void> {
      await within.selectNoFrom(({ fn, val }) => fn('pg_notify', [val(cancelChannel), val(id)]).as('notified')).execute()
    },
  }
}

export type TaskStore = ReturnType<typeof createTaskStore>

function toWaiting(row: Parameters<typeof toTask>[0] & Pick<Selectable<ScaffolderTables['task']>, 'state' | 'wait_details'>): WaitingTask {
  return { task: toTask(row), state: row.state ?? undefined, details: row.wait_details as WaitDetails }
}

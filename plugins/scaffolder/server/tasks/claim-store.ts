import { anyOf, now } from '@portico/core/server/expressions'
import type { Task, TaskStatus, TaskWaiting } from '@portico/scaffolder/common'
import { sql, type Kysely, type Transaction, type UpdateQueryBuilder, type UpdateResult } from 'kysely'
import type { ScaffolderTables } from '../migrations/tables.ts'
import { taskColumns, toTask } from './task-query.ts'

export type TaskTransaction = Transaction<ScaffolderTables>

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
  readonly details: WaitDetails
  readonly sealed: Buffer
  readonly hookDigest?: Buffer | undefined
}

/** What it takes to go on with a task that waits. */
export interface WaitDetails {
  readonly place: string
  readonly isGate?: boolean
  readonly user?: string
  readonly match?: Readonly<Record<string, unknown>>
}

/** What is not true of a task any more when it goes on, or ends. */
export const notWaiting = { waiting: null, wait_details: null, hook_digest: null }

/** Tasks that a server runs: it holds a claim on each. */
export function createClaimStore(db: Kysely<ScaffolderTables>) {
  /** A task that this server runs, while its claim holds. */
  const updateClaimed = (id: string, claim: string, within: Kysely<ScaffolderTables> = db) =>
    within.updateTable('task').where('id', '=', id).where('claim', '=', claim).where('status', '=', 'processing')

  return {
    /**
     * Takes up a task that has not ended and does not wait; undefined for any other. The try is written here, before anything is done
     * with the task: whatever that does to the server, it counts.
     */
    async claim(id: string, claim: string, wipe: boolean): Promise<ClaimedTask | undefined> {
      const row = await db
        .with(
          cte => cte('before').materialized(),
          cte => cte.selectFrom('task').select(['id', 'sealed', 'claim', 'tried_by']).where('id', '=', id).forUpdate(),
        )
        .updateTable('task')
        .from('before')
        .set(({ fn, val }) => ({
          status: 'processing',
          claim,
          tried_by: fn<string[]>('array_append', ['before.tried_by', val(claim)]),
          started_at: fn.coalesce('task.started_at', now),
          last_heartbeat_at: now,
          ...(wipe && { sealed: null }),
        }))
        .whereRef('task.id', '=', 'before.id')
        .where('task.status', 'in', ['open', 'processing'])
        .where('task.waiting', 'is', null)
        .returning(taskColumns)
        .returning(['before.sealed', 'task.state', 'task.is_retried', 'task.is_cancelled', 'task.step_id'])
        .returning(({ fn, ref }) => [
          'before.claim as claim_before',
          fn<number>('cardinality', ['before.tried_by']).as('tries'),
          ref('task.started_at').$notNull().as('started_at'),
        ])
        .executeTakeFirst()
      return (
        row && {
          task: toTask(row),
          sealed: row.sealed ?? undefined,
          state: row.state ?? undefined,
          isInterrupted: row.claim_before !== null,
          tries: row.tries,
          stepId: row.step_id ?? undefined,
          isRetried: row.is_retried,
          isCancelled: row.is_cancelled,
          startedAt: row.started_at,
        }
      )
    },

    /** Whether a server has ended while it ran this task. */
    async isSuspect(id: string): Promise<boolean> {
      const found = await db
        .selectFrom('task')
        .select('id')
        .where('id', '=', id)
        .where(eb => eb('tried_by', '<>', eb.val([])))
        .executeTakeFirst()
      return found !== undefined
    },

    /** A server that lets go of a task has not ended in it. */
    async release(id: string, claim: string): Promise<void> {
      await db
        .updateTable('task')
        .set({ tried_by: withoutTry(claim) })
        .where('id', '=', id)
        .execute()
    },

    /** Writes which step comes next; false when the claim no longer holds. */
    beginStep: (id: string, claim: string, stepId: string | undefined): Promise<boolean> =>
      hasUpdated(updateClaimed(id, claim).set({ step_id: stepId ?? null })),

    /** Whether the claim still holds. */
    saveState: (id: string, claim: string, state: Buffer, within: TaskTransaction): Promise<boolean> =>
      hasUpdated(updateClaimed(id, claim, within).set({ state, last_heartbeat_at: now })),

    end: (id: string, claim: string, status: TaskStatus, within: TaskTransaction): Promise<boolean> =>
      hasUpdated(
        updateClaimed(id, claim, within).set({
          ...notWaiting,
          status,
          finished_at: now,
          claim: null,
          sealed: null,
          is_retried: false,
          tried_by: [],
          step_id: null,
          ...(status === 'completed' && { state: null }),
        }),
      ),

    /** The ids of those that were cancelled meanwhile. */
    async heartbeat(ids: readonly string[]): Promise<string[]> {
      const rows = await db
        .updateTable('task')
        .set({ last_heartbeat_at: now })
        .where('id', 'in', eb =>
          eb
            .selectFrom('task')
            .select('id')
            .where('id', '=', anyOf(ids))
            .where('status', '=', 'processing')
            .orderBy('id')
            .forUpdate()
            .skipLocked(),
        )
        .returning(['id', 'is_cancelled'])
        .execute()
      return rows.flatMap(row => (row.is_cancelled ? [row.id] : []))
    },

    /** Lets a task wait; false when the claim no longer holds. */
    pause: (id: string, claim: string, { waiting, details, sealed, hookDigest }: NewPause, within: TaskTransaction): Promise<boolean> =>
      hasUpdated(
        updateClaimed(id, claim, within)
          .set({
            claim: null,
            waiting: JSON.stringify(waiting),
            wait_details: JSON.stringify(details),
            sealed,
            hook_digest: hookDigest ?? null,
            tried_by: withoutTry(claim),
          })
          .where('is_cancelled', '=', false),
      ),
  }
}

const withoutTry = (claim: string) => sql<string[]>`array_remove(tried_by, ${claim})`

export async function hasUpdated(update: UpdateQueryBuilder<ScaffolderTables, 'task', 'task', UpdateResult>): Promise<boolean> {
  return (await update.executeTakeFirst()).numUpdatedRows > 0n
}

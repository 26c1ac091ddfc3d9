import type { TaskEvent, TaskEventType } from '@portico/scaffolder/common'
import { sql, type Kysely, type Selectable } from 'kysely'
import type { ScaffolderTables } from '../migrations/tables.ts'
import { taskChannel } from './task-store.ts'

export interface NewEvent {
  readonly type: TaskEventType
  readonly body: Readonly<Record<string, unknown>>
}

/** How many events one call lists. */
export const maxEvents = 10_000

/** The events of tasks, in the order in which they happened. */
export function createEventStore(db: Kysely<ScaffolderTables>) {
  return {
    /** Written in one statement, which also notifies who follows the task. */
    async append(taskId: string, events: readonly NewEvent[], within: Kysely<ScaffolderTables> = db): Promise<void> {
      if (events.length === 0) return
      // Ids are given while the task is locked: a reader never sees a later event of a task before an earlier one.
      await sql`
        with locked as materialized (select id from task where id = ${taskId} for update),
          added as (
            insert into task_event (task_id, type, body)
            select locked.id, n.type, n.body from locked, json_to_recordset(${JSON.stringify(events)}::json) as n (type text, body jsonb)
            returning 1)
        select pg_notify(${taskChannel}, ${taskId}) from (select count(*) from added) counted`.execute(within)
    },

    /** Those after an id, and completions whatever their id. */
    async list(taskId: string, after: number): Promise<TaskEvent[]> {
      const rows = await db
        .selectFrom('task_event')
        .innerJoin('task', 'task.id', 'task_event.task_id')
        .selectAll('task_event')
        .where('task_event.task_id', '=', taskId)
        .whereRef('task_event.id', '>', 'task.hidden_until')
        .where(eb => eb.or([eb('task_event.id', '>', String(after)), eb('task_event.type', '=', 'completion')]))
        .orderBy('task_event.id')
        .limit(maxEvents)
        .execute()
      return rows.map(toEvent)
    },

    /** A task that runs again has not ended, and was not cancelled. */
    async removeEnds(taskId: string, within: Kysely<ScaffolderTables>): Promise<void> {
      await within.deleteFrom('task_event').where('task_id', '=', taskId).where('type', 'in', ['cancelled', 'completion']).execute()
    },

    async hideAll(taskId: string, within: Kysely<ScaffolderTables>): Promise<void> {
      await within
        .updateTable('task')
        .set(eb => ({
          hidden_until: eb.fn.coalesce(
            eb
              .selectFrom('task_event')
              .select(({ fn }) => fn.max('id').as('last'))
              .where('task_id', '=', taskId),
            eb.lit(0),
          ),
        }))
        .where('id', '=', taskId)
        .execute()
    },
  }
}

export type EventStore = ReturnType<typeof createEventStore>

function toEvent({ id, task_id, type, body, created_at }: Selectable<ScaffolderTables['task_event']>): TaskEvent {
  return {
    id: Number(id),
    taskId: task_id,
    type: type as TaskEventType,
    body: body as TaskEvent['body'],
    createdAt: created_at.toISOString(),
    isTaskRecoverable: false,
  }
}

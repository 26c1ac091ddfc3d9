import type { TaskEvent, TaskEventType } from '@portico/scaffolder/common'
import { sql, type Kysely } from 'kysely'
import { taskChannel } from './task-store.ts'

export interface NewEvent {
  readonly type: TaskEventType
  readonly body: Readonly<Record<string, unknown>>
}

interface EventRow {
  readonly id: string
  readonly task_id: string
  readonly type: TaskEventType
  readonly body: TaskEvent['body']
  readonly created_at: Date
}

/** How many events one call lists. */
export const maxEvents = 10_000

/** The events of tasks, in the order in which they happened. */
export function createEventStore(db: Kysely<object>) {
  return {
    /** Written in one statement, which also notifies who follows the task. */
    async append(taskId: string, events: readonly NewEvent[], within: Kysely<object> = db): Promise<void> {
      if (events.length === 0) return
      const rows = events.map(({ type, body }) => sql`(${type}, ${JSON.stringify(body)}::jsonb)`)
      // Ids are given while the task is locked: a reader never sees a later event of a task before an earlier one.
      await sql`with locked as materialized (select id from task where id = ${taskId} for update),
        added as (insert into task_event (task_id, type, body)
          select locked.id, v.type, v.body from locked, (values ${sql.join(rows)}) v (type, body) returning 1)
        select pg_notify(${taskChannel}, ${taskId}) from (select count(*) from added) counted`.execute(within)
    },

    /** Those after an id, and completions whatever their id. */
    async list(taskId: string, after: number): Promise<TaskEvent[]> {
      const { rows } = await sql<EventRow>`
        select e.id, e.task_id, e.type, e.body, e.created_at from task_event e join task t on t.id = e.task_id
        where e.task_id = ${taskId} and e.id > t.hidden_until and (e.id > ${after} or e.type = 'completion')
        order by e.id limit ${maxEvents}`.execute(db)
      return rows.map(toEvent)
    },

    /** A task that runs again has not ended, and was not cancelled. */
    async removeEnds(taskId: string, within: Kysely<object>): Promise<void> {
      await sql`delete from task_event where task_id = ${taskId} and type in ('cancelled', 'completion')`.execute(within)
    },

    async hideAll(taskId: string, within: Kysely<object>): Promise<void> {
      await sql`update task set hidden_until = coalesce((select max(id) from task_event where task_id = ${taskId}), 0)
        where id = ${taskId}`.execute(within)
    },
  }
}

export type EventStore = ReturnType<typeof createEventStore>

function toEvent({ id, task_id, type, body, created_at }: EventRow): TaskEvent {
  return { id: Number(id), taskId: task_id, type, body, createdAt: created_at.toISOString(), isTaskRecoverable: false }
}

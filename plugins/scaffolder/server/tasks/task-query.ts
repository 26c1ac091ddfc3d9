import { anyOf } from '@portico/core/server/expressions'
import type { Task, TaskSpec, TaskStatus, TaskWaiting } from '@portico/scaffolder/common'
import { expressionBuilder, type Expression, type Kysely, type Selectable, type SqlBool } from 'kysely'
import type { ScaffolderTables } from '../migrations/tables.ts'

export interface TaskFilter {
  readonly createdBy?: readonly string[] | undefined
  readonly status?: readonly TaskStatus[] | undefined
  readonly isCancelled?: boolean | undefined
  readonly templateRef?: readonly string[] | undefined
  /** What the caller may see. */
  readonly visible?: TaskCondition | undefined
}

export interface TaskQuery extends TaskFilter {
  readonly order: readonly { readonly field: 'created_at' | 'status' | 'created_by'; readonly isDescending: boolean }[]
  readonly limit: number
  readonly offset: number
}

/** Which tasks may be seen: those of some creators, or combinations of that. */
export type TaskCondition =
  | { readonly createdBy: readonly string[] }
  | { readonly any: readonly TaskCondition[] }
  | { readonly all: readonly TaskCondition[] }
  | { readonly not: TaskCondition }

export const taskColumns = [
  'task.id',
  'task.spec',
  'task.status',
  'task.created_by',
  'task.retried_by',
  'task.created_at',
  'task.last_heartbeat_at',
  'task.waiting',
  'task.started_at',
  'task.finished_at',
  'task.is_cancelled',
] as const

/** A page of tasks. */
export function selectTaskPage(db: Kysely<ScaffolderTables>, query: TaskQuery) {
  let page = selectTasks(db, query).select(taskColumns)
  for (const { field, isDescending } of query.order) page = page.orderBy(field, isDescending ? 'desc' : 'asc')
  return page.orderBy('number', 'desc').limit(query.limit).offset(query.offset)
}

/** The tasks that a query finds. */
export function selectTasks(db: Kysely<ScaffolderTables>, { createdBy, status, isCancelled, templateRef, visible }: TaskFilter) {
  return db
    .selectFrom('task')
    .where(eb =>
      eb.and([
        ...(createdBy ? [isOneOf('created_by', createdBy)] : []),
        ...(status ? [isOneOf('status', status)] : []),
        ...(isCancelled === undefined ? [] : [eb('task.is_cancelled', '=', isCancelled)]),
        ...(templateRef ? [isOneOf('template_ref', templateRef)] : []),
        ...(visible ? [isVisible(visible, 'task.created_by')] : []),
      ]),
    )
}

const build = expressionBuilder<ScaffolderTables, 'task' | 'origin'>()

/** One value is compared as such: then an index gives the rows in order, and nothing has to be sorted. */
function isOneOf(column: 'created_by' | 'status' | 'template_ref', values: readonly string[]) {
  return build(`task.${column}`, '=', values.length === 1 ? values[0]! : anyOf(values))
}

/** Whether a condition holds for who created a row. */
export function isVisible(condition: TaskCondition, column: 'task.created_by' | 'origin.created_by'): Expression<SqlBool> {
  if ('createdBy' in condition) return build(column, '=', anyOf(condition.createdBy))
  if ('not' in condition) return build.not(isVisible(condition.not, column))
  if ('any' in condition) return build.or(condition.any.map(each => isVisible(each, column)))
  return build.and(condition.all.map(each => isVisible(each, column)))
}

export function toTask(
  row: Pick<
    Selectable<ScaffolderTables['task']>,
    | 'id'
    | 'spec'
    | 'status'
    | 'created_by'
    | 'retried_by'
    | 'created_at'
    | 'last_heartbeat_at'
    | 'waiting'
    | 'started_at'
    | 'finished_at'
    | 'is_cancelled'
  >,
): Task {
  return {
    id: row.id,
    spec: row.spec as TaskSpec,
    status: row.status as TaskStatus,
    createdAt: row.created_at.toISOString(),
    ...(row.last_heartbeat_at && { lastHeartbeatAt: row.last_heartbeat_at.toISOString() }),
    ...(row.created_by !== null && { createdBy: row.created_by }),
    ...(row.retried_by.length > 0 && { retriedBy: [...row.retried_by] }),
    ...(row.waiting !== null && { waiting: row.waiting as TaskWaiting }),
    ...(row.started_at && { startedAt: row.started_at.toISOString() }),
    ...(row.finished_at && { endedAt: row.finished_at.toISOString() }),
    ...(row.is_cancelled && { isCancelled: true }),
  }
}

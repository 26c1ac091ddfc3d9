import type { TaskSpec, TaskStatus, TaskWaiting } from '@portico/scaffolder/common'
import { sql, type RawBuilder } from 'kysely'

export interface TaskQuery {
  readonly createdBy?: readonly string[] | undefined
  readonly status?: readonly TaskStatus[] | undefined
  readonly templateRef?: readonly string[] | undefined
  readonly order: readonly { readonly field: 'created_at' | 'status' | 'created_by'; readonly isDescending: boolean }[]
  readonly limit: number
  readonly offset: number
  /** What the caller may see. */
  readonly visible?: TaskCondition | undefined
}

/** Which tasks may be seen: those of some creators, or combinations of that. */
export type TaskCondition =
  | { readonly createdBy: readonly string[] }
  | { readonly any: readonly TaskCondition[] }
  | { readonly all: readonly TaskCondition[] }
  | { readonly not: TaskCondition }

export interface TaskRow {
  readonly id: string
  readonly spec: TaskSpec
  readonly status: TaskStatus
  readonly created_by: string | null
  readonly retried_by: readonly string[]
  readonly created_at: Date
  readonly last_heartbeat_at: Date | null
  readonly waiting: TaskWaiting | null
}

export const columns = sql`id, spec, status, created_by, retried_by, created_at, last_heartbeat_at, waiting`

/** A page of tasks. */
export function listStatement(query: TaskQuery): RawBuilder<TaskRow> {
  const order = query.order.map(({ field, isDescending }) => sql`${sql.ref(field)} ${sql.raw(isDescending ? 'desc' : 'asc')}`)
  return sql<TaskRow>`select ${columns} from task where ${sql.join(conditionsOf(query), sql` and `)}
    order by ${sql.join([...order, sql`number desc`])} limit ${query.limit} offset ${query.offset}`
}

/** What the rows of a query meet. */
export function conditionsOf({ createdBy, status, templateRef, visible }: TaskQuery): RawBuilder<unknown>[] {
  return [
    sql`true`,
    ...(createdBy ? [isOneOf('created_by', createdBy)] : []),
    ...(status ? [isOneOf('status', status)] : []),
    ...(templateRef ? [isOneOf('template_ref', templateRef)] : []),
    ...(visible ? [toSql(visible)] : []),
  ]
}

/** One value is compared as such: then an index gives the rows in order, and nothing has to be sorted. */
function isOneOf(column: string, values: readonly string[]): RawBuilder<unknown> {
  const [only, ...others] = values
  return others.length === 0 && only !== undefined ? sql`${sql.ref(column)} = ${only}` : sql`${sql.ref(column)} = any(${values}::text[])`
}

/** A condition as part of a statement, on the column that holds who created the row. */
export function toSql(condition: TaskCondition, column: RawBuilder<unknown> = sql.ref('created_by')): RawBuilder<unknown> {
  if ('createdBy' in condition) return sql`${column} = any(${condition.createdBy}::text[])`
  if ('not' in condition) return sql`not (${toSql(condition.not, column)})`
  const parts = 'any' in condition ? condition.any : condition.all
  if (parts.length === 0) return 'any' in condition ? sql`false` : sql`true`
  return sql`(${sql.join(
    parts.map(part => toSql(part, column)),
    'any' in condition ? sql` or ` : sql` and `,
  )})`
}

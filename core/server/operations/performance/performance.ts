import { notFoundError } from '@portico/core/common'
import { createHash } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { RequestMeasure } from '../server-metrics.ts'
import { readDatabaseLoad, readQueues, type DatabaseLoad, type QueueLoad } from './database-load.ts'
import { createDurations, type Durations } from './durations.ts'
import { watchProcess, type ProcessLoad } from './process-load.ts'

export interface RoutePerformance extends Durations {
  readonly method: string
  readonly plugin?: string
  /** The pattern of the route, never a path. */
  readonly route: string
}

export interface StatementPerformance extends Durations {
  readonly id: string
  readonly schema: string
  /** With placeholders: values are not recorded. */
  readonly statement: string
}

/** How fast the server is, and why: for those who run it. */
export interface PerformanceReport {
  /** Since when routes and statements are counted. */
  readonly since: Date
  readonly process: ProcessLoad
  readonly routes: readonly RoutePerformance[]
  readonly statements: readonly StatementPerformance[]
  readonly pool: { readonly used: number; readonly idle: number; readonly waiting: number; readonly max: number }
  readonly database: DatabaseLoad
  readonly queues: readonly QueueLoad[]
}

export type PerformanceRecorder = ReturnType<typeof createPerformanceRecorder>

const windowMs = 15 * 60_000
const maxRoutes = 1000
const maxStatements = 1000
const maxStatementLength = 20_000
const listed = 50
// One statement that PostgreSQL can plan. Everything here was sent by the server itself; this keeps a second statement from being run by mistake.
const plannable = /^\s*(?:select|insert|update|delete|with|merge|values)\b[^;]*$/i

/** Records requests and statements, and reports on them together with the process and the database. */
export function createPerformanceRecorder() {
  const routes = createDurations({ windowMs, maxKeys: maxRoutes })
  const statements = createDurations({ windowMs, maxKeys: maxStatements })
  const load = watchProcess({ windowMs })

  function listStatements(): StatementPerformance[] {
    return statements.list().map(({ key, durations }) => {
      const [schema = '', statement = ''] = split(key)
      return { id: createHash('sha256').update(key).digest('base64url').slice(0, 16), schema, statement, ...durations }
    })
  }

  return {
    recordRequest({ method, route, plugin, status, seconds }: RequestMeasure): void {
      if (route !== undefined) routes.record([method, plugin ?? '', route].join('\n'), seconds * 1000, status >= 500)
    },

    recordStatement(schema: string, statement: string, ms: number, failed: boolean): void {
      if (statement.length <= maxStatementLength) statements.record(`${schema}\n${statement}`, ms, failed)
    },

    async report(database: Database): Promise<PerformanceReport> {
      const { pool } = database
      const [process, databaseLoad, queues] = await Promise.all([load.read(), readDatabaseLoad(pool), readQueues(pool)])
      return {
        since: routes.since(),
        process,
        routes: routes.list().slice(0, listed).map(toRoute),
        statements: listStatements().slice(0, listed),
        pool: {
          used: pool.totalCount - pool.idleCount,
          idle: pool.idleCount,
          waiting: pool.waitingCount,
          max: pool.options.max ?? 10,
        },
        database: databaseLoad,
        queues,
      }
    },

    /** PostgreSQL's plan for a recorded statement, without running it. */
    async explain(database: Database, id: string): Promise<string> {
      const found = listStatements().find(statement => statement.id === id)
      if (!found || !plannable.test(found.statement)) throw notFoundError(`There is no statement '${id}' that can be explained`)
      const plan = CompiledQuery.raw(`explain (generic_plan, costs) ${found.statement}`)
      const { rows } = await database.forSchema(found.schema).executeQuery<Record<'QUERY PLAN', string>>(plan)
      return rows.map(row => row['QUERY PLAN']).join('\n')
    },

    stop: load.stop,
  }
}

function toRoute({ key, durations }: { key: string; durations: Durations }): RoutePerformance {
  const [method = '', plugin = '', route = ''] = key.split('\n')
  return { method, route, ...(plugin && { plugin }), ...durations }
}

/** A statement may have line breaks of its own. */
function split(key: string): [string, string] {
  const end = key.indexOf('\n')
  return [key.slice(0, end), key.slice(end + 1)]
}

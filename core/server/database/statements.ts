import type { LogEvent } from 'kysely'

/** Records how long a statement took. It has placeholders for its values. */
export type RecordStatement = (statement: string, ms: number, failed: boolean) => void

/** Runs a statement and records it. */
export type MeasureStatement = <T>(statement: string, run: () => Promise<T>) => Promise<T>

export function createMeasure(record: RecordStatement): MeasureStatement {
  return async (statement, run) => {
    const began = performance.now()
    let failed = true
    try {
      const result = await run()
      failed = false
      return result
    } finally {
      record(statement, performance.now() - began, failed)
    }
  }
}

/** What Kysely reports, for its option `log`. */
export function toKyselyLog(record: RecordStatement): (event: LogEvent) => void {
  return ({ level, query, queryDurationMillis }) => record(query.sql, queryDurationMillis, level === 'error')
}

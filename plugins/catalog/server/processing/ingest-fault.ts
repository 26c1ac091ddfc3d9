// An entry point of its own: the thread that reads loads nothing else of the server.
import { isDatabaseUnavailable, sqlStateOf } from '@portico/core/server/database-error'
import type { EntityError } from './process/process-entity.ts'
import { storableText } from './read/storable-text.ts'

/**
 * Classes of PostgreSQL's errors that come from what is written, and would come again: wrong cardinality, data it cannot hold, broken
 * constraints, limits that are exceeded, internal errors such as a value that is too large for memory, and statements that took too
 * long: half of it takes half as long.
 */
const dataStates = /^(?:21|22|23|54|XX|57014)/

/** Whether an error is transient, as when the database is away or full: then no document is to blame, and everything is retried. */
export function isTransient(error: unknown): boolean {
  const state = sqlStateOf(error)
  if (state !== undefined) return !dataStates.test(state)
  return isDatabaseUnavailable(error) || isSocketError(error)
}

/** An unexpected error as it is recorded with the document or source that brought it about. */
export function toFault(error: unknown): EntityError {
  const { name, message, cause } = error instanceof Error ? error : new Error(String(error))
  const state = sqlStateOf(error)
  const reason = cause instanceof Error ? `${cause.name}: ${cause.message}` : state === undefined ? undefined : `SQLSTATE ${state}`
  return {
    name: state === undefined ? storableText(name) : 'DatabaseError',
    message: `It could not be taken into the catalog: ${storableText(message)}`,
    ...(reason !== undefined && { cause: storableText(reason) }),
  }
}

const firstRetryMs = 30_000
const maxRetryMs = 3_600_000

/** How long to wait until a source is tried again that has failed so many times, or as long as its host asks for. */
export function retryMsAfter(failures: number, leastMs = 0): number {
  return Math.max(leastMs, Math.min(firstRetryMs * 2 ** Math.min(failures, 20), maxRetryMs) * (0.9 + Math.random() / 5))
}

/** An error of the operating system, such as ECONNREFUSED. */
function isSocketError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^E[A-Z]+$/.test(error.code)
}

import { type AppError, inputError, unavailableError } from '@portico/core/common'

/** Classes and codes of PostgreSQL that say "not now": connection lost, shutting down, starting up, no room for one more. */
const unavailableStates = /^(08...|57P0[1-5]|53...)$/

/** A byte or an escape that PostgreSQL cannot hold in a text. Requests with one are refused before; this is for what comes another way. */
const unstorableStates = new Set(['22021', '22P05'])

/** What pg and Kysely say, without any code, when the connection is gone or none could be had in time. */
const unavailableMessages = new RegExp(
  [
    '^(Connection terminated',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error',
    'Client was closed',
    'Cannot use a pool after calling end',
    'Postgres connection has been discarded)',
  ].join('|'),
)

/**
 * Errors of sockets to the database. A bare ECONNREFUSED does not say who refused (it may be any service that a plugin calls),
 * so the pool notes each one where it happens.
 */
const connectionErrors = new WeakSet<object>()

/** Notes that an error came from the connection to the database, so that it is recognised wherever it ends up. */
export function noteConnectionError(error: unknown): void {
  if (typeof error === 'object' && error !== null) connectionErrors.add(error)
}

/** True when the error, or what caused it, is that the database could not be reached or takes no work at the moment. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return withCauses(error).some(cause => {
    const state = sqlStateOf(cause)
    if (state !== undefined) return unavailableStates.test(state)
    return connectionErrors.has(cause) || unavailableMessages.test(cause.message)
  })
}

/** True when the error, or what caused it, is a statement that took longer than it may, or was cancelled. */
export function isStatementTimeout(error: unknown): boolean {
  return withCauses(error).some(cause => sqlStateOf(cause) === '57014')
}

/** The error that callers should see when the database is the reason; undefined when it is not. */
export function toDatabaseError(error: unknown): AppError | undefined {
  if (isDatabaseUnavailable(error)) {
    return unavailableError('The database cannot be reached at the moment', { code: 'core.database-unavailable', cause: error })
  }
  if (isStatementTimeout(error)) {
    return unavailableError('The database took too long to answer', { code: 'core.database-timeout', cause: error })
  }
  if (withCauses(error).some(cause => unstorableStates.has(sqlStateOf(cause) ?? ''))) {
    return inputError('A text holds a character that cannot be stored, such as NUL', { code: 'core.invalid-text', cause: error })
  }
  return undefined
}

/** The SQLSTATE of an error that the PostgreSQL server sent. */
export function sqlStateOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('severity' in error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

function withCauses(error: unknown): Error[] {
  const found: Error[] = []
  let next = error
  while (next instanceof Error && !found.includes(next)) {
    found.push(next)
    next = next.cause
  }
  return found
}

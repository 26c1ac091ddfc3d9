import { type AppError, inputError, unavailableError } from '@portico/core/common'

/** Classes and codes of PostgreSQL for temporary unavailability: connection lost, shutting down, starting up, too many connections. */
const unavailableStates = /^(08...|57P0[1-5]|53...)$/

/** A byte or an escape that PostgreSQL cannot store in a text. Requests with one are refused earlier; this is for texts from other sources. */
const unstorableStates = new Set(['22021', '22P05'])

/** Messages of pg and Kysely, which have no code, when the connection is lost or none was free in time. */
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
 * so the pool marks each one where it happens.
 */
const connectionErrors = new WeakSet<object>()

/** Marks an error as one of the connection to the database, so that it is recognised wherever it is handled. */
export function noteConnectionError(error: unknown): void {
  if (typeof error === 'object' && error !== null) connectionErrors.add(error)
}

/** True when the error, or what caused it, is that the database could not be reached or accepts no connections at the moment. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return withCauses(error).some(cause => {
    const state = sqlStateOf(cause)
    if (state !== undefined) return unavailableStates.test(state)
    return connectionErrors.has(cause) || unavailableMessages.test(cause.message)
  })
}

/** True when the error, or what caused it, is a statement that exceeded its timeout, or was cancelled. */
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

import { AppError, toErrorFields, type ErrorBody, type ErrorFields } from '@portico/core/common'
import { randomUUID } from 'node:crypto'
import { toDatabaseError } from '../database/database-error.ts'
import type { Logger } from '../operations/log.ts'

export interface FailedRequest {
  readonly method: string
  readonly url: string
  readonly id: string
  readonly log: Logger
}

/** The reply for anything thrown. An unknown error is a bug: it is logged in full, and the reply has only an id. */
export function toFailure(
  error: unknown,
  request: FailedRequest,
): { readonly status: number; readonly body: ErrorBody; readonly headers: Readonly<Record<string, string>> } {
  const known = toKnown(error)
  if (known && known.status >= 500)
    request.log.warn({ error, method: request.method, url: request.url, requestId: request.id }, known.message)
  const fields = known ? toErrorFields(known, { stack: process.env['NODE_ENV'] === 'development' }) : unknownFields(error, request)
  const status = known?.status ?? 500
  const retryAfter = known?.details['retryAfterSeconds']
  const headers = { ...(typeof retryAfter === 'number' && { 'retry-after': String(Math.ceil(retryAfter)) }) }
  return {
    status,
    headers,
    body: { error: fields, request: { method: request.method, url: request.url }, response: { statusCode: status } },
  }
}

function toKnown(error: unknown): AppError | undefined {
  // An AppError whose name has no status is a bug like any other thrown value, unless a plugin gave it a code: the wire has a few such.
  if (error instanceof AppError) return error.status === 500 && error.code === undefined ? undefined : error
  return toDatabaseError(error) ?? fromFastify(error)
}

function unknownFields(error: unknown, request: FailedRequest): ErrorFields {
  const id = randomUUID()
  request.log.error({ error, errorId: id, method: request.method, url: request.url, requestId: request.id }, 'request failed')
  return { name: 'Error', message: `Something went wrong on the server. Its log knows more under the id ${id}`, id }
}

const nameByStatus: Record<number, string> = { 413: 'PayloadTooLargeError', 415: 'UnsupportedMediaTypeError', 429: 'TooManyRequestsError' }

/** Fastify's own refusals (bad JSON, too large, wrong type) carry a status below 500. */
function fromFastify(error: unknown): AppError | undefined {
  if (!(error instanceof Error) || !('statusCode' in error) || typeof error.statusCode !== 'number') return undefined
  if (error.statusCode < 400 || error.statusCode >= 500) return undefined
  return new AppError(nameByStatus[error.statusCode] ?? 'InputError', error.message, { status: error.statusCode })
}

import type { AppError } from './errors.ts'

/** A failed request and its answer. */
export interface ErrorResponse {
  readonly method: string
  readonly url: string
  readonly status: number
  readonly statusText: string
  /** The raw answer: parsed where it was JSON. */
  readonly body: unknown
}

const responses = new WeakMap<AppError, ErrorResponse>()

/** Attaches the request and its answer to an error, for panels that show it. */
export function withResponse(error: AppError, known: ErrorResponse): AppError {
  responses.set(error, known)
  return error
}

/** The request and answer of an error; undefined for an error without a request. */
export function responseOf(error: AppError): ErrorResponse | undefined {
  return responses.get(error)
}

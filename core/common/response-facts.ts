import type { AppError } from './errors.ts'

/** A failed request and its answer. */
export interface ResponseFacts {
  readonly method: string
  readonly url: string
  readonly status: number
  readonly statusText: string
  /** The raw answer: parsed where it was JSON. */
  readonly body: unknown
}

const facts = new WeakMap<AppError, ResponseFacts>()

/** Attaches the request and its answer to an error, for panels that show it. */
export function withResponseFacts(error: AppError, known: ResponseFacts): AppError {
  facts.set(error, known)
  return error
}

/** The request and answer of an error; undefined for an error without a request. */
export function responseFactsOf(error: AppError): ResponseFacts | undefined {
  return facts.get(error)
}

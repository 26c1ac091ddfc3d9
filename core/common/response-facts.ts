import type { AppError } from './errors.ts'

/** What a failed request was, and what came back. */
export interface ResponseFacts {
  readonly method: string
  readonly url: string
  readonly status: number
  /** The answer as it came: JSON where it was any. */
  readonly body: unknown
}

const facts = new WeakMap<AppError, ResponseFacts>()

/** Keeps beside an error what it came from, for panels that show it. */
export function withResponseFacts(error: AppError, known: ResponseFacts): AppError {
  facts.set(error, known)
  return error
}

/** What an error of a request came from; undefined when it came from none. */
export function responseFactsOf(error: AppError): ResponseFacts | undefined {
  return facts.get(error)
}

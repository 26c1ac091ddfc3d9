/** What an error's name means on the wire. Anything not listed here is a bug and answers 500. */
export const statusByName = {
  NotModifiedError: 304,
  InputError: 400,
  AuthenticationError: 401,
  NotAllowedError: 403,
  NotFoundError: 404,
  ConflictError: 409,
  PayloadTooLargeError: 413,
  UnsupportedMediaTypeError: 415,
  TooManyRequestsError: 429,
  NotImplementedError: 501,
  ServiceUnavailableError: 503,
} as const

export type ErrorName = keyof typeof statusByName

export interface ErrorOptions {
  /** `<plugin>.<what>`: for callers that handle specific errors. */
  readonly code?: string
  readonly cause?: unknown
  /** More facts, sent as fields of the error beside name and message. */
  readonly details?: Readonly<Record<string, unknown>>
}

/** The one error that crosses the wire: its name decides the HTTP status, on both sides it is the same value. */
export class AppError extends Error {
  override readonly name: string
  readonly code: string | undefined
  readonly details: Readonly<Record<string, unknown>>
  readonly #status: number | undefined

  constructor(name: ErrorName | (string & {}), message: string, options: ErrorOptions & { status?: number } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = name
    this.code = options.code
    this.details = options.details ?? {}
    this.#status = options.status
  }

  get status(): number {
    return this.#status ?? statusByName[this.name as ErrorName] ?? 500
  }
}

/** An error as it is written inside a reply. */
export interface ErrorFields {
  readonly name: string
  readonly message: string
  readonly code?: string
  readonly cause?: ErrorFields
  readonly stack?: string
  readonly [field: string]: unknown
}

/** The whole body of a failed reply. */
export interface ErrorBody {
  readonly error: ErrorFields
  readonly request?: { readonly method: string; readonly url: string }
  readonly response: { readonly statusCode: number }
}

/** An error as fields; a known cause is appended to the message and included as a whole. */
export function toErrorFields(error: AppError, options: { stack?: boolean } = {}): ErrorFields {
  const cause = error.cause instanceof AppError ? error.cause : undefined
  return {
    ...error.details,
    name: error.name,
    message: cause ? `${error.message}; caused by ${cause.name}: ${cause.message}` : error.message,
    ...(error.code !== undefined && { code: error.code }),
    ...(cause && { cause: toErrorFields(cause, options) }),
    ...(options.stack && error.stack !== undefined && { stack: error.stack }),
  }
}

/** A reply counts as structured only when it has both `error` and `response`. */
export function isErrorBody(value: unknown): value is ErrorBody {
  if (typeof value !== 'object' || value === null || !('error' in value) || !('response' in value)) return false
  const { error, response } = value
  return (
    typeof error === 'object' &&
    error !== null &&
    'name' in error &&
    'message' in error &&
    typeof response === 'object' &&
    response !== null
  )
}

/** The error of a failed reply; the one that the server threw, where the body has it. */
export function toAppError(status: number, body: unknown, statusText = ''): AppError {
  if (!isErrorBody(body)) {
    const name = Object.entries(statusByName).find(([, code]) => code === status)?.[0] ?? 'ResponseError'
    return new AppError(name, `Request failed with status ${status} ${statusText}`.trim(), { status })
  }
  const { name, message, code, cause: _cause, stack: _stack, ...details } = body.error
  return new AppError(name, message, { status, details, ...(code !== undefined && { code }) })
}

export function inputError(message: string, options?: ErrorOptions) {
  return new AppError('InputError', message, options)
}

export function authenticationError(message: string, options?: ErrorOptions) {
  return new AppError('AuthenticationError', message, options)
}

export function notAllowedError(message: string, options?: ErrorOptions) {
  return new AppError('NotAllowedError', message, options)
}

export function notFoundError(message: string, options?: ErrorOptions) {
  return new AppError('NotFoundError', message, options)
}

export function conflictError(message: string, options?: ErrorOptions) {
  return new AppError('ConflictError', message, options)
}

export function unavailableError(message: string, options?: ErrorOptions) {
  return new AppError('ServiceUnavailableError', message, options)
}

import { AppError, authenticationError, conflictError, inputError, notFoundError, unavailableError } from '@portico/core/common'

export function entityNotFound(ref: string) {
  return notFoundError(`There is no entity ${ref}`, { code: 'connectors.entity-not-found' })
}

export function factNotFound(name: string) {
  return notFoundError(`There is no fact '${name}'`, { code: 'connectors.fact-not-found' })
}

export function factOfOther(name: string, source: string) {
  return conflictError(`The fact '${name}' belongs to '${source}', so programs cannot send it`, { code: 'connectors.fact-of-other' })
}

export function factNotDescribed(name: string) {
  return inputError(`The fact '${name}' is not known: describe it in 'definitions'`, { code: 'connectors.fact-not-described' })
}

export function wrongValue(name: string, type: string, problem: string) {
  return inputError(`The value of '${name}' is not of the type ${type}: ${problem}`, { code: 'connectors.wrong-value' })
}

export function cursorInvalid() {
  return inputError("'after' is not what a page before answered in 'next'", { code: 'connectors.invalid-cursor' })
}

export function connectorNotFound(name: string) {
  return notFoundError(`There is no connector '${name}'`, { code: 'connectors.connector-not-found' })
}

export function actionNotFound(name: string) {
  return notFoundError(`There is no action '${name}' for this entity`, { code: 'connectors.action-not-found' })
}

export function webhookRefused() {
  return authenticationError('The webhook is not verified', { code: 'connectors.webhook-refused' })
}

export function webhookInvalid(message: string) {
  return inputError(message, { code: 'connectors.invalid-webhook' })
}

export function inputInvalid(problems: readonly string[]) {
  return inputError(problems.join('; '), { code: 'connectors.invalid-input' })
}

/** What a tool answered cannot be used. */
export function answerFailed(message: string) {
  return unavailableError(message, { code: 'connectors.answer' })
}

/** An answer has more bytes than are read. */
export function answerOverLimit(message: string) {
  return unavailableError(`${message} (connectors.maxMegabytes)`, { code: 'core.answer-too-large' })
}

export function answersOverLimit(request: string, times: number) {
  return answerOverLimit(`All pages of '${request}' together have more than ${times} times the limit of one answer`)
}

/** The tool wants fewer requests. */
export function limited(host: string, retryAfterMs: number | undefined) {
  return new AppError('TooManyRequestsError', `${host} wants fewer requests`, {
    code: 'connectors.limited',
    ...(retryAfterMs !== undefined && { details: { retryAfterMs } }),
  })
}

export function accessRefused(host: string, status: number) {
  // 401 is about the credentials, 403 about what was asked for.
  const code = status === 401 ? 'connectors.credentials' : 'connectors.forbidden'
  return unavailableError(`${host} does not accept the credentials of the config (status ${status})`, { code })
}

export function statusFailed(host: string, status: number) {
  return unavailableError(`${host} answered with status ${status}`, {
    code: status >= 500 ? 'connectors.tool-failed' : 'connectors.status',
  })
}

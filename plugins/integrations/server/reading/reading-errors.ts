import { AppError } from '@portico/core/common'

/** The source does not exist. */
export function sourceNotFound(target: string, cause?: unknown) {
  return new AppError('NotFoundError', `${target} was not found`, { code: 'integrations.source-not-found', cause })
}

/** The source may not be read. */
export function sourceRefused(message: string) {
  return new AppError('NotAllowedError', message, { code: 'integrations.source-refused' })
}

/** The source could not be read this time. */
export function sourceUnreadable(message: string, options: { cause?: unknown } = {}) {
  return new AppError('ServiceUnavailableError', message, { code: 'integrations.source-unreadable', cause: options.cause })
}

/** The source was read, and is not valid. */
export function sourceInvalid(message: string) {
  return new AppError('InputError', message, { code: 'integrations.source-invalid' })
}

import { AppError } from '@portico/core/common'

/** The address may not be called. */
export function addressRefused(message: string) {
  return new AppError('NotAllowedError', message, { code: 'core.address-refused' })
}

/** Config does not name the host of the address. */
export function hostRefused({ href, host }: URL) {
  const message = `Reading from '${href}' is not allowed. You may need to add '${host}' to backend.reading.allow`
  return new AppError('NotAllowedError', message, { code: hostRefusedCode, details: { host } })
}

export const hostRefusedCode = 'core.host-refused'

/** The message for an address with a user name or password in it, and where to set them instead. */
export const credentialsElsewhere =
  'must not hold a name or password, because everybody who sees the address would see them. Give them by host in the config, in integrations'

/** The address did not answer, or with an error. */
export function addressUnavailable(message: string, options: { cause?: unknown; retryAfterMs?: number | undefined } = {}) {
  const { cause, retryAfterMs } = options
  return new AppError('ServiceUnavailableError', message, {
    code: 'core.address-unavailable',
    cause,
    ...(retryAfterMs !== undefined && { details: { retryAfterMs } }),
  })
}

/** The address answered with not found. */
export function addressNotFound(target: string) {
  return new AppError('NotFoundError', `${target} was not found`, { code: 'core.address-not-found' })
}

/** The response is larger than the limit. */
export function answerTooLarge(what: string, bytes: number, maxBytes: number) {
  return new AppError('InputError', tooLarge(what, bytes, maxBytes), { code: 'core.answer-too-large' })
}

/** The message for something that is larger than the limit. */
export function tooLarge(what: string, bytes: number, maxBytes: number): string {
  return `${what} has ${(bytes / 2 ** 20).toFixed(1)} MB, more than the ${(maxBytes / 2 ** 20).toFixed(0)} MB that are read`
}

import { AppError, authenticationError, inputError } from '@portico/core/common'

export function requestTooLarge(limit: number) {
  return new AppError('PayloadTooLargeError', `The request body is larger than ${limit} bytes`, { code: 'proxy.request-too-large' })
}

export function invalidPath() {
  return inputError("The path is malformed, or contains '..'", { code: 'proxy.invalid-path' })
}

export function credentialsNeeded() {
  return authenticationError('Missing credentials: this endpoint is for signed-in callers', { code: 'proxy.credentials-needed' })
}

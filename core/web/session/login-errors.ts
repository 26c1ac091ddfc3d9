import { AppError, authenticationError } from '@portico/core/common'

/** The user does not want to log in. */
export function loginRejected() {
  return new AppError('RejectedError', 'Login failed, rejected by user', { status: 401, code: 'core.login-rejected' })
}

/** A provider that recognises people, but not for signing in. */
export function noIdentity(title: string) {
  return authenticationError(`The ${title} provider is not configured to support sign-in`, { code: 'core.no-identity' })
}

/** Any failure as an error that can be shown. Unexpected errors are not explained to the user, but in the console. */
export function toSessionError(error: unknown): AppError {
  if (error instanceof AppError) return error
  // oxlint-disable-next-line no-console -- the message sends people here
  console.error(error)
  return authenticationError('Session refresh failed, see developer console for details', { code: 'core.refresh-broke', cause: error })
}

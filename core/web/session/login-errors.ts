import { AppError, authenticationError } from '@portico/core/common'

/** The browser did not let the window open, most often because nobody had pressed anything. Never worth telling the user. */
export function popupRejected() {
  return new AppError('PopupRejectedError', 'Failed to open auth popup.', { status: 401, code: 'core.popup-rejected' })
}

/** The window was closed before the sign-in was done. */
export function popupClosed() {
  return new AppError('PopupClosedError', 'Login failed, popup was closed', { status: 401, code: 'core.popup-closed' })
}

/** The server gives the outcome to another address of the portal than the one that is open. */
export function popupForOtherOrigin(expected: string) {
  return new AppError('PopupClosedError', `Incorrect app origin, expected ${expected}`, { status: 401, code: 'core.popup-origin' })
}

/** The user does not want to log in. */
export function loginRejected() {
  return new AppError('RejectedError', 'Login failed, rejected by user', { status: 401, code: 'core.login-rejected' })
}

/** What the provider's last page reported instead of a session. */
export function loginFailed(error: { readonly name?: string; readonly message?: string }) {
  return new AppError(error.name ?? 'AuthenticationError', error.message ?? 'Login failed', { status: 401, code: 'core.login-failed' })
}

/** A provider that recognises people, but not for signing in. */
export function noIdentity(title: string) {
  return authenticationError(`The ${title} provider is not configured to support sign-in`, { code: 'core.no-identity' })
}

export function tooFewScopes() {
  return authenticationError('Refreshed session did not receive the required scopes', { code: 'core.too-few-scopes' })
}

/** Any failure as an error that can be shown. What nobody foresaw is not explained to the user, but to whoever opens the console. */
export function toSessionError(error: unknown): AppError {
  if (error instanceof AppError) return error
  // oxlint-disable-next-line no-console -- the message sends people here
  console.error(error)
  return authenticationError('Session refresh failed, see developer console for details', { code: 'core.refresh-broke', cause: error })
}

import { AppError, authenticationError } from '@portico/core/common'

/** The browser blocked the popup, usually because there was no user gesture. Never shown to the user. */
export function popupRejected() {
  return new AppError('PopupRejectedError', 'Failed to open auth popup.', { status: 401, code: 'core.popup-rejected' })
}

/** The window was closed before the sign-in was done. */
export function popupClosed() {
  return new AppError('PopupClosedError', 'Login failed, popup was closed', { status: 401, code: 'core.popup-closed' })
}

/** The server posts the outcome to another origin of the portal than the one that is open. */
export function popupForOtherOrigin(expected: string) {
  return new AppError('PopupClosedError', `Incorrect app origin, expected ${expected}`, { status: 401, code: 'core.popup-origin' })
}

/** What the provider's last page reported instead of a session. */
export function loginFailed(error: { readonly name?: string; readonly message?: string }) {
  return new AppError(error.name ?? 'AuthenticationError', error.message ?? 'Login failed', { status: 401, code: 'core.login-failed' })
}

export function tooFewScopes() {
  return authenticationError('Refreshed session did not receive the required scopes', { code: 'core.too-few-scopes' })
}

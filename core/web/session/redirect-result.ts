import { authenticationError, type AppError } from '@portico/core/common'

/** Whether the page was opened by a redirect back from a provider. */
export interface RedirectResult {
  /** Why the login failed, when the address says that it did. */
  readonly error?: AppError | undefined
  /** Whether this tab went to the provider. An address that only claims so may be a forged link. */
  readonly returned: boolean
}

const key = 'portico.redirecting'
const maxMessageLength = 1000

/** Records that this tab is about to be redirected to a provider. */
export function noteLeaving(tabStorage: Storage, provider: string): void {
  tabStorage.setItem(key, provider)
}

/** Makes the answer hold for this page alone. */
export function forgetLeaving(tabStorage: Storage): void {
  tabStorage.removeItem(key)
}

/** Reads whether the page is the end of a login. The message in an address is used only in the tab that began the login. */
export function readRedirectResult(pageUrl: string, tabStorage: Storage): RedirectResult {
  const returned = tabStorage.getItem(key) !== null
  const message = new URL(pageUrl).searchParams.get('error')
  if (message === null) return { returned }
  return { returned, error: authenticationError(returned ? message.slice(0, maxMessageLength) : '', { code: 'core.login-failed' }) }
}

/** Removes what a failed login left in the address, so that a reload tries again. */
export function cleanAddress({ location, history }: Pick<Window, 'location' | 'history'>): void {
  const url = new URL(location.href)
  if (!url.searchParams.has('error')) return
  url.searchParams.delete('error')
  history.replaceState(history.state, '', url.href)
}

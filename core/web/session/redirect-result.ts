import { authenticationError, type AppError } from '@portico/core/common'

/** How the page was come to: back from a provider, where the whole page went there. */
export interface RedirectResult {
  /** Why the login failed, when the address says that it did. */
  readonly error?: AppError | undefined
  /** Whether this tab went to the provider. An address that only claims it is somebody's link. */
  readonly returned: boolean
}

const key = 'portico.redirecting'
const maxMessageLength = 1000

/** Notes that this tab is about to leave for a provider. */
export function noteLeaving(tabStorage: Storage, provider: string): void {
  tabStorage.setItem(key, provider)
}

/** Reads, once, whether the page is the end of a login. The words of an address count only in the tab that began one. */
export function readRedirectResult(pageUrl: string, tabStorage: Storage): RedirectResult {
  const returned = tabStorage.getItem(key) !== null
  tabStorage.removeItem(key)
  const message = new URL(pageUrl).searchParams.get('error')
  if (message === null) return { returned }
  return { returned, error: authenticationError(returned ? message.slice(0, maxMessageLength) : '', { code: 'core.login-failed' }) }
}

/** Takes out of the address what a failed login left in it: a reload is another try. */
export function cleanAddress({ location, history }: Pick<Window, 'location' | 'history'>): void {
  const url = new URL(location.href)
  if (!url.searchParams.has('error')) return
  url.searchParams.delete('error')
  history.replaceState(history.state, '', url.href)
}

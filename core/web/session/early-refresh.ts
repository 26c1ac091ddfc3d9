import type { Fetch } from '../fetch.ts'

/** The storage key of the provider that restores the session when the portal opens. */
export const storedProviderKey = '@backstage/core:SignInPage:provider'
const requestKey = '/session/refresh'

declare global {
  interface Window {
    /** The request that the page sent before the portal's code had loaded. */
    earlyRefresh?: { readonly url: string; readonly response: Promise<Response> } | undefined
  }
}

/** Saves the refresh request of the session, so that the next visit sends it before the code of the portal has loaded. */
export function saveRefreshRequest(storage: Storage, provider: string, url: string): void {
  if (storage.getItem(storedProviderKey) === provider) storage.setItem(requestKey, url)
}

/** After sign-out there is no provider to restore and no early request. */
export function clearRefreshRequest(storage: Storage): void {
  storage.removeItem(storedProviderKey)
  storage.removeItem(requestKey)
}

/** The browser's fetch. The first time, the response of the page's early request is used instead of another request. */
export function fetchOf(view: Window): Fetch {
  const early = view.earlyRefresh
  delete view.earlyRefresh
  let isTaken = early === undefined
  return async (url, init = {}) => {
    if (isTaken || url !== early?.url || (init.method ?? 'GET') !== 'GET') return view.fetch(url, init)
    isTaken = true
    try {
      return await Promise.race([early.response, abortion(init.signal)])
    } catch (error) {
      if (init.signal?.aborted) throw error
      return view.fetch(url, init)
    }
  }
}

function abortion(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal?.aborted) reject(signal.reason as Error)
    signal?.addEventListener('abort', () => reject(signal.reason as Error))
  })
}

import type { Fetch } from '../fetch.ts'

/** Which provider to ask again when the portal opens. */
export const rememberedKey = '@backstage/core:SignInPage:provider'
const requestKey = '/session/refresh'

declare global {
  interface Window {
    /** The request that the page has sent before the portal's code was there. */
    earlyRefresh?: { readonly url: string; readonly response: Promise<Response> } | undefined
  }
}

/** Remembers the request by which the session goes on, so that the next visit sends it before the code of the portal is there. */
export function rememberRefresh(storage: Storage, provider: string, url: string): void {
  if (storage.getItem(rememberedKey) === provider) storage.setItem(requestKey, url)
}

/** Nobody is signed in any more, and nobody is asked for. */
export function forgetRefresh(storage: Storage): void {
  storage.removeItem(rememberedKey)
  storage.removeItem(requestKey)
}

/** The browser's fetch. What the page has asked for already is not asked for again, the first time. */
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

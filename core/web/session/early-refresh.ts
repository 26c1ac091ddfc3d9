import type { Fetch } from '../fetch.ts'

/** The storage key of the provider that restores the session when the portal opens. */
export const storedProviderKey = '@backstage/core:SignInPage:provider'
const requestKey = '/session/refresh'

interface EarlyData {
  /** The header that the requests were sent with. */
  readonly authorization: string
  readonly responses: Map<string, Promise<Response>>
}

declare global {
  interface Window {
    /** The request that the page sent before the portal's code had loaded. */
    earlyRefresh?: { readonly url: string; readonly response: Promise<Response> } | undefined
    /** The first data of the page, requested with the token of that session. */
    earlyData?: Promise<EarlyData | undefined> | undefined
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

/** The browser's fetch. Responses of the page's early requests are used once each, instead of another request. */
export function createEarlyFetch(view: Window): { readonly fetch: Fetch; readonly dropEarly: () => void } {
  const refresh = view.earlyRefresh
  delete view.earlyRefresh
  let data = view.earlyData
  delete view.earlyData
  let isRefreshTaken = refresh === undefined

  async function take(url: string, init: RequestInit): Promise<Response | undefined> {
    if ((init.method ?? 'GET') !== 'GET') return undefined
    if (!isRefreshTaken && url === refresh?.url) {
      isRefreshTaken = true
      return refresh.response
    }
    // Whoever has a token has the session, which the first data were requested with.
    const authorization = data && new Headers(init.headers).get('authorization')
    const early = authorization ? await data : undefined
    if (!early || early.authorization !== authorization) return undefined
    const response = early.responses.get(url)
    early.responses.delete(url)
    return response
  }

  return {
    async fetch(url, init = {}) {
      try {
        const early = await Promise.race([take(url, init), abortion(init.signal)])
        if (early) return early
      } catch (error) {
        if (init.signal?.aborted) throw error
      }
      return view.fetch(url, init)
    },
    /** The first page is shown: what it has not used by now would be old when something uses it. */
    dropEarly() {
      data = undefined
    },
  }
}

function abortion(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal?.aborted) reject(signal.reason as Error)
    signal?.addEventListener('abort', () => reject(signal.reason as Error))
  })
}

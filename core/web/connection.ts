import type { Fetch } from './fetch.ts'
import { createObservable } from './observable.ts'

const minDelayMs = 1_000
const maxDelayMs = 30_000
const gatewayStatuses = [502, 503, 504]

/** `retryAtMs` is missing while the server is being asked. */
export type ConnectionState = { readonly status: 'up' } | { readonly status: 'down'; readonly retryAtMs?: number }

export interface ConnectionOptions {
  readonly fetch: Fetch
  /** Asked whether the server is there. */
  readonly healthUrl: string
  /** Which addresses are the server's own. */
  readonly isOwn: (url: string) => boolean
  readonly onReconnect: () => void
  readonly random?: () => number
}

const up: ConnectionState = { status: 'up' }

/**
 * Whether the server can be reached, learnt from the requests that pass by. One that fails proves nothing: the server is asked for its health
 * before anything is said. While it is away it is asked again with exponential backoff.
 */
export function createConnection({ fetch, healthUrl, isOwn, onReconnect, random = Math.random }: ConnectionOptions) {
  const state = createObservable<ConnectionState>(up)
  let isStarted = false
  let isSuspected = false
  let failures = 0
  // What was asked before something else answered the question is not heard any more.
  let asked = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function report(isThere: boolean): void {
    if (isThere) return onAnswer()
    isSuspected = true
    if (state.get() === up) void check()
  }

  function onAnswer(): void {
    asked++
    failures = 0
    isSuspected = false
    clearTimeout(timer)
    if (state.get() === up) return
    state.set(up)
    onReconnect()
  }

  async function check(): Promise<void> {
    if (!isStarted || !isSuspected) return
    clearTimeout(timer)
    const own = ++asked
    if (state.get() !== up) state.set({ status: 'down' })
    const isThere = await isAnswering(fetch, healthUrl)
    if (own !== asked) return
    if (isThere) return onAnswer()
    // Not all browsers ask at the same moment when a server comes back.
    const delayMs = Math.min(minDelayMs * 2 ** failures++, maxDelayMs) * (0.75 + random() / 2)
    state.set({ status: 'down', retryAtMs: Date.now() + delayMs })
    timer = setTimeout(() => void check(), delayMs)
  }

  return {
    state,
    /** Asks at once, whenever the next time would have been. */
    retry: () => void check(),
    /** The given fetch, whose results tell whether the server is there. */
    fetch: (async (url, init) => {
      if (!isOwn(url)) return fetch(url, init)
      try {
        const response = await fetch(url, init)
        report(!isFromGateway(response))
        return response
      } catch (error) {
        if (!init?.signal?.aborted) report(false)
        throw error
      }
    }) satisfies Fetch,
    /** Asks again and again while the server is away, and when the network or the tab comes back, until stopped. */
    start(page: Window): () => void {
      const onReturn = () => void check()
      isStarted = true
      void check()
      page.addEventListener('online', onReturn)
      page.document.addEventListener('visibilitychange', onReturn)
      return () => {
        isStarted = false
        asked++
        clearTimeout(timer)
        page.removeEventListener('online', onReturn)
        page.document.removeEventListener('visibilitychange', onReturn)
      }
    },
  }
}

/** Any answer of the server itself will do, also that it does not tell its health to everybody. */
async function isAnswering(fetch: Fetch, url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { cache: 'no-store', mode: 'no-cors' })
    return !gatewayStatuses.includes(response.status)
  } catch {
    return false
  }
}

/** The answer of what stands before a server that is away. The server's own errors are JSON. */
function isFromGateway({ status, headers }: Response): boolean {
  return gatewayStatuses.includes(status) && !headers.get('content-type')?.includes('json')
}

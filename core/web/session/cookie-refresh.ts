import { configAt, cookieContract, maxTimerMs } from '@portico/core/common'
import { createWebClient } from '../client.ts'
import type { WebDiscovery } from '../discovery.ts'
import { withCookies, type Fetch } from '../fetch.ts'
import { createObservable } from '../observable.ts'

const minuteMs = 60_000
const firstRetryMs = 5_000
const maxRetryMs = 5 * minuteMs
const soonestMs = 5 * minuteMs

export interface CookieRoutesOptions {
  readonly pluginId: string
  readonly discovery: WebDiscovery
  /** With the user's token. */
  readonly fetch: Fetch
}

/** The cookie for requests that cannot carry a token: images, documents, the app itself. */
export function createCookieRoutes({ pluginId, discovery, fetch }: CookieRoutesOptions) {
  const { issueCookie, clearCookie } = cookieContract(pluginId)
  const client = createWebClient({ discovery, fetch: withCookies(fetch) })
  return {
    /** When the cookie expires; undefined where the server needs none. */
    async issue(): Promise<Date | undefined> {
      const reply = await client.callOptional(issueCookie)
      if (!reply) return undefined
      if (!reply.expiresAt) throw new Error('No expiration date in response')
      const date = new Date(reply.expiresAt)
      if (Number.isNaN(date.getTime())) throw new Error('Invalid expiration date in response')
      return date
    },
    async remove(): Promise<void> {
      await client.call(clearCookie)
    },
  }
}

/** The part of a BroadcastChannel by which tabs share a refresh. */
export interface CookieChannel {
  postMessage(message: unknown): void
  onmessage: ((event: MessageEvent) => void) | null
  close(): void
}

export type CookieState = { readonly status: 'pending' | 'ready' } | { readonly status: 'failed'; readonly error: unknown }

export interface CookieRefreshOptions {
  readonly issue: () => Promise<Date | undefined>
  readonly openChannel?: () => CookieChannel | undefined
  /** Called for the second consecutive failure and later ones: a single one may be a short loss of network. */
  readonly onError: (error: unknown) => void
  readonly now?: () => number
  readonly random?: () => number
}

/** Keeps a cookie fresh while it runs, one tab for all. */
export function createCookieRefresh({ issue, openChannel, onError, now = Date.now, random = Math.random }: CookieRefreshOptions) {
  const state = createObservable<CookieState>({ status: 'pending' })
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let run = 0
  let current: CookieChannel | undefined

  function schedule(mine: number, delayMs: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void refresh(mine), Math.min(delayMs, maxTimerMs))
  }

  function scheduleBefore(mine: number, expiresAt: Date): void {
    const earlyMs = (1 + random() * 3) * minuteMs
    schedule(mine, Math.max(expiresAt.getTime() - now() - earlyMs, soonestMs))
  }

  async function refresh(mine: number): Promise<void> {
    try {
      const expiresAt = await issue()
      if (mine !== run) return
      failures = 0
      state.set({ status: 'ready' })
      if (!expiresAt) return
      current?.postMessage({ expiresAt: expiresAt.toISOString() })
      scheduleBefore(mine, expiresAt)
    } catch (error) {
      if (mine !== run) return
      failures += 1
      if (failures > 1) {
        onError(error)
        if (state.get().status !== 'ready') state.set({ status: 'failed', error })
      }
      schedule(mine, Math.min(firstRetryMs * 2 ** (failures - 1), maxRetryMs))
    }
  }

  return {
    state,
    /** Starts at once; returns a function that stops it. */
    start(): () => void {
      const mine = ++run
      current = openChannel?.()
      if (current) {
        current.onmessage = ({ data }) => {
          const expiresAt = new Date(String(configAt(data, ['expiresAt'])))
          if (mine !== run || Number.isNaN(expiresAt.getTime())) return
          failures = 0
          state.set({ status: 'ready' })
          scheduleBefore(mine, expiresAt)
        }
      }
      void refresh(mine)
      return () => {
        run += 1
        clearTimeout(timer)
        current?.close()
        current = undefined
      }
    },
    retry: (): void => void refresh(run),
  }
}

import type { Client, Observable, SignedInUser } from '@portico/core/web'
import { userSettingsApi } from '@portico/user-settings/common'
import type { ServerStorage } from './server-storage.ts'
import { isRetryable, toSettingPath } from './setting-requests.ts'

/** What the watch needs to know of the browser's page. */
export interface PageView {
  isVisible(): boolean
  /** The listener is called when the page is shown or hidden, and when the network is back. */
  onChange(listener: () => void): void
}

export interface SettingWatchOptions {
  readonly client: Client
  readonly storage: Pick<ServerStorage, 'owner' | 'refresh'>
  readonly user: Observable<SignedInUser | undefined>
  readonly page: PageView
  /** Delays the stream until the first page has loaded. */
  readonly delayMs?: number
}

const maxBackoffMs = 30_000

/**
 * Follows what the user changes on other devices, while the page is visible. A browser opens few connections to one server: hidden
 * pages hold none, and read everything again when they are shown. Tabs of one browser notify each other anyway.
 */
export function watchSettings({ client, storage, user, page, delayMs = 1500 }: SettingWatchOptions): void {
  let open: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0

  async function follow({ signal }: AbortController): Promise<void> {
    let isOpen = false
    for await (const { event, data } of client.stream(userSettingsApi.watchSettings, {}, { signal })) {
      if (event === 'user-settings') {
        const path = toSettingPath(data)
        if (path) storage.refresh(path)
      } else if (!isOpen) {
        // From here on every change is received; what changed before is read once.
        isOpen = true
        failures = 0
        storage.refresh()
      }
    }
  }

  function connect(): void {
    if (open || storage.owner() === undefined || !page.isVisible()) return
    const own = new AbortController()
    open = own
    follow(own)
      .then(
        () => true,
        // Without this plugin on the server, or when it refuses, there is no retry.
        (error: unknown) => isRetryable(error),
      )
      .then(again => {
        if (open !== own) return
        open = undefined
        failures++
        if (again) later(Math.min(1000 * 2 ** failures, maxBackoffMs) * (0.5 + Math.random()))
      })
  }

  function later(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(connect, ms)
  }

  function leave(): void {
    clearTimeout(timer)
    open?.abort()
    open = undefined
    failures = 0
  }

  user.subscribe(() => {
    leave()
    if (storage.owner() !== undefined) later(delayMs)
  })
  page.onChange(() => {
    if (!page.isVisible()) return leave()
    storage.refresh()
    connect()
  })
}

/** The window of a browser. */
export function browserPage(): PageView {
  return {
    isVisible: () => document.visibilityState !== 'hidden',
    onChange(listener) {
      document.addEventListener('visibilitychange', listener)
      window.addEventListener('online', listener)
    },
  }
}

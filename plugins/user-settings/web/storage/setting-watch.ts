import type { Observable, SignedInUser, Signals } from '@portico/core/web'
import { settingsChannel, type SettingSignal } from '@portico/user-settings/common'
import type { ServerStorage } from './server-storage.ts'
import { toSettingPath } from './setting-requests.ts'

/** What the watch needs to know of the browser's page. */
export interface PageView {
  isVisible(): boolean
  /** The listener is called when the page is shown or hidden, and when the network is back. */
  onChange(listener: () => void): void
}

export interface SettingWatchOptions {
  readonly signals: Signals
  readonly storage: Pick<ServerStorage, 'owner' | 'refresh'>
  readonly user: Observable<SignedInUser | undefined>
  readonly page: PageView
}

/** Follows what the user changes on other devices, by signals; when the page is shown or the network is back, everything is read again. */
export function watchSettings({ signals, storage, user, page }: SettingWatchOptions): void {
  let stop: (() => void) | undefined

  function follow(): void {
    stop?.()
    stop = undefined
    if (storage.owner() === undefined) return
    stop = signals.subscribe(settingsChannel, {
      onMessage(message) {
        const path = toSettingPath(message as SettingSignal)
        if (path) storage.refresh(path)
      },
      // What changed before the connection was open is read once.
      onGap: () => storage.refresh(),
    })
  }

  follow()
  user.subscribe(follow)
  page.onChange(() => {
    if (page.isVisible()) storage.refresh()
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

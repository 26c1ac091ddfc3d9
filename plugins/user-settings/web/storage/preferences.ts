import type { BrowserStorage } from '@portico/core/web'
import type { ServerStorage } from './server-storage.ts'

/** The portal's own settings in the browser that follow the user: theme, language, sidebar, feature flags. */
const followed = ['theme', 'language', 'sidebarPinState', 'featureFlags'] as const

/** Makes the portal's own settings follow the user. They stay in the browser too: the first page is drawn from them. */
export function followPreferences({ browser, storage }: { browser: BrowserStorage; storage: Pick<ServerStorage, 'api' | 'owner'> }): void {
  const bucket = storage.api.bucket('userSettings')
  for (const key of followed) {
    const stored = bucket.observe<string | null>(key)
    stored.subscribe(() => {
      const { presence, value } = stored.get()
      // A key that the server does not have keeps this browser's value.
      if (presence === 'present' && storage.owner() !== undefined) browser.receive(key, value ?? undefined)
    })
  }
  browser.onOwnWrite(key => {
    if (storage.owner() === undefined || !followed.some(each => each === key)) return
    const value = browser.storage.getItem(key)
    if (bucket.observe(key).get().value === value) return
    // The storage reports failures and retries; the browser has the value in any case.
    bucket.set(key, value).catch(() => undefined)
  })
}

import { createObservable, defineApi, defineApiRef, signalsApiRef, signedInUserApiRef, titleCountApiRef } from '@portico/core/web'
import { alertApiRef, browserStorageApiRef, clientApiRef, identityApiRef, type Observable } from '@portico/core/web'

/** How many notifications the user has not read yet. */
export const unreadApiRef = defineApiRef<Observable<number>>({
  id: 'plugin.notifications.unread',
  description: 'How many notifications the user has not read',
})

/** Begins with none; the rest is loaded after the first page. */
export const unreadFactory = defineApi({
  api: unreadApiRef,
  uses: {
    alerts: alertApiRef,
    browser: browserStorageApiRef,
    client: clientApiRef,
    identity: identityApiRef,
    signals: signalsApiRef,
    titleCount: titleCountApiRef,
    user: signedInUserApiRef,
  },
  create(apis) {
    const unread = createObservable(0)
    const start = () => void import('./watch-notifications.ts').then(({ watchNotifications }) => watchNotifications({ ...apis, unread }))
    if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: 2000 })
    else setTimeout(start, 1000)
    return unread
  },
})

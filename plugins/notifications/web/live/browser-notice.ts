import type { Notification as PortalNotification } from '@portico/notifications/common'

const key = '/notifications/browser'

export type BrowserNotices = 'unavailable' | 'denied' | 'off' | 'on'

/** Whether this browser shows notifications while the portal is in the background. It is never asked unless the user wants that. */
export function browserNotices(storage: Storage): BrowserNotices {
  if (!('Notification' in window)) return 'unavailable'
  if (Notification.permission === 'denied') return 'denied'
  return Notification.permission === 'granted' && storage.getItem(key) === 'on' ? 'on' : 'off'
}

/** Only after a press of the user. */
export async function allowBrowserNotices(storage: Storage): Promise<BrowserNotices> {
  if ((await Notification.requestPermission()) === 'granted') storage.setItem(key, 'on')
  return browserNotices(storage)
}

export function stopBrowserNotices(storage: Storage): BrowserNotices {
  storage.removeItem(key)
  return browserNotices(storage)
}

/** Shows it once, however many tabs are open: the browser replaces one with the same tag. */
export function showInBrowser({ id, payload: { title, description } }: PortalNotification, storage: Storage, onOpen: () => void): void {
  if (browserNotices(storage) !== 'on') return
  const notice = new Notification(title, { tag: id, ...(description !== null && { body: description.slice(0, 200) }) })
  notice.addEventListener('click', () => {
    window.focus()
    notice.close()
    onOpen()
  })
}

import type {
  Alerts,
  AlertSeverity,
  BrowserStorage,
  Client,
  createObservable,
  Observable,
  SignedInIdentity,
  SignedInUser,
  Signals,
} from '@portico/core/web'
import {
  isNotificationLink,
  notificationsApi,
  notificationsChannel,
  type Notification,
  type NotificationSignal,
  type Severity,
} from '@portico/notifications/common'
import { showInBrowser } from './browser-notice.ts'

export interface WatchOptions {
  readonly alerts: Alerts
  readonly browser: BrowserStorage
  readonly client: Client
  readonly identity: Pick<SignedInIdentity, 'getToken'>
  readonly signals: Signals
  readonly titleCount: ReturnType<typeof createObservable<number>>
  readonly user: Observable<SignedInUser | undefined>
  readonly unread: ReturnType<typeof createObservable<number>>
}

const alertSeverities: Readonly<Record<Severity, AlertSeverity>> = { critical: 'error', high: 'warning', normal: 'info', low: 'info' }

/** Follows the notifications of the signed-in user: counts those that are unread, and shows those that are new. */
export function watchNotifications({ alerts, browser, client, identity, signals, titleCount, user, unread }: WatchOptions): void {
  let stop: (() => void) | undefined
  let asked = 0

  function show(count: number): void {
    unread.set(count)
    titleCount.set(count)
  }

  async function count(): Promise<void> {
    const own = ++asked
    // Without an answer the number of before stays; the next signal, or the next connection, asks again.
    const status = await client.call(notificationsApi.getStatus).catch(() => undefined)
    if (status && own === asked) show(status.unread)
  }

  async function announce(id: string): Promise<void> {
    const notification = await client.callOptional(notificationsApi.getNotification, { params: { id } }).catch(() => undefined)
    if (notification) tell(notification)
  }

  function markRead(id: string): void {
    // Where it fails the notification stays unread, which loses nothing.
    client.call(notificationsApi.updateNotifications, { body: { ids: [id], read: true } }).catch(() => undefined)
  }

  function tell(notification: Notification): void {
    const { id, payload } = notification
    const to = payload.link !== null && isNotificationLink(payload.link) ? payload.link : undefined
    // What the user is looking at is no news to them.
    const isVisible = document.visibilityState === 'visible'
    if (isVisible && to !== undefined && to.length > 1 && location.pathname.endsWith(to)) return markRead(id)
    const show = () =>
      alerts.post({
        message: payload.title,
        severity: alertSeverities[payload.severity],
        display: payload.severity === 'critical' ? 'permanent' : 'transient',
        ...(to !== undefined && { to, onFollow: () => markRead(id) }),
      })
    if (isVisible) show()
    else showInBrowser(notification, browser.storage, show)
  }

  function onMessage(message: unknown): void {
    const signal = message as NotificationSignal
    void count()
    if (signal.action === 'new_notification') void announce(signal.notification_id)
  }

  async function follow(): Promise<void> {
    stop?.()
    stop = undefined
    asked++
    show(0)
    const current = user.get()
    // A guest without a session on the server has no notifications.
    if (!current || (await identity.getToken().catch(() => undefined)) === undefined || user.get() !== current) return
    await count()
    stop = signals.subscribe(notificationsChannel, { onMessage, onGap: () => void count() })
  }

  void follow()
  user.subscribe(() => void follow())
}

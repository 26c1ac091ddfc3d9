import { AppError, defineEvent } from '@portico/core/common'
import type { Events, Logger, PublishOptions } from '@portico/core/server'
import { NewNotification, NotificationPayload, WatchEvent, type NewNotification as Dependencies } from '@portico/notifications/common'
import { z } from 'zod'
import { notificationInvalid } from './errors.ts'
import type { NotificationDraft } from './notification-extensions.ts'

const origin = z.string().min(1).max(255)
const Sent = z.object({ origin, notification: NewNotification })
const Watched = z.object({ origin, entityRef: z.string().min(1), event: WatchEvent, payload: NotificationPayload })
type Watched = z.output<typeof Watched>

/** By these plugins notify users, and those who watch an entity. */
const sendRequested = defineEvent('notifications.send', Sent)
const watchedChanged = defineEvent('notifications.watched', Watched)

export interface NotifyOptions extends PublishOptions {
  /** Who sends, as `plugin:<id>`: users choose by it what reaches them. */
  readonly origin: string
}

/** Notifies users for other plugins. Who does so need not know whether the portal has notifications. */
export interface Notifications {
  send(notification: Dependencies, options: NotifyOptions): Promise<void>
  /** Tells those who have asked for this on the page of the entity, as far as they may read it. */
  tellWatchers(
    news: { readonly entityRef: string; readonly event: WatchEvent; readonly payload: Dependencies['payload'] },
    options: NotifyOptions,
  ): Promise<void>
}

/** The sender of notifications for a plugin: `notificationsOn(core.work.events).send(notification, { origin: 'plugin:release' })`. */
export function notificationsOn(events: Pick<Events, 'publish'>): Notifications {
  return {
    send: async (notification, { origin: sender, ...options }) =>
      events.publish(sendRequested, checked(Sent, { origin: sender, notification }), options),
    tellWatchers: async (news, { origin: sender, ...options }) =>
      events.publish(watchedChanged, checked(Watched, { ...news, origin: sender }), options),
  }
}

export interface NotificationBusDependencies {
  readonly events: Pick<Events, 'subscribe'>
  readonly send: (draft: NotificationDraft) => Promise<unknown>
  readonly tellWatchers: (news: Watched) => Promise<void>
  readonly log: Logger
}

/** Sends what plugins have put on the bus. What can never be sent is logged and dropped, since what follows waits for it. */
export function followNotificationBus({ events, send, tellWatchers, log }: NotificationBusDependencies): void {
  async function deliver(run: () => Promise<unknown>): Promise<void> {
    try {
      await run()
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      log.warn({ error }, 'a notification of a plugin could not be sent')
    }
  }
  events.subscribe({
    id: 'send-notifications',
    events: [sendRequested],
    run: ({ payload: { notification, ...sender } }) => deliver(() => send({ ...sender, ...notification })),
  })
  events.subscribe({
    id: 'tell-watchers-of-news',
    events: [watchedChanged],
    run: ({ payload }) => deliver(() => tellWatchers(payload)),
  })
}

function checked<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw notificationInvalid(z.prettifyError(parsed.error))
  return parsed.data
}

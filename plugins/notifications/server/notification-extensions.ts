import { defineService } from '@portico/core/server'
import type { NotificationPayload, NotificationRecipients } from '@portico/notifications/common'

/** A notification before it is stored. */
export interface NotificationDraft {
  readonly origin: string
  readonly recipients: NotificationRecipients
  readonly payload: NotificationPayload
}

/** Looks at every notification before it is stored. */
export interface NotificationProcessor {
  readonly id: string
  /** The notification as it shall be sent, or undefined where it shall not. When it throws, the notification is sent as it was. */
  process(draft: NotificationDraft): Promise<NotificationDraft | undefined> | NotificationDraft | undefined
}

/** A delivery by a channel: one notification to some users, or a broadcast. */
export interface ChannelDelivery {
  readonly notification: NotificationDraft
  /** Those who want it by this channel; undefined for a broadcast. */
  readonly users: readonly string[] | undefined
  /** The same for every attempt. */
  readonly id: string
}

/** A way in which notifications reach users besides the portal's own pages. */
export interface NotificationChannel {
  /** As users see it in their settings: `E-mail`. */
  readonly id: string
  /** Whether it carries a notification at all. All by default. */
  accepts?(draft: NotificationDraft): boolean
  /** Runs as a job: when it throws it is tried again with backoff, for the same users. */
  send(delivery: ChannelDelivery, signal: AbortSignal): Promise<void>
}

/** For plugins that change what is sent, or add ways in which it reaches users. Each returns the function that takes it away. */
export interface NotificationExtensions {
  addProcessor(processor: NotificationProcessor): () => void
  addChannel(channel: NotificationChannel): () => void
}

export const notificationExtensions = defineService<NotificationExtensions>('notifications.extensions', {
  registers: ['addProcessor', 'addChannel'],
})

import { defineService } from '@portico/core/server'
import { NewAnnouncement, NotificationPayload } from '@portico/notifications/common'
import type { z } from 'zod'
import type { Announcements } from './announcements/announcements.ts'
import type { NotificationStore, PastNotification } from './inbox/notification-store.ts'

/** For plugins that bring in what users were told elsewhere, and that announce something once. */
export interface NotificationRecords {
  /**
   * Adds what users had before, with its time and whether they had read it. Nobody is signalled, and no channel delivers it. With a scope it is added
   * once, however often it is asked for.
   */
  bringIn(
    notifications: readonly (Omit<PastNotification, 'payload'> & { readonly payload: z.input<typeof NotificationPayload> })[],
  ): Promise<void>
  /** Announces something once: a second one with the same id (a UUID) is left out. `plugin` is who asks, as `plugin:<id>`. */
  announce(announcement: z.input<typeof NewAnnouncement> & { readonly id: string }, options: { readonly plugin: string }): Promise<void>
}

export const notificationRecords = defineService<NotificationRecords>('notifications.records')

export function createNotificationRecords({
  store,
  announcements,
}: {
  readonly store: Pick<NotificationStore, 'addPast'>
  readonly announcements: Pick<Announcements, 'addOnce'>
}): NotificationRecords {
  return {
    async bringIn(notifications) {
      if (notifications.length === 0) return
      await store.addPast(notifications.map(each => ({ ...each, payload: NotificationPayload.parse(each.payload) })))
    },
    announce: async ({ id, ...announcement }, { plugin }) =>
      announcements.addOnce({ type: 'service', subject: plugin }, { ...NewAnnouncement.parse(announcement), id }),
  }
}

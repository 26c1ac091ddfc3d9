import { catalogService } from '@portico/catalog/server'
import { defineServerPlugin, identityPort } from '@portico/core/server'
import { manageAnnouncementsPermission, notificationsApi, readUndeliveredPermission } from '@portico/notifications/common'
import { signalsOn } from '@portico/signals/server'
import { createAnnouncementStore } from './announcements/announcement-store.ts'
import { createAnnouncements } from './announcements/announcements.ts'
import { notificationsSections } from './config.ts'
import { createInbox } from './inbox/inbox.ts'
import { createNotificationStore } from './inbox/notification-store.ts'
import { createSettingStore } from './inbox/setting-store.ts'
import { migrations } from './migrations/index.ts'
import { notificationExtensions } from './notification-extensions.ts'
import { followNotificationBus } from './notifications-bus.ts'
import { createNotificationRecords, notificationRecords } from './notification-records.ts'
import { notificationRoutes } from './routes.ts'
import { openSending } from './sending/open-sending.ts'
import { openWatches } from './watches/open-watches.ts'

export {
  notificationExtensions,
  type ChannelDelivery,
  type NotificationChannel,
  type NotificationDraft,
  type NotificationExtensions,
  type NotificationProcessor,
} from './notification-extensions.ts'
export { notificationRecords, type NotificationRecords } from './notification-records.ts'
export { notificationsOn, type Notifications, type NotifyOptions } from './notifications-bus.ts'

/** What users are told, by other plugins and by programs: in the portal, and by further channels. */
export const notificationsPlugin = defineServerPlugin({
  id: 'notifications',
  config: notificationsSections,
  uses: { catalog: catalogService, identity: identityPort },
  permissions: { permissions: [manageAnnouncementsPermission, readUndeliveredPermission] },
  provides: { extensions: notificationExtensions, records: notificationRecords },
  migrations,
  setup(core, { catalog, identity }) {
    const { config, onConfig, db, log, implement } = core
    const { events, jobs, scheduler } = core.work
    const { audit, permissions } = core.security
    let { announcers, retention } = config.notifications
    onConfig('notifications', changed => void ({ announcers, retention } = changed))
    const store = createNotificationStore(db)
    const settings = createSettingStore(db)
    const signals = signalsOn(events)
    const { extensions, send, undelivered, unsubscribe } = openSending(core, { store, settings, catalog, signals })
    const announcements = createAnnouncements({
      store: createAnnouncementStore(db),
      jobs,
      audit,
      permissions,
      identity,
      announcers: () => announcers,
      send,
    })
    const watches = openWatches(core, { catalog, send })
    followNotificationBus({ events, send, tellWatchers: watches.onNews, log })
    const inbox = createInbox({ store, settings, signals, channelIds: extensions.channelIds })
    scheduler.schedule({
      id: 'prune-notifications',
      description: 'Deletes notifications that are older than the retention',
      frequency: { hours: 24 },
      timeout: { minutes: 10 },
      initialDelay: { minutes: 10 },
      async run(signal) {
        if (retention === false) return
        const before = new Date(Date.now() - retention)
        while (!signal.aborted && (await store.prune(before)) > 0);
      },
    })

    const appUrl = core.server.discovery.appUrl()
    core.actions.offer(async () => (await import('./agent-actions.ts')).notificationActions)
    implement(notificationsApi, notificationRoutes({ inbox, send, undelivered, unsubscribe, watches, announcements, appUrl }))
    return { extensions: extensions.service, records: createNotificationRecords({ store, announcements }) }
  },
})

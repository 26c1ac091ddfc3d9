import { catalogChanged, catalogService } from '@portico/catalog/server'
import { defineServerPlugin, identityPort } from '@portico/core/server'
import { manageAnnouncementsPermission, notificationsApi, readUndeliveredPermission } from '@portico/notifications/common'
import { signalsOn } from '@portico/signals/server'
import { createAnnouncements } from './announcements.ts'
import { ownChannels } from './channels/own-channels.ts'
import { createUnsubscribe } from './channels/unsubscribe.ts'
import { notificationsSections } from './config.ts'
import { createInbox } from './inbox.ts'
import { migrations } from './migrations/index.ts'
import { notificationExtensions } from './notification-extensions.ts'
import { followNotificationBus } from './notifications-bus.ts'
import { notificationRoutes } from './routes.ts'
import { createDeliveries } from './sending/deliveries.ts'
import { createExtensions } from './sending/extensions.ts'
import { createOutbox } from './sending/outbox.ts'
import { createRecipients } from './sending/recipients.ts'
import { createSend } from './sending/send.ts'
import { createUndelivered } from './sending/undelivered.ts'
import { createAnnouncementStore } from './store/announcement-store.ts'
import { createOutgoingStore } from './store/outgoing-store.ts'
import { createSigningKeyStore } from './store/signing-key-store.ts'
import { createNotificationStore } from './store/notification-store.ts'
import { createSettingStore } from './store/setting-store.ts'
import { createWatchStore } from './store/watch-store.ts'
import { createWatches } from './watches.ts'

export {
  notificationExtensions,
  type ChannelDelivery,
  type NotificationChannel,
  type NotificationDraft,
  type NotificationExtensions,
  type NotificationProcessor,
} from './notification-extensions.ts'
export { notificationsOn, type Notifications, type NotifyOptions } from './notifications-bus.ts'

/** What users are told, by other plugins and by programs: in the portal, and by further channels. */
export const notificationsPlugin = defineServerPlugin({
  id: 'notifications',
  config: notificationsSections,
  uses: { catalog: catalogService, identity: identityPort },
  permissions: { permissions: [manageAnnouncementsPermission, readUndeliveredPermission] },
  provides: { extensions: notificationExtensions },
  migrations,
  setup(core, { catalog, identity }) {
    const { config, onConfig, db, log, implement } = core
    const { events, jobs, scheduler } = core.work
    const { discovery } = core.server
    let current = config.notifications
    const store = createNotificationStore(db)
    const settings = createSettingStore(db)
    const signals = signalsOn(events)
    const extensions = createExtensions(log)
    const deliveries = createDeliveries({ jobs, extensions, settings })
    const recipients = createRecipients(catalog)
    const send = createSend({ store, settings, recipients, extensions, deliveries, signals, rateLimit: () => current.rateLimit })
    const outgoingStore = createOutgoingStore(db)
    const messages = core.telemetry.meter.createCounter('portico.notifications.messages', {
      description: 'Messages to single recipients by channel and outcome',
    })
    const outbox = createOutbox({
      store: outgoingStore,
      jobs,
      log,
      carrierOf: extensions.carrierOf,
      count: (channel, outcome) => messages.add(1, { channel, outcome }),
    })
    const { signingKey } = createSigningKeyStore(db)
    const appUrl = discovery.appUrl()
    const places = { appUrl, apiUrl: discovery.externalUrl('notifications'), title: core.server.appTitle }
    const follow = (changed: typeof current) => {
      extensions.setOwn(ownChannels(changed.processors, { ...places, catalog, outbox, preferences: settings, signingKey, log }))
      current = changed
    }
    follow(current)
    onConfig('notifications', follow)
    const undelivered = createUndelivered(outgoingStore)
    core.server.inspection.reportProblems('notifications', undelivered.problem)
    scheduler.schedule({
      id: 'maintain-outgoing',
      description: 'Reports messages whose server stopped while it sent them, and deletes the records of old ones',
      frequency: { minutes: 5 },
      timeout: { minutes: 4 },
      initialDelay: { minutes: 1 },
      run: signal => outbox.maintain(signal),
    })
    const unsubscribe = createUnsubscribe({ settings, signingKey })
    const { audit, permissions } = core.security
    const announcements = createAnnouncements({
      store: createAnnouncementStore(db),
      jobs,
      audit,
      permissions,
      identity,
      announcers: () => current.announcers,
      send,
    })
    const watches = createWatches({ store: createWatchStore(db), catalog, jobs, permissions, send })
    events.subscribe({
      id: 'tell-watchers',
      events: [catalogChanged],
      run: ({ payload }) => watches.onChange(payload),
    })
    scheduler.schedule({
      id: 'check-watched-rules',
      description: 'Looks for watched entities that break a rule without having changed, such as those of a source that cannot be read',
      frequency: { minutes: 2 },
      timeout: { minutes: 1 },
      initialDelay: { minutes: 2 },
      run: () => watches.checkSoon(),
    })
    followNotificationBus({ events, send, tellWatchers: watches.onNews, log })
    const inbox = createInbox({ store, settings, signals, channelIds: extensions.channelIds })
    scheduler.schedule({
      id: 'prune-notifications',
      description: 'Deletes notifications that are older than the retention',
      frequency: { hours: 24 },
      timeout: { minutes: 10 },
      initialDelay: { minutes: 10 },
      async run(signal) {
        if (current.retention === false) return
        const before = new Date(Date.now() - current.retention)
        while (!signal.aborted && (await store.prune(before)) > 0);
      },
    })

    implement(notificationsApi, notificationRoutes({ inbox, send, undelivered, unsubscribe, watches, announcements, appUrl }))
    return { extensions: extensions.service }
  },
})

import { catalogService } from '@portico/catalog/server'
import { defineServerPlugin, type Principal } from '@portico/core/server'
import { NewNotification, notificationsApi, type NewNotification as Given } from '@portico/notifications/common'
import { signalsOn } from '@portico/signals/server'
import { notificationsSections } from './config.ts'
import { serviceNeeded, userNeeded } from './errors.ts'
import { createInbox } from './inbox.ts'
import * as notifications from './migrations/0001-notifications.ts'
import { notificationExtensions, notificationsService } from './notifications-service.ts'
import { createDeliveries } from './sending/deliveries.ts'
import { createExtensions } from './sending/extensions.ts'
import { createRecipients } from './sending/recipients.ts'
import { createSend } from './sending/send.ts'
import { createNotificationStore } from './store/notification-store.ts'
import { createSettingStore } from './store/setting-store.ts'

export {
  notificationExtensions,
  notificationsService,
  type ChannelDelivery,
  type NotificationChannel,
  type NotificationDraft,
  type NotificationExtensions,
  type NotificationProcessor,
  type Notifications,
} from './notifications-service.ts'

/** What users are told, by other plugins and by programs: in the portal, and by further channels. */
export const notificationsPlugin = defineServerPlugin({
  id: 'notifications',
  config: notificationsSections,
  uses: { catalog: catalogService },
  provides: { notifications: notificationsService, extensions: notificationExtensions },
  migrations: { '0001-notifications': notifications },
  setup({ config, onConfig, db, log, implement, work: { events, jobs, scheduler } }, { catalog }) {
    let current = config.notifications
    onConfig('notifications', changed => void (current = changed))
    const store = createNotificationStore(db)
    const settings = createSettingStore(db)
    const signals = signalsOn(events)
    const extensions = createExtensions(log)
    const deliveries = createDeliveries({ jobs, extensions, settings })
    const recipients = createRecipients(catalog)
    const send = createSend({ store, settings, recipients, extensions, deliveries, signals, rateLimit: () => current.rateLimit })
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

    const listOf = ({ caller, query }: { caller: Principal; query: Parameters<typeof inbox.list>[1] }) => inbox.list(refOf(caller), query)
    const one = ({ caller, params }: { caller: Principal; params: { id: string } }) => inbox.get(refOf(caller), params.id)
    const update = ({ caller, body }: { caller: Principal; body: Parameters<typeof inbox.update>[1] }) => inbox.update(refOf(caller), body)
    const sent = ({ caller, body }: { caller: Principal; body: ReturnType<typeof NewNotification.parse> }) =>
      send({ origin: originOf(caller), ...body })
    implement(notificationsApi, {
      listNotifications: listOf,
      listNotificationsAtRoot: listOf,
      getNotification: one,
      getNotificationAtRoot: one,
      sendNotification: sent,
      sendNotificationAtRoot: sent,
      updateNotifications: update,
      updateNotificationsAtRoot: update,
      getStatus: ({ caller }) => inbox.status(refOf(caller)),
      listTopics: ({ caller, query }) => inbox.topics(refOf(caller), query),
      getSettings: ({ caller }) => inbox.readSettings(refOf(caller)),
      putSettings: ({ caller, body }) => inbox.putSettings(refOf(caller), body),
    })
    return {
      notifications: { send: async (given: Given, { origin }) => send({ origin, ...NewNotification.parse(given) }) },
      extensions: extensions.service,
    }
  },
})

function refOf(caller: Principal): string {
  if (caller.type !== 'user') throw userNeeded()
  return caller.userEntityRef
}

function originOf(caller: Principal): string {
  if (caller.type !== 'service') throw serviceNeeded()
  return caller.subject
}

import { bytes, type Handlers, type Principal, type UserPrincipal } from '@portico/core/server'
import type { notificationsApi } from '@portico/notifications/common'
import type { Announcements } from './announcements/announcements.ts'
import type { Unsubscribe } from './channels/unsubscribe.ts'
import { serviceNeeded, userNeeded } from './errors.ts'
import type { Inbox } from './inbox/inbox.ts'
import type { NotificationDraft } from './notification-extensions.ts'
import type { Send } from './sending/send.ts'
import type { Undelivered } from './sending/undelivered.ts'
import type { Watches } from './watches/watches.ts'

interface RouteDependencies {
  readonly inbox: Inbox
  readonly send: Send
  readonly undelivered: Undelivered
  readonly unsubscribe: Unsubscribe
  readonly watches: Watches
  readonly announcements: Announcements
  readonly appUrl: string
}

/** The routes of notifications, of what users watch, and of announcements. */
export function notificationRoutes({
  inbox,
  send,
  undelivered,
  unsubscribe,
  watches,
  announcements,
  appUrl,
}: RouteDependencies): Handlers<typeof notificationsApi> {
  const listOf = ({ caller, query }: { caller: Principal; query: Parameters<typeof inbox.list>[1] }) => inbox.list(refOf(caller), query)
  const one = ({ caller, params }: { caller: Principal; params: { id: string } }) => inbox.get(refOf(caller), params.id)
  const update = ({ caller, body }: { caller: Principal; body: Parameters<typeof inbox.update>[1] }) => inbox.update(refOf(caller), body)
  const sent = ({ caller, body }: { caller: Principal; body: Omit<NotificationDraft, 'origin'> }) =>
    send({ origin: originOf(caller), ...body })
  return {
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
    listUndelivered: ({ query }) => undelivered.list(query.limit),
    unsubscribe: async ({ params }) => unsubscribe(params.token),
    openUnsubscribe: () => bytes('', { status: 302, headers: { location: `${appUrl}/settings/notifications` } }),
    listWatches: ({ caller, query }) => watches.events(refOf(caller), query.entityRef),
    putWatch: ({ caller, body }) => watches.put(userOf(caller), body.entityRef, body.events),
    listAnnouncements: ({ caller }) => announcements.list(caller, refOf(caller)),
    addAnnouncement: ({ caller, body }) => announcements.add(caller, body),
    removeAnnouncement: ({ caller, params }) => announcements.remove(caller, params.id),
    acknowledgeAnnouncement: ({ caller, params }) => announcements.acknowledge(refOf(caller), params.id),
    getSettings: ({ caller }) => inbox.readSettings(refOf(caller)),
    putSettings: ({ caller, body }) => inbox.putSettings(refOf(caller), body),
  }
}

function userOf(caller: Principal): UserPrincipal {
  if (caller.type !== 'user') throw userNeeded()
  return caller
}

function refOf(caller: Principal): string {
  return userOf(caller).userEntityRef
}

function originOf(caller: Principal): string {
  if (caller.type !== 'service') throw serviceNeeded()
  return caller.subject
}

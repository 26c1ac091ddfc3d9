import {
  notificationsChannel,
  type ListQuery,
  type Notification,
  type NotificationFilters,
  type NotificationSettings,
  type NotificationSignal,
} from '@portico/notifications/common'
import type { Signals } from '@portico/signals/server'
import { channelUnknown, notificationNotFound } from '../errors.ts'
import type { NotificationStore } from './notification-store.ts'
import type { SettingRow, SettingStore } from './setting-store.ts'

export interface InboxDependencies {
  readonly store: NotificationStore
  readonly settings: SettingStore
  readonly signals: Signals
  readonly channelIds: () => readonly string[]
}

interface Marks {
  readonly ids: readonly string[]
  readonly read?: boolean | undefined
  readonly saved?: boolean | undefined
}

export type Inbox = ReturnType<typeof createInbox>

/** What one user has got, and what the user wants to get. */
export function createInbox({ store, settings, signals, channelIds }: InboxDependencies) {
  async function readSettings(user: string): Promise<NotificationSettings> {
    const [rows, origins] = await Promise.all([settings.ofUser(user), store.origins(user)])
    return {
      channels: channelIds().map(id =>
        toChannel(
          id,
          rows.filter(row => row.channel === id),
          origins,
        ),
      ),
    }
  }

  return {
    list: (user: string, query: ListQuery) => store.list(user, query),
    status: (user: string) => store.status(user),
    topics: async (user: string, filters: NotificationFilters) => ({ topics: await store.topics(user, filters) }),

    async get(user: string, id: string): Promise<Notification> {
      const [found] = await store.byIds(user, [id])
      if (!found) throw notificationNotFound(id)
      return found
    },

    async update(user: string, { ids, read, saved }: Marks): Promise<Notification[]> {
      const marked = await store.mark(user, ids, { read, saved })
      if (read !== undefined && marked.length > 0) {
        const message: NotificationSignal = { action: read ? 'notification_read' : 'notification_unread', notification_ids: marked }
        await signals.publish({ recipients: { type: 'user', entityRef: user }, channel: notificationsChannel, message })
      }
      return store.byIds(user, marked)
    },

    readSettings,
    async putSettings(user: string, wanted: NotificationSettings): Promise<NotificationSettings> {
      const known = channelIds()
      for (const { id } of wanted.channels) if (!known.includes(id)) throw channelUnknown(id, known)
      await settings.put(user, wanted)
      return readSettings(user)
    },
  }
}

/** The settings of one channel, for every origin and topic that the user has met or said something about. */
function toChannel(
  id: string,
  rows: readonly SettingRow[],
  met: readonly { readonly origin: string; readonly topic: string | null }[],
): NotificationSettings['channels'][number] {
  const said = (origin: string, topic: string) => rows.find(row => row.origin === origin && row.topic === topic)?.enabled
  const whole = said('', '')
  const origins = [...new Set([...met.map(({ origin }) => origin), ...rows.flatMap(({ origin }) => origin || [])])].sort()
  return {
    id,
    ...(whole !== undefined && { enabled: whole }),
    origins: origins.map(origin => {
      const enabled = said(origin, '') ?? whole ?? true
      const ofOrigin = met.flatMap(each => (each.origin === origin && each.topic !== null ? each.topic : []))
      const saidOf = rows.flatMap(row => (row.origin === origin && row.topic !== '' ? row.topic : []))
      const topics = [...new Set([...ofOrigin, ...saidOf])].sort().map(topic => ({ id: topic, enabled: said(origin, topic) ?? enabled }))
      return { id: origin, enabled, ...(topics.length > 0 && { topics }) }
    }),
  }
}

import { notificationsChannel, webChannel, type Notification, type NotificationSignal } from '@portico/notifications/common'
import type { Signal, Signals } from '@portico/signals/server'
import { tooManyNotifications } from '../errors.ts'
import type { NotificationDraft } from '../notification-extensions.ts'
import type { NotificationStore } from '../inbox/notification-store.ts'
import type { SettingStore } from '../inbox/setting-store.ts'
import type { Deliveries } from './deliveries.ts'
import type { Extensions } from './extensions.ts'
import type { Recipients } from './recipients.ts'

export interface SendDependencies {
  readonly store: Pick<NotificationStore, 'add' | 'countSent'>
  readonly settings: Pick<SettingStore, 'wanting'>
  readonly recipients: Recipients
  readonly extensions: Pick<Extensions, 'process'>
  readonly deliveries: Deliveries
  readonly signals: Signals
  readonly rateLimit: () => { readonly limit: number; readonly window: number }
}

const usersPerInsert = 5_000

export type Send = ReturnType<typeof createSend>

/** Sends notifications: stores them, signals them to open pages, and hands them to the further channels. */
export function createSend({ store, settings, recipients, extensions, deliveries, signals, rateLimit }: SendDependencies) {
  async function refuseFlood(origin: string): Promise<void> {
    const { limit, window } = rateLimit()
    if ((await store.countSent(origin, window)) > limit) throw tooManyNotifications(origin, limit, window)
  }

  async function sendToAll(draft: NotificationDraft): Promise<Notification[]> {
    return store.add(undefined, draft.origin, draft.payload, async (added, trx) => {
      await deliveries.add(draft, undefined, { within: trx })
      await signals.publish(added.map(toSignal), { within: trx })
    })
  }

  async function sendToUsers(draft: NotificationDraft, users: readonly string[]): Promise<Notification[]> {
    const { origin, payload } = draft
    const added: Notification[] = []
    for (let at = 0; at < users.length; at += usersPerInsert) {
      const part = users.slice(at, at + usersPerInsert)
      const wanting = await settings.wanting(part, webChannel, origin, payload.topic)
      const stored = await store.add(wanting, origin, payload, async (rows, trx) => {
        await deliveries.add(draft, part, { within: trx })
        await signals.publish(rows.map(toSignal), { within: trx })
      })
      added.push(...stored)
    }
    return added
  }

  return async function send(given: NotificationDraft): Promise<Notification[]> {
    await refuseFlood(given.origin)
    const draft = await extensions.process(given)
    if (!draft) return []
    if (draft.recipients.type === 'broadcast') return sendToAll(draft)
    return sendToUsers(draft, await recipients.expand(draft.recipients))
  }
}

function toSignal({ id, user }: Notification): Signal {
  const message: NotificationSignal = { action: 'new_notification', notification_id: id }
  const recipients: Signal['recipients'] = user === null ? { type: 'broadcast' } : { type: 'user', entityRef: user }
  return { recipients, channel: notificationsChannel, message }
}

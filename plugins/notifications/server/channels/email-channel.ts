import type { Catalog } from '@portico/catalog/server'
import { createSemaphore, type Logger } from '@portico/core/server'
import type { ChannelDelivery, NotificationChannel, NotificationDraft } from '../notification-extensions.ts'
import type { Carrier, Outbox, Outcome } from '../sending/outbox.ts'
import type { SettingStore } from '../inbox/setting-store.ts'
import type { EmailSettings } from './config.ts'
import { passes } from './filter.ts'
import { toMailText } from './mail-text.ts'
import { createThrottle } from './throttle.ts'
import { isAddress, type People } from './people.ts'
import { sendOverSmtp } from './smtp.ts'
import { toUnsubscribeToken } from './unsubscribe.ts'

/** As users see it in their settings. */
export const emailChannel = 'E-mail'

export interface EmailDependencies {
  readonly catalog: Pick<Catalog, 'versions'>
  readonly outbox: Pick<Outbox, 'add'>
  readonly preferences: Pick<SettingStore, 'wanting'>
  readonly signingKey: () => Promise<Buffer>
  readonly people: People
  readonly log: Logger
  readonly appUrl: string
  readonly title: () => string
  /** The base address of this plugin's routes, as browsers reach it. */
  readonly apiUrl: string
  readonly isDryRun: boolean
}

const usersAtOnce = 1000
/** Recipients that the config names; all others are users. */
const addressPrefix = 'mailto:'

/** Sends notifications by e-mail: each at once, or those of some minutes together. */
export function createEmailChannel(
  settings: EmailSettings,
  dependencies: EmailDependencies,
): { readonly channel: NotificationChannel; readonly carrier: Carrier } {
  const { catalog, outbox, preferences, people, log, isDryRun } = dependencies
  const { receiver, receiverEmails } = settings.broadcastConfig
  const throttle = createThrottle(settings.throttleInterval)

  async function headersFor(user: string, notifications: readonly NotificationDraft[]): Promise<Record<string, string>> {
    const from = notifications.map(({ origin, payload }) => ({ origin, ...(payload.topic !== undefined && { topic: payload.topic }) }))
    const token = toUnsubscribeToken({ user, channel: emailChannel, from }, await dependencies.signingKey())
    return { 'List-Unsubscribe': `<${dependencies.apiUrl}/unsubscribe/${token}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
  }

  async function deliver(recipient: string, notifications: readonly NotificationDraft[]): Promise<Outcome> {
    const isUser = !recipient.startsWith(addressPrefix)
    const to = isUser ? (await people.emailsOf([recipient])).get(recipient) : recipient.slice(addressPrefix.length)
    if (to === undefined) return { state: 'skipped', why: 'The catalog has no valid address of this user' }
    if (!mayMail(settings, to))
      return { state: 'skipped', why: 'allowlistEmailAddresses or denylistEmailAddresses keeps mails from this address' }
    const { subject, text, html } = toMailText(notifications, { appUrl: dependencies.appUrl, title: dependencies.title() })
    if (isDryRun) {
      log.info({ channel: emailChannel, recipient, subject }, 'dry run: a mail would be sent')
      return { state: 'skipped', why: 'It was a dry run' }
    }
    await throttle()
    return sendOverSmtp(settings.transportConfig, {
      from: settings.sender,
      ...(settings.replyTo !== undefined && { replyTo: settings.replyTo }),
      to: { name: '', address: to },
      subject,
      text,
      html,
      headers: isUser ? await headersFor(recipient, notifications) : {},
    })
  }

  /** The recipients of a broadcast, some at a time. */
  async function* everybody({ origin, payload }: NotificationDraft): AsyncIterable<readonly string[]> {
    if (receiver === 'config') yield receiverEmails.filter(isAddress).map(address => `${addressPrefix}${address}`)
    if (receiver !== 'users') return
    const predicate = { key: 'kind', in: ['user'] }
    for await (const users of catalog.versions({ predicate, batchSize: usersAtOnce })) {
      const refs = users.map(({ ref }) => ref)
      yield await preferences.wanting(refs, emailChannel, origin, payload.topic)
    }
  }

  async function send({ id, notification, users }: ChannelDelivery, signal: AbortSignal): Promise<void> {
    const isUrgent = settings.digest === false || notification.payload.severity === 'critical'
    const delaySeconds = isUrgent ? 0 : Number(settings.digest) / 1000
    for await (const recipients of users ? [users] : everybody(notification)) {
      signal.throwIfAborted()
      await outbox.add(emailChannel, recipients, { id, notification, delaySeconds })
    }
  }

  return {
    channel: {
      id: emailChannel,
      accepts: draft => passes(settings.filter, draft) && (draft.recipients.type !== 'broadcast' || receiver !== 'none'),
      send,
    },
    carrier: { isDigest: settings.digest !== false, turn: createSemaphore(settings.concurrencyLimit), deliver },
  }
}

/** Whether the lists of the config let mails go to an address. Without an allow list all may have them; the deny list always holds. */
function mayMail({ allowlistEmailAddresses: allowed, denylistEmailAddresses: denied = [] }: EmailSettings, address: string): boolean {
  const isIn = (list: readonly string[]) => list.some(each => each.toLowerCase() === address.toLowerCase())
  return (allowed === undefined || isIn(allowed)) && !isIn(denied)
}

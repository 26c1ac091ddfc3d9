import type { JobQueue, Jobs, Logger } from '@portico/core/server'
import type { Transporter } from 'nodemailer'
import { z } from 'zod'
import type { NotificationChannel } from '../notification-extensions.ts'
import type { MailStore, WaitingMail } from '../store/mail-store.ts'
import type { EmailSettings } from './config.ts'
import { passes } from './filter.ts'
import { toMailText } from './mail-text.ts'
import type { People } from './people.ts'
import { toUnsubscribeToken } from './unsubscribe.ts'

/** As users see it in their settings. */
export const emailChannel = 'E-mail'

export interface EmailDependencies {
  readonly settings: EmailSettings
  readonly store: MailStore
  readonly jobs: Jobs
  readonly people: People
  readonly log: Logger
  readonly appUrl: string
  readonly title: string
  /** The base address of this plugin's routes, as browsers reach it. */
  readonly apiUrl: string
  readonly isDryRun: boolean
}

const leaseSeconds = 180
const broadcastUser = 'broadcast'

/** Sends notifications by e-mail: each at once, or those of some minutes together. */
export function createEmailChannel(dependencies: EmailDependencies): NotificationChannel {
  const { settings, store, jobs, people, log, isDryRun } = dependencies
  let transport: Transporter | undefined

  async function deliver(to: string, user: string, mails: readonly WaitingMail[]): Promise<void> {
    const { subject, text, html } = toMailText(
      mails.map(({ notification }) => notification),
      dependencies,
    )
    if (isDryRun) return log.info({ channel: emailChannel, user, subject }, 'dry run: a mail would be sent')
    transport ??= await openTransport(settings.transportConfig)
    await transport.sendMail({
      from: settings.sender,
      ...(settings.replyTo !== undefined && { replyTo: settings.replyTo }),
      to: { name: '', address: to },
      subject,
      text,
      html,
      headers: user === broadcastUser ? {} : await unsubscribeHeaders(user, mails),
    })
  }

  async function unsubscribeHeaders(user: string, mails: readonly WaitingMail[]): Promise<Record<string, string>> {
    const from = mails.map(({ notification: { origin, payload } }) => ({
      origin,
      ...(payload.topic !== undefined && { topic: payload.topic }),
    }))
    const token = toUnsubscribeToken({ user, channel: emailChannel, from }, await store.signingKey())
    return { 'List-Unsubscribe': `<${dependencies.apiUrl}/unsubscribe/${token}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
  }

  async function run(user: string): Promise<void> {
    const waiting = await store.lease(user, leaseSeconds)
    if (waiting.length === 0) return
    const addresses = user === broadcastUser ? settings.broadcastConfig.receiverEmails : [...(await people.emailsOf([user])).values()]
    const groups = settings.digest === false ? waiting.map(mail => [mail]) : [waiting]
    try {
      for (const group of groups) {
        // Somebody of whom the catalog knows no address gets no mail.
        for (const address of addresses) await deliver(address, user, group)
        await store.remove(group.map(({ id }) => id))
      }
    } finally {
      await store.release(waiting.map(({ id }) => id))
    }
  }

  const queue: JobQueue<{ user: string }> = jobs.define({
    name: 'mail',
    payload: z.object({ user: z.string() }),
    attempts: 8,
    retrySeconds: 15,
    timeoutSeconds: leaseSeconds - 30,
    run: ({ payload }) => run(payload.user),
  })

  return {
    id: emailChannel,
    accepts: draft =>
      passes(settings.filter, draft) && (draft.recipients.type !== 'broadcast' || settings.broadcastConfig.receiver === 'config'),
    async send({ id, notification, users = [broadcastUser] }) {
      await store.add(users, id, notification)
      const isUrgent = settings.digest === false || notification.payload.severity === 'critical'
      for (const user of users) {
        // Another key, so that what is urgent does not wait for the digest.
        if (isUrgent) await queue.add({ user }, { key: `now:${user}` })
        else await queue.add({ user }, { key: `digest:${user}`, startAfterSeconds: Number(settings.digest) / 1000 })
      }
    },
  }
}

/** Loaded with the first mail. */
async function openTransport({
  hostname,
  port,
  secure,
  requireTls,
  username,
  password,
}: EmailSettings['transportConfig']): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    host: hostname,
    port,
    secure,
    requireTLS: requireTls,
    ...(username !== undefined && { auth: { user: username, pass: password ?? '' } }),
    connectionTimeout: 20_000,
    socketTimeout: 60_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

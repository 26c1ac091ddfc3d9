import { createSemaphore, type Logger } from '@portico/core/server'
import type { NotificationChannel, NotificationDraft } from '../notification-extensions.ts'
import type { Carrier, Outbox, Outcome } from '../sending/outbox.ts'
import { absoluteLink } from './absolute-link.ts'
import type { SlackSettings } from './config.ts'
import { passes } from './filter.ts'
import type { People } from './people.ts'
import { postJson } from './post-json.ts'

export interface SlackDependencies {
  readonly outbox: Pick<Outbox, 'add'>
  readonly appUrl: string
  readonly isDryRun: boolean
  readonly log: Logger
  readonly people: People
}

interface SlackAnswer {
  readonly status: number
  readonly isOk: boolean
  /** Why Slack refused it: `channel_not_found`. */
  readonly error: string
  readonly user?: { readonly id?: string }
}

/** The id of a user or channel in Slack, where it is not found by e-mail address. */
const annotation = 'slack.com/bot-notify'
/** Channels that the config names; all other recipients are users. */
const channelPrefix = 'channel:'
const maxAtOnce = 2
/** What passes by itself, or when the operator has mended the token. Everything else is said about this message. */
const passing = new Set(
  'ratelimited rate_limited service_unavailable invalid_auth not_authed token_expired token_revoked account_inactive missing_scope'.split(
    ' ',
  ),
)

/** Sends notifications as messages of a bot: to users by their annotation or e-mail address, broadcasts to channels. */
export function createSlackChannel(
  settings: SlackSettings,
  { outbox, appUrl, isDryRun, log, people }: SlackDependencies,
): { readonly channel: NotificationChannel; readonly carrier: Carrier } {
  const { id: channel, broadcastChannels } = settings
  const headers = { authorization: `Bearer ${settings.token}` }

  async function call(method: string, body: object, signal: AbortSignal): Promise<SlackAnswer> {
    const { status, isOk, body: given } = await postJson(`${settings.apiUrl}/${method}`, JSON.stringify(body), { headers, signal })
    const answer = given as { ok?: boolean; error?: string; user?: { id?: string } } | undefined
    const error = isOk ? (answer?.error ?? 'no answer') : `status ${status}`
    return { status, isOk: isOk && answer?.ok === true, error, ...(answer?.user && { user: answer.user }) }
  }

  async function targetOf(recipient: string, signal: AbortSignal): Promise<string | undefined> {
    if (recipient.startsWith(channelPrefix)) return recipient.slice(channelPrefix.length)
    const [named, emails] = await Promise.all([people.annotationsOf([recipient], annotation), people.emailsOf([recipient])])
    const email = emails.get(recipient)
    if (named.has(recipient) || email === undefined) return named.get(recipient)
    const { isOk, error, user } = await call('users.lookupByEmail', { email }, signal)
    if (!isOk && error !== 'users_not_found') throw new Error(`Slack refused users.lookupByEmail: ${error}`)
    return user?.id
  }

  async function post(target: string, text: string, signal: AbortSignal): Promise<Outcome> {
    try {
      return toOutcome(await call('chat.postMessage', { channel: target, text, unfurl_links: false }, signal))
    } catch (error) {
      const { message, code } = error as Error & { code?: string }
      return { state: code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EAI_AGAIN' ? 'retry' : 'unknown', why: message }
    }
  }

  async function deliver(recipient: string, notifications: readonly NotificationDraft[], signal: AbortSignal): Promise<Outcome> {
    const text = notifications.map(notification => toSlackText(notification, appUrl)).join('\n\n')
    if (isDryRun) {
      log.info({ channel, recipient, text }, 'dry run: a message would be sent to Slack')
      return { state: 'skipped', why: 'It was a dry run' }
    }
    const target = await targetOf(recipient, signal)
    // Somebody without an account there is not told there.
    if (target === undefined) return { state: 'skipped', why: 'Slack has no account of this user' }
    return post(target, text, signal)
  }

  return {
    channel: {
      id: channel,
      accepts: draft => passes(settings.filter, draft) && (draft.recipients.type !== 'broadcast' || broadcastChannels.length > 0),
      send: ({ id, notification, users }) =>
        outbox.add(channel, users ?? broadcastChannels.map(each => `${channelPrefix}${each}`), { id, notification }),
    },
    carrier: { isDigest: false, turn: createSemaphore(maxAtOnce), deliver },
  }
}

/** Only what Slack has certainly not taken is tried again. */
function toOutcome({ isOk, status, error }: SlackAnswer): Outcome {
  if (isOk) return { state: 'sent' }
  const why = `Slack refused chat.postMessage: ${error}`
  if (status === 429 || status === 503 || passing.has(error)) return { state: 'retry', why }
  return { state: status >= 500 || error === 'no answer' ? 'unknown' : 'failed', why }
}

/** In Slack's markup, in which three characters are special: nobody is mentioned by what a notification says. */
export function toSlackText({ payload: { title, description, link } }: NotificationDraft, appUrl: string): string {
  const heading = link === undefined ? `*${escaped(title)}*` : `*<${escaped(absoluteLink(link, appUrl))}|${escaped(title)}>*`
  return description === undefined ? heading : `${heading}\n${escaped(description)}`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

import type { Logger } from '@portico/core/server'
import type { NotificationChannel, NotificationDraft } from '../notification-extensions.ts'
import { absoluteLink } from './absolute-link.ts'
import type { SlackSettings } from './config.ts'
import { passes } from './filter.ts'
import type { People } from './people.ts'
import { postJson } from './post-json.ts'

export interface SlackDependencies {
  readonly appUrl: string
  readonly isDryRun: boolean
  readonly log: Logger
  readonly people: People
}

/** The id of a user or channel in Slack, where it is not found by e-mail address. */
const annotation = 'slack.com/bot-notify'

/** Sends notifications as messages of a bot: to users by their annotation or e-mail address, broadcasts to channels. */
export function createSlackChannel(settings: SlackSettings, { appUrl, isDryRun, log, people }: SlackDependencies): NotificationChannel {
  const headers = { authorization: `Bearer ${settings.token}` }
  const call = async (method: string, body: object, signal: AbortSignal) => {
    const answer = (await postJson(`${settings.apiUrl}/${method}`, JSON.stringify(body), { headers, signal })) as
      | { ok?: boolean; error?: string; user?: { id?: string } }
      | undefined
    if (answer?.ok !== true) throw new Error(`Slack refused ${method}: ${answer?.error ?? 'no answer'}`)
    return answer
  }

  async function targetsOf(users: readonly string[], signal: AbortSignal): Promise<string[]> {
    const [named, emails] = await Promise.all([people.annotationsOf(users, annotation), people.emailsOf(users)])
    const targets: string[] = []
    for (const user of users) {
      const email = emails.get(user)
      const target = named.get(user) ?? (email === undefined ? undefined : await findByEmail(email, signal))
      if (target !== undefined) targets.push(target)
    }
    return targets
  }

  async function findByEmail(email: string, signal: AbortSignal): Promise<string | undefined> {
    try {
      return (await call('users.lookupByEmail', { email }, signal)).user?.id
    } catch (error) {
      // Somebody without an account there is not told there.
      if (error instanceof Error && error.message.endsWith('users_not_found')) return undefined
      throw error
    }
  }

  return {
    id: settings.id,
    accepts: draft => passes(settings.filter, draft) && (draft.recipients.type !== 'broadcast' || settings.broadcastChannels.length > 0),
    async send({ notification, users }, signal) {
      const text = toSlackText(notification, appUrl)
      if (isDryRun) return log.info({ channel: settings.id, users, text }, 'dry run: a message would be sent to Slack')
      const targets = users ? await targetsOf(users, signal) : settings.broadcastChannels
      for (const channel of targets) await call('chat.postMessage', { channel, text, unfurl_links: false }, signal)
    },
  }
}

/** In Slack's markup, in which three characters are special: nobody is mentioned by what a notification says. */
export function toSlackText({ payload: { title, description, link } }: NotificationDraft, appUrl: string): string {
  const heading = link === undefined ? `*${escaped(title)}*` : `*<${escaped(absoluteLink(link, appUrl))}|${escaped(title)}>*`
  return description === undefined ? heading : `${heading}\n${escaped(description)}`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

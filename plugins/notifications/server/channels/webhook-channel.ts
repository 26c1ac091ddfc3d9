import type { Logger } from '@portico/core/server'
import { createHmac } from 'node:crypto'
import type { NotificationChannel } from '../notification-extensions.ts'
import { absoluteLink } from './absolute-link.ts'
import type { WebhookSettings } from './config.ts'
import { passes } from './filter.ts'
import { postJson } from './post-json.ts'

export interface WebhookDependencies {
  readonly appUrl: string
  readonly isDryRun: boolean
  readonly log: Logger
  readonly now?: () => number
}

/**
 * Posts notifications to a program. `x-portico-signature` is `sha256=` and the HMAC of `<x-portico-timestamp>.<body>`; `x-portico-delivery` is
 * the same for each attempt, so that the program can leave out repeats.
 */
export function createWebhookChannel(settings: WebhookSettings, dependencies: WebhookDependencies): NotificationChannel {
  const { appUrl, isDryRun, log, now = Date.now } = dependencies
  return {
    id: settings.id,
    accepts: draft => passes(settings.filter, draft),
    async send({ id, notification: { origin, payload }, users }, signal) {
      const link = payload.link === undefined ? undefined : absoluteLink(payload.link, appUrl)
      const body = JSON.stringify({ delivery: id, origin, ...(users ? { users } : { broadcast: true }), payload: { ...payload, link } })
      if (isDryRun) return log.info({ channel: settings.id, body }, 'dry run: a webhook would be called')
      const timestamp = String(Math.floor(now() / 1000))
      const signature = createHmac('sha256', settings.secret).update(`${timestamp}.${body}`).digest('hex')
      const headers = { 'x-portico-delivery': id, 'x-portico-timestamp': timestamp, 'x-portico-signature': `sha256=${signature}` }
      const { isOk, status } = await postJson(settings.url, body, { headers, signal })
      if (!isOk) throw new Error(`${new URL(settings.url).host} answered with status ${status}`)
    },
  }
}

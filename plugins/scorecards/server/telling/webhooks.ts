import type { Jobs, Logger } from '@portico/core/server'
import { createGuardedRequest } from '@portico/core/server/outbound'
import { createHmac, randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { WebhookSettings } from '../config.ts'

const timeoutMs = 20_000
const maxBytes = 100_000
const attempts = 6
const maxItems = 200

const Message = z.object({
  id: z.string(),
  delivery: z.string(),
  event: z.string(),
  at: z.string(),
  items: z.array(z.record(z.string(), z.unknown())),
})

/** What a program is told: several of one kind together. */
export interface WebhookNews {
  readonly event: WebhookSettings['events'][number]
  readonly items: readonly Readonly<Record<string, unknown>>[]
}

/**
 * Posts news to programs, at least once. `x-portico-signature` is `sha256=` and the HMAC of `<x-portico-timestamp>.<body>`; `x-portico-delivery` stays the
 * same for a retry.
 */
export function createWebhooks({
  jobs,
  webhooks,
  log,
}: {
  readonly jobs: Jobs
  readonly webhooks: () => readonly WebhookSettings[]
  readonly log: Logger
}) {
  const job = jobs.define({
    name: 'webhook',
    payload: Message,
    attempts,
    retrySeconds: 10,
    timeoutSeconds: 60,
    async run({ payload: { id, ...message }, signal }) {
      const settings = webhooks().find(each => each.id === id)
      if (!settings) return log.warn({ webhook: id }, 'a webhook is not in the config any more')
      const body = JSON.stringify(message)
      const timestamp = String(Math.floor(Date.now() / 1000))
      const signature = createHmac('sha256', settings.secret).update(`${timestamp}.${body}`).digest('hex')
      const url = new URL(settings.url)
      const request = createGuardedRequest({ allow: [{ host: url.host }], timeoutMs, maxBytes })
      await request(url, {
        headers: () => ({
          'content-type': 'application/json; charset=utf-8',
          'x-portico-delivery': message.delivery,
          'x-portico-timestamp': timestamp,
          'x-portico-signature': `sha256=${signature}`,
        }),
        body: Buffer.from(body),
        signal,
      })
    },
  })

  return {
    async send({ event, items }: WebhookNews): Promise<void> {
      for (const { id, events } of webhooks()) {
        if (!events.includes(event)) continue
        for (let at = 0; at < items.length; at += maxItems)
          await job.add({ id, delivery: randomUUID(), event, at: new Date().toISOString(), items: items.slice(at, at + maxItems) })
      }
    },
  }
}

export type Webhooks = ReturnType<typeof createWebhooks>

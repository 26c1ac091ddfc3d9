import { defineEvent, type EventType } from '@portico/core/common'
import { z } from 'zod'

/** What a webhook, or a program outside, has published: its body, and the headers that are no secrets. */
const WebhookPayload = z.object({ eventPayload: z.unknown(), metadata: z.record(z.string(), z.string()).default({}) })
export type WebhookPayload = z.output<typeof WebhookPayload>

/** The events that arrive at a topic from outside. */
export function webhookEvent(topic: string): EventType<WebhookPayload> {
  return defineEvent(topic, WebhookPayload)
}

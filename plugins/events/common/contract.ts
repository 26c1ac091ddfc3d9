import { defineContract, get, post, put } from '@portico/core/common'
import { z } from 'zod'
import { readDeliveriesPermission } from './permissions.ts'

/** How large a delivery may be. */
export const maxDeliveryBytes = 5 * 2 ** 20

/** How many values its JSON may hold: a push of two thousand commits has some 60,000. */
export const maxDeliveryValues = 100_000

const topic = z.string().min(1).max(200)
const Event = z.object({ topic, payload: z.unknown() })

/** A topic that takes webhooks, and what last came to it. */
export const TopicState = z.object({
  topic: z.string(),
  /** Whether deliveries are checked. */
  isSigned: z.boolean(),
  takenAt: z.string().optional(),
  refusedAt: z.string().optional(),
  /** Why the last one was refused. */
  refusal: z.string().optional(),
})
export type TopicState = z.output<typeof TopicState>

export const eventsApi = defineContract('events', {
  deliver: post('/http/:topic', {
    access: 'public',
    summary: 'Takes a webhook: JSON, signed where the topic has a secret',
    upload: true,
    reply: z.object({ status: z.literal('accepted') }),
    status: 202,
  }),
  listTopics: get('/topics', {
    access: { permission: readDeliveriesPermission },
    summary: 'The topics that take webhooks, with their last deliveries',
    reply: z.object({ items: z.array(TopicState) }),
  }),
  publish: post('/bus/v1/events', {
    access: 'service',
    summary: 'Publishes an event; 204 when no subscription is left to notify',
    body: z.object({ event: Event, notifiedSubscribers: z.array(z.string().max(500)).max(1000).optional() }),
    bodyLimit: maxDeliveryBytes,
    valueLimit: maxDeliveryValues,
    status: 201,
  }),
  subscribe: put('/bus/v1/subscriptions/:id', {
    access: 'service',
    summary: 'Creates a subscription, or changes its topics',
    body: z.object({ topics: z.array(topic).max(1000) }),
    status: 201,
  }),
  readEvents: get('/bus/v1/subscriptions/:id/events', {
    access: 'service',
    summary: 'The next events of a subscription; 202 and a wait when there are none',
    reply: z.object({ events: z.array(Event) }),
  }),
})

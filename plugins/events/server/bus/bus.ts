import { defineEvent } from '@portico/core/common'
import type { Events } from '@portico/core/server'
import { webhookEvent } from '@portico/events/common'
import { z } from 'zod'
import { subscriptionNotFound } from '../errors.ts'
import type { SubscriptionStore } from './subscription-store.ts'

export interface BusDependencies {
  readonly store: SubscriptionStore
  readonly events: Pick<Events, 'publish' | 'listen'>
  readonly holdMs?: number
}

const maxEvents = 10
const busPublished = defineEvent('events.bus-published', z.object({}))

/** The bus for programs outside: subscriptions that are read by polling. Nothing is lost between two polls. */
export function createBus({ store, events, holdMs = 55_000 }: BusDependencies) {
  const waiting = new Set<() => void>()
  const wakeAll = () => waiting.forEach(wake => wake())
  const unsubscribe = events.listen([busPublished], wakeAll)

  async function next(id: string) {
    if (!(await store.has(id))) throw subscriptionNotFound(id)
    return store.take(id, maxEvents)
  }

  function awaitArrival(signal: AbortSignal) {
    const { promise, resolve } = Promise.withResolvers<void>()
    const end = () => {
      clearTimeout(timer)
      waiting.delete(end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, holdMs).unref()
    waiting.add(end)
    signal.addEventListener('abort', end)
    return { promise, end }
  }

  return {
    stop(): void {
      unsubscribe()
      wakeAll()
    },
    /** False when no subscription is left to notify. Plugins of the portal get the event in any case. */
    async publish(event: { readonly topic: string; readonly payload: unknown }, notified: readonly string[]): Promise<boolean> {
      await events.publish(webhookEvent(event.topic), { eventPayload: event.payload, metadata: {} })
      const count = await store.add(event.topic, event.payload, notified)
      if (count > 0) await events.publish(busPublished, {})
      return count > 0
    },
    subscribe: store.subscribe,
    /** Events that wait. Where there are none, nothing, as soon as something arrives or after a while: then the caller asks again. */
    async read(id: string, signal: AbortSignal) {
      // Before the look, so that what arrives after it is not missed.
      const arrival = awaitArrival(signal)
      try {
        const found = await next(id)
        if (found.length === 0) await arrival.promise
        return found
      } finally {
        arrival.end()
      }
    },
  }
}

export type Bus = ReturnType<typeof createBus>

import type { Events } from '@portico/core/server'
import { subscriptionNotFound } from './errors.ts'
import type { SubscriptionStore } from './subscription-store.ts'

export interface BusDependencies {
  readonly store: SubscriptionStore
  readonly events: Pick<Events, 'publish' | 'listen'>
  readonly holdMs?: number
}

const maxEvents = 10
const wakeTopic = 'events.bus-published'

/** The bus for programs outside: subscriptions that are read by polling. Nothing is lost between two polls. */
export function createBus({ store, events, holdMs = 55_000 }: BusDependencies) {
  const waiting = new Set<() => void>()
  const stop = events.listen([wakeTopic], () => waiting.forEach(wake => wake()))

  async function next(id: string) {
    if (!(await store.has(id))) throw subscriptionNotFound(id)
    return store.take(id, maxEvents)
  }

  return {
    stop,
    /** False when no subscription is left to notify. Plugins of the portal get the event in any case. */
    async publish(event: { readonly topic: string; readonly payload: unknown }, notified: readonly string[]): Promise<boolean> {
      await events.publish(event.topic, { eventPayload: event.payload })
      const count = await store.add(event.topic, event.payload, notified)
      if (count > 0) await events.publish(wakeTopic, {})
      return count > 0
    },
    subscribe: store.subscribe,
    /** Events that wait, or nothing; then the caller asks again after `arrival`. */
    next,
    /** Resolves when there may be something, or after a while. */
    arrival(signal: AbortSignal): Promise<void> {
      return new Promise(resolve => {
        const end = () => {
          clearTimeout(timer)
          waiting.delete(end)
          signal.removeEventListener('abort', end)
          resolve()
        }
        const timer = setTimeout(end, holdMs).unref()
        waiting.add(end)
        signal.addEventListener('abort', end)
      })
    },
  }
}

import { randomUUID } from 'node:crypto'
import { inputError, type EventType } from '@portico/core/common'
import type { Database } from '../database/database.ts'
import type { Logger } from '../operations/log.ts'
import { createEventDelivery, type EventDelivery } from './event-delivery.ts'
import { createEventStore, eventChannel } from './event-store.ts'
import { createEventTail } from './event-tail.ts'
import type { BusEvent, Events, EventSubscription, PublishOptions } from './events.ts'
import type { Listener } from './listener.ts'
import { createWakeLoop } from './wake-loop.ts'
import { createSubscriptionStore } from './subscription-store.ts'

export interface EventsDependencies {
  readonly database: Pick<Database, 'forSchema'>
  readonly log: Logger
  readonly listener: Listener
  readonly leaseSeconds?: number
  readonly retryMs?: number
  readonly graceMs?: number
  /** How long events are kept that every subscription has read. */
  readonly keepSeconds?: number
}

/** A subscription that no server has used for this long is dropped. */
const dropSeconds = 7 * 86_400

const careEveryMs = 3_600_000

/** The event bus: a table behind notifications, so that nothing is lost while a subscriber is down. */
export function createEvents(dependencies: EventsDependencies) {
  const { database, log, listener, leaseSeconds = 30, retryMs = 1000, graceMs = 5000, keepSeconds = 86_400 } = dependencies
  const db = database.forSchema('core')
  const events = createEventStore(db)
  const subscriptions = createSubscriptionStore(db)
  const tail = createEventTail({ events, log })
  const deliveries = new Map<string, EventDelivery>()
  const listeners = new Map<string, (() => void)[]>()
  const maintenance = createWakeLoop({ log, what: 'looking after events', pass: maintain })
  const pending = new Set<Promise<unknown>>()
  const owner = randomUUID()
  let unsubscribe: (() => void) | undefined
  let started = false

  /** What is published here must not overtake the start of a subscription that was made here before. */
  function precede(promise: Promise<void>): void {
    const settled: Promise<unknown> = promise.catch(() => {}).finally(() => pending.delete(settled))
    pending.add(settled)
  }

  async function maintain(): Promise<number> {
    for (const { plugin, id } of deliveries.values()) await subscriptions.markSeen(plugin, [id])
    const dropped = await subscriptions.dropUnseen(dropSeconds)
    if (dropped.length > 0) log.warn({ subscriptions: dropped }, 'subscriptions that were not used for a long time were dropped')
    return (await events.deleteOld(keepSeconds)) > 0 ? 0 : careEveryMs
  }

  function activate(): void {
    unsubscribe ??= listener.on(eventChannel, {
      onMessage(topic) {
        for (const delivery of deliveries.values()) if (delivery.topics.includes(topic)) delivery.wake()
        if (tail.hasListener(topic)) tail.wake()
      },
      onGap() {
        deliveries.forEach(delivery => delivery.wake())
        tail.wake()
      },
    })
  }

  async function publish(plugin: string, topic: string, payload: unknown, options: PublishOptions | undefined): Promise<void> {
    refuseBadTopic(topic)
    const payloadJson = JSON.stringify(payload) ?? 'null'
    await Promise.all(pending)
    await events.publish(plugin, topic, payloadJson, options?.within)
  }

  function subscribe<T>(plugin: string, { id, events: types, run }: EventSubscription<T>): void {
    const name = `${plugin}/${id}`
    if (!id) throw new Error(`A subscription of '${plugin}' has no id`)
    if (deliveries.has(name)) throw new Error(`The subscription '${name}' is defined twice`)
    const parts = { events, subscriptions, plugin, owner, leaseSeconds, retryMs, graceMs, log: log.child({ plugin }) }
    const delivery = createEventDelivery(parts, { id, topics: topicsOf(types), run: checked(types, run, parts.log) })
    deliveries.set(name, delivery)
    precede(delivery.register())
    if (!started) return
    activate()
    delivery.wake()
  }

  function listen<T>(plugin: string, types: readonly EventType<T>[], run: (event: BusEvent<T>) => void): () => void {
    const ofPlugin = log.child({ plugin })
    const stop = tail.add({ topics: topicsOf(types), run: checked(types, run, ofPlugin), log: ofPlugin })
    precede(tail.locate())
    listeners.set(plugin, [...(listeners.get(plugin) ?? []), stop])
    if (started) activate()
    return stop
  }

  return {
    forPlugin: (plugin: string): Events => ({
      publish: ({ topic }, payload, options) => publish(plugin, topic, payload, options),
      subscribe: subscription => subscribe(plugin, subscription),
      listen: (types, run) => listen(plugin, types, run),
    }),
    /** Delivers nothing more to a plugin, because it failed. Its subscriptions keep their position, for another replica or the next start. */
    async discard(plugin: string): Promise<void> {
      for (const stop of listeners.get(plugin) ?? []) stop()
      listeners.delete(plugin)
      const ofPlugin = [...deliveries].filter(([, delivery]) => delivery.plugin === plugin)
      for (const [name] of ofPlugin) deliveries.delete(name)
      await Promise.all(ofPlugin.map(([, delivery]) => delivery.stop()))
    },
    /** From here on events are delivered; when it resolves, every subscription made so far has its position. */
    async start(): Promise<void> {
      await events.adoptRestored()
      started = true
      await Promise.all(pending)
      maintenance.wake()
      if (deliveries.size > 0 || tail.hasListeners()) activate()
    },
    async stop(): Promise<void> {
      started = false
      unsubscribe?.()
      await Promise.all([maintenance.stop(), tail.stop(), ...[...deliveries.values()].map(delivery => delivery.stop())])
    },
  }
}

/** Calls with events whose payload is what their topic declares. Others are ignored: they would never become right. */
function checked<T, R>(types: readonly EventType<T>[], run: (event: BusEvent<T>) => R, log: Logger): (event: BusEvent) => R | undefined {
  const byTopic = new Map(types.map(type => [type.topic, type]))
  return event => {
    const parsed = byTopic.get(event.topic)?.payload.safeParse(event.payload)
    if (parsed?.success) return run({ ...event, payload: parsed.data })
    log.warn({ topic: event.topic, event: event.id, error: parsed?.error }, `an invalid event of '${event.topic}' was ignored`)
    return undefined
  }
}

function topicsOf(types: readonly EventType<unknown>[]): string[] {
  const topics = types.map(({ topic }) => topic)
  topics.forEach(refuseBadTopic)
  return topics
}

function refuseBadTopic(topic: string): void {
  if (typeof topic !== 'string' || !/^[^\0]{1,255}$/.test(topic))
    throw inputError(`'${topic}' cannot be a topic: it must have 1 to 255 characters`)
}

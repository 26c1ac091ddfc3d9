import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from '../operations/log.ts'
import type { EventStore, Position } from './event-store.ts'
import type { BusEvent } from './events.ts'
import { runWork } from '../operations/watchdog/current-work.ts'
import { createWakeLoop, backoffMs } from './wake-loop.ts'
import type { ClaimedSubscription, SubscriptionStore } from './subscription-store.ts'
import { errorText } from './supervise.ts'

export interface DeliveryDependencies {
  readonly events: EventStore
  readonly subscriptions: SubscriptionStore
  readonly log: Logger
  readonly plugin: string
  readonly owner: string
  /** A delivery whose server sends no heartbeat for this long is taken over. */
  readonly leaseSeconds: number
  /** The pause after the first failure; each further one is twice as long, up to five minutes. */
  readonly retryMs: number
  /** How long to wait for an event that is being handled when the server stops. */
  readonly graceMs: number
}

interface DeliveredSubscription {
  readonly id: string
  readonly topics: readonly string[]
  readonly run: (event: BusEvent) => void | Promise<void> | undefined
}

export type EventDelivery = ReturnType<typeof createEventDelivery>

const saveEveryMs = 1000

/** Delivers the events of one subscription in this process, whenever no other process does. */
export function createEventDelivery(dependencies: DeliveryDependencies, { id, topics, run }: DeliveredSubscription) {
  const { events, subscriptions, log, plugin, owner, leaseSeconds, retryMs, graceMs } = dependencies
  const wakeLoop = createWakeLoop({ log, what: `delivering events to '${id}'`, pass })
  let registered: Promise<void> | undefined
  let heldUp = 0
  let stopped = false

  function register(): Promise<void> {
    registered ??= subscriptions.register(plugin, id, topics).catch((error: unknown) => {
      registered = undefined
      throw error
    })
    return registered
  }

  async function pass(): Promise<number | undefined> {
    await register()
    const claimed = await subscriptions.claim(plugin, id, owner, leaseSeconds)
    if (claimed) {
      heldUp = 0
      await deliver(claimed)
    }
    const { isKnown, inMs } = await subscriptions.outlook(plugin, id)
    if (!isKnown) registered = undefined
    if (inMs === undefined) return isKnown ? undefined : retryMs
    return Math.max(inMs, backoffMs(heldUp++, 25, 1000))
  }

  async function deliver({ after, failures }: ClaimedSubscription): Promise<void> {
    const lease = holdLease()
    let delivered = after
    let savedAt = Date.now()
    const save = async (to: Position) => {
      delivered = to
      savedAt = Date.now()
      if (!(await subscriptions.advance(plugin, id, owner, to, leaseSeconds))) lease.lost()
    }
    try {
      for (let isMore = true; isMore && lease.isOurs() && !stopped;) {
        const batch = await events.read(delivered, topics)
        isMore = batch.isFull
        let last = delivered
        for (const { at, ...event } of batch.events) {
          if (!lease.isOurs() || stopped) {
            if (last !== delivered) await save(last)
            return
          }
          try {
            await runWork({ kind: 'event', name: `${plugin}/${id}`, id: event.id }, () => run(event))
          } catch (error) {
            if (last !== delivered) await save(last)
            return await fail(error, event.id, last === after ? failures : 0)
          }
          last = at
          if (Date.now() - savedAt > saveEveryMs) await save(last)
        }
        await save(batch.seen)
      }
    } finally {
      lease.letGo()
      await (stopped ? subscriptions.handOver(plugin, id, owner) : subscriptions.release(plugin, id, owner))
    }
  }

  async function fail(error: unknown, eventId: string, failures: number): Promise<void> {
    const retryInMs = backoffMs(failures, retryMs, 300_000)
    log.error(
      { subscription: id, event: eventId, failures: failures + 1, retryInMs, error },
      `the subscriber '${id}' failed; it gets the event again`,
    )
    await subscriptions.release(plugin, id, owner, { error: errorText(error), retryAfterSeconds: retryInMs / 1000 })
  }

  function holdLease() {
    let keptAt = Date.now()
    let isOurs = true
    const keep = async () => {
      const now = Date.now()
      try {
        if (await subscriptions.keep(plugin, id, owner, leaseSeconds)) keptAt = now
        else isOurs = false
      } catch {
        if (now - keptAt > leaseSeconds * 1000) isOurs = false
      }
    }
    const timer = setInterval(() => void keep(), (leaseSeconds * 1000) / 3)
    return { isOurs: () => isOurs, lost: () => void (isOurs = false), letGo: () => clearInterval(timer) }
  }

  return {
    id,
    plugin,
    topics,
    register,
    wake: wakeLoop.wake,
    async stop(): Promise<void> {
      stopped = true
      const isOver = await Promise.race([wakeLoop.stop().then(() => true), pause(graceMs, false, { ref: false })])
      if (isOver) return
      log.error({ subscription: id }, `the subscriber '${id}' does not end; another server gets the event again`)
      await subscriptions.handOver(plugin, id, owner)
    },
  }
}

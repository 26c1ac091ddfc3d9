import type { Logger } from '../operations/log.ts'
import type { EventStore, Position } from './event-store.ts'
import type { BusEvent } from './events.ts'
import { createWakeLoop, backoffMs } from './wake-loop.ts'

interface TailListener {
  readonly topics: readonly string[]
  readonly run: (event: BusEvent) => void
  readonly log: Logger
}

/** Hands each event to whoever listens in this process. Its position is kept in memory only; after a lost connection it reads from there. */
export function createEventTail({ events, log }: { readonly events: EventStore; readonly log: Logger }) {
  const listeners = new Set<TailListener>()
  const wakeLoop = createWakeLoop({ log, what: 'reading events', pass })
  let located: Promise<void> | undefined
  let position: Position | undefined
  let heldUp = 0

  /** Finds the current position; later events are delivered. */
  function locate(): Promise<void> {
    located ??= events.present().then(
      present => void (position = present),
      (error: unknown) => {
        located = undefined
        throw error
      },
    )
    return located
  }

  async function pass(): Promise<number | undefined> {
    await locate()
    const topics = [...new Set([...listeners].flatMap(listener => listener.topics))]
    if (!position || topics.length === 0) return undefined
    const batch = await events.read(position, topics)
    position = batch.seen
    for (const { at: _at, ...event } of batch.events) tell(event)
    if (batch.isFull) return 0
    heldUp = batch.isHeldUp ? heldUp + 1 : 0
    return batch.isHeldUp ? backoffMs(heldUp, 25, 1000) : undefined
  }

  function tell(event: BusEvent): void {
    for (const listener of listeners) if (listener.topics.includes(event.topic)) void callSafely(listener, event)
  }

  return {
    locate,
    wake(): void {
      if (listeners.size > 0) wakeLoop.wake()
    },
    hasListeners: () => listeners.size > 0,
    hasListener: (topic: string) => [...listeners].some(listener => listener.topics.includes(topic)),
    add(listener: TailListener): () => void {
      // After a time without listeners the old position is stale: a new listener gets only later events.
      if (listeners.size === 0) located = undefined
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    stop: wakeLoop.stop,
  }
}

async function callSafely({ run, log }: TailListener, event: BusEvent): Promise<void> {
  try {
    await run(event)
  } catch (error) {
    log.error({ topic: event.topic, error }, `a listener of '${event.topic}' failed`)
  }
}

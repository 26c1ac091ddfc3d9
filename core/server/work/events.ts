import type { EventType } from '@portico/core/common'
import type { Transaction } from 'kysely'

export interface BusEvent<T = unknown> {
  /** The same when an event is delivered again. */
  readonly id: string
  readonly topic: string
  readonly payload: T
}

export interface EventSubscription<T = unknown> {
  readonly id: string
  readonly events: readonly EventType<T>[]
  /** When it throws, the same event is delivered again with backoff, and those after it wait. */
  readonly run: (event: BusEvent<T>) => void | Promise<void>
}

export interface PublishOptions {
  /** The event is published when this transaction commits, and never when it does not. */
  readonly within?: Transaction<any>
}

/** The bus between plugins and between replicas. An event whose payload is not what its topic declares is logged and ignored. */
export interface Events {
  publish<T>(event: EventType<T>, payload: NoInfer<T>, options?: PublishOptions): Promise<void>
  /**
   * Every event of these types reaches one subscriber with this id, over all replicas, at least once and in order;
   * those published while no subscriber was running are delivered later.
   */
  subscribe<T>(subscription: EventSubscription<T>): void
  /** Every replica gets each event while it is running; nothing is kept. For caches and open screens. Returns a function that unsubscribes. */
  listen<T>(events: readonly EventType<T>[], run: (event: BusEvent<T>) => void): () => void
}

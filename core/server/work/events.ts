import type { Transaction } from 'kysely'

export interface BusEvent<T = unknown> {
  /** The same when an event is delivered again. */
  readonly id: string
  readonly topic: string
  readonly payload: T
}

export interface EventSubscription {
  readonly id: string
  readonly topics: readonly string[]
  /** When it throws, the same event is delivered again with backoff, and those after it wait. */
  readonly run: (event: BusEvent) => void | Promise<void>
}

export interface PublishOptions {
  /** The event is published when this transaction commits, and never when it does not. */
  readonly within?: Transaction<any>
}

/** The bus between plugins and between replicas. */
export interface Events {
  publish(topic: string, payload: unknown, options?: PublishOptions): Promise<void>
  /**
   * Every event of the topics reaches one subscriber with this id, over all replicas, at least once and in order;
   * those published while no subscriber was running are delivered later.
   */
  subscribe(subscription: EventSubscription): void
  /** Every replica gets each event while it is running; nothing is kept. For caches and open screens. Returns a function that unsubscribes. */
  listen(topics: readonly string[], run: (event: BusEvent) => void): () => void
}

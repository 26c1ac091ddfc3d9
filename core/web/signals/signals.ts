import { defineApiRef } from '../apis/api-ref.ts'
import { createObservable, type Observable } from '../observable.ts'

export type SignalState = 'closed' | 'connecting' | 'open' | 'reconnecting'

/** Who is told of the messages of a channel. */
export interface SignalListener {
  readonly onMessage: (message: unknown) => void
  /** Messages may have been lost, since the connection was opened again, or long after the page: read what is shown again. */
  readonly onGap?: () => void
}

/** Messages from the server as they happen, by channel. */
export interface Signals {
  readonly state: Observable<SignalState>
  /** Returns a function that unsubscribes. */
  subscribe(channel: string, listener: SignalListener): () => void
}

export const signalsApiRef = defineApiRef<Signals>({ id: 'core.signals', description: 'Messages from the server as they happen' })

/** Without a signals plugin there are no messages. */
export function createNoSignals(): Signals {
  return { state: createObservable<SignalState>('closed'), subscribe: () => () => {} }
}

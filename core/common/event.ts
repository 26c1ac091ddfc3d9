import type { z } from 'zod'

/** A topic of the bus between plugins, and what an event of it carries. */
export interface EventType<T> {
  readonly topic: string
  readonly payload: z.ZodType<T>
}

/** Declares a topic once. Who publishes and who subscribes use what it returns, so both are typed by it. */
export function defineEvent<T>(topic: string, payload: z.ZodType<T>): EventType<T> {
  return { topic, payload }
}

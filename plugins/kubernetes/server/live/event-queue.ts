const maxWaiting = 2000

/** Events from several sources, for one reader. A reader that is too slow is cut off, and comes back for a new start. */
export function createEventQueue<T>(signal: AbortSignal) {
  let waiting: T[] = []
  let failure: Error | undefined
  let wake: () => void = () => undefined
  signal.addEventListener('abort', () => wake())

  return {
    add(event: T): void {
      if (waiting.length >= maxWaiting) failure ??= new Error('The reader is too slow')
      else waiting.push(event)
      wake()
    },
    fail(error: unknown): void {
      failure ??= error instanceof Error ? error : new Error(String(error))
      wake()
    },
    /** Until the reader goes away. */
    async *events(): AsyncGenerator<T> {
      while (!signal.aborted) {
        const events = waiting
        waiting = []
        yield* events
        if (failure) throw failure
        if (waiting.length === 0 && !signal.aborted) await new Promise<void>(resolve => (wake = resolve))
      }
    },
  }
}

export type EventQueue<T> = ReturnType<typeof createEventQueue<T>>

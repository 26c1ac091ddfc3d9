export interface Batcher<T> {
  /** Takes an item; waits while a full batch is waiting for the one before it. */
  add(item: T, weight: number): Promise<void>
  /** Runs when everything added so far has been written. */
  after(run: () => Promise<void>): void
  /** Writes what is there. */
  flush(): Promise<void>
  /** Waits until nothing is being written, however that ended. */
  idle(): Promise<void>
}

/** Gathers items into batches and writes one batch while the next is being gathered. A failed write fails whatever comes after it. */
export function createBatcher<T>(size: number, write: (items: readonly T[]) => Promise<void>): Batcher<T> {
  let items: T[] = []
  let weights = 0
  let afters: (() => Promise<void>)[] = []
  let writing: Promise<void> = Promise.resolve()

  async function send(): Promise<void> {
    await writing
    if (items.length === 0 && afters.length === 0) return
    const [batch, then] = [items, afters]
    items = []
    afters = []
    weights = 0
    writing = (async () => {
      if (batch.length > 0) await write(batch)
      for (const run of then) await run()
    })()
    // Callers that wait for it get the failure; here it only must not count as an unhandled rejection.
    writing.catch(() => {})
  }

  return {
    async add(item, weight) {
      items.push(item)
      weights += weight
      if (weights >= size) await send()
    },
    after(run) {
      afters.push(run)
    },
    async flush() {
      await send()
      await writing
    },
    idle: () => writing.catch(() => {}),
  }
}

/** Runs work on items, so many at once, and yields each result as soon as it is there. */
export async function* inParallel<T, R>(
  items: readonly T[],
  max: number,
  run: (item: T) => Promise<R>,
): AsyncGenerator<{ item: T; result: R }> {
  const running = new Map<number, Promise<{ at: number; result: R }>>()
  let next = 0
  while (next < items.length || running.size > 0) {
    while (next < items.length && running.size < max) {
      const at = next
      running.set(
        at,
        run(items[at]!).then(result => ({ at, result })),
      )
      next += 1
    }
    const { at, result } = await Promise.race(running.values())
    running.delete(at)
    yield { item: items[at]!, result }
  }
}

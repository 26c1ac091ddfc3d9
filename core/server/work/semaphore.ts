/** Lets a number of callers in at a time; the others wait in the order they came, until their signal aborts. */
export function createSemaphore(permits: number) {
  const waiting = new Set<() => void>()
  let taken = 0

  async function enter(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted()
    if (taken < permits) {
      taken += 1
      return
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const onAbort = (): void => {
      waiting.delete(resolve)
      reject(signal?.reason)
    }
    waiting.add(resolve)
    signal?.addEventListener('abort', onAbort, { once: true })
    await promise
    signal?.removeEventListener('abort', onAbort)
  }

  /** Whoever leaves hands the place on, so that the number stays the same. */
  function leave(): void {
    const [next] = waiting
    if (!next) taken -= 1
    else {
      waiting.delete(next)
      next()
    }
  }

  return async function limit<T>(run: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await enter(signal)
    try {
      return await run()
    } finally {
      leave()
    }
  }
}

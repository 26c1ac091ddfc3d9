/** Ends with the signal, also where the source waits for something that never comes. */
export async function* untilAborted<T>(items: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]()
  // One promise for all items would collect what each of them adds to it, until the run ends.
  let abort: ((reason: Error) => void) | undefined
  const onAbort = () => abort?.(signal.reason instanceof Error ? signal.reason : new Error('The run was ended'))
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    for (;;) {
      const next = await new Promise<IteratorResult<T>>((resolve, reject) => {
        abort = reject
        if (signal.aborted) onAbort()
        iterator.next().then(resolve, reject)
      })
      if (next.done) return
      yield next.value
    }
  } finally {
    signal.removeEventListener('abort', onAbort)
    // A source that never answers is not waited for.
    void Promise.resolve(iterator.return?.()).catch(() => {})
  }
}

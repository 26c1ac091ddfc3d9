/** How long a task may run before it is no longer the likely reason why a server ended. */
const suspectMs = 10_000

/**
 * Tasks that ran while a server ended begin one after the other: should one of them end this server too, the others were not under way,
 * and it counts for that one alone.
 */
export function createSuspects() {
  let last: Promise<void> = Promise.resolve()
  return {
    async alone<T>(run: () => Promise<T>, signal: AbortSignal): Promise<T> {
      const { promise: isOver, resolve: leave } = Promise.withResolvers<void>()
      const before = last
      last = before.then(() => isOver)
      const aborted = Promise.withResolvers<never>()
      const onAbort = () => aborted.reject(signal.reason as Error)
      signal.addEventListener('abort', onAbort)
      let timer: NodeJS.Timeout | undefined
      try {
        signal.throwIfAborted()
        await Promise.race([before, aborted.promise])
        timer = setTimeout(leave, suspectMs)
        return await run()
      } finally {
        signal.removeEventListener('abort', onAbort)
        clearTimeout(timer)
        leave()
      }
    },
  }
}

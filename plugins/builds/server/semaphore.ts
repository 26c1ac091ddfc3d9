/** Lets a number of callers in at a time. */
export function createSemaphore(max: number) {
  const waiting: (() => void)[] = []
  let inside = 0
  return async function enter<T>(run: () => Promise<T>): Promise<T> {
    if (inside >= max) await new Promise<void>(resolve => waiting.push(resolve))
    else inside += 1
    try {
      return await run()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else inside -= 1
    }
  }
}

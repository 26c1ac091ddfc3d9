const slotCount = 30
const tickMs = 1000

/**
 * Runs functions periodically with one timer for all: a connection costs no timer of its own. Each runs once in a turn of the wheel. They
 * are dealt out to the slots in turn, so that their work is spread over time also when all of them came at once, as after a restart.
 */
export function createTimerWheel() {
  const slots = Array.from({ length: slotCount }, () => new Set<() => void>())
  let current = 0
  let added = 0
  let size = 0
  let timer: NodeJS.Timeout | undefined

  function tick(): void {
    current = (current + 1) % slotCount
    for (const run of slots[current] ?? []) run()
  }

  return {
    /** Returns a function that removes it. */
    add(run: () => void): () => void {
      const slot = slots[added++ % slotCount]
      // The same function may be added twice.
      const entry = () => run()
      slot?.add(entry)
      size += 1
      timer ??= setInterval(tick, tickMs).unref()
      return () => {
        if (!slot?.delete(entry)) return
        size -= 1
        if (size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
  }
}

/** Runs a function every 30 s, for as long as its connection lasts. */
export const everyHalfMinute = createTimerWheel().add

import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Slower than this, and the readers of the portal notice. */
const stallMs = 250

/**
 * Which requests held up the thread that answers. A machine that is busy holds it up too, so only what also took so much processor time
 * counts, and a long run prints it: no test depends on it.
 */
export function createStallWatch() {
  const delays = monitorEventLoopDelay({ resolution: 5 })
  delays.enable()
  const worst = new Map<string, { delayMs: number; request: string }>()
  return {
    async watch<T>(route: string, request: string, run: () => Promise<T>): Promise<T> {
      delays.reset()
      const before = process.threadCpuUsage()
      const result = await run()
      // The delay is known when the loop has come round once more.
      await new Promise(resolve => setTimeout(resolve, 6))
      const { user, system } = process.threadCpuUsage(before)
      const delayMs = Math.min(delays.max / 1e6, (user + system) / 1e3)
      if (delayMs > (worst.get(route)?.delayMs ?? stallMs)) worst.set(route, { delayMs: Math.round(delayMs), request })
      return result
    },
    report: () => [...worst].map(([route, stall]) => ({ route, ...stall })),
  }
}

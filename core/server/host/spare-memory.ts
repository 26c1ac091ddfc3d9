import { performance } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import { collectGarbage } from '../operations/collect-garbage.ts'

// A collection stops the server for some hundred milliseconds when the heap is large: whoever sends a few requests a second must not meet it.
const quietShare = 0.02
// How much a collection must be able to free before it is worth a pause.
const worthwhile = 1.3

interface Look {
  /** The event loop utilisation since the last check. */
  readonly busyShare: () => number
  /** What the heap holds of the system's memory, and how much of that is objects, in bytes. */
  readonly heap: () => HeapSize
  readonly collect: () => void
}

interface HeapSize {
  readonly heldBytes: number
  /** Garbage included, until V8 has collected it. */
  readonly usedBytes: number
}

/**
 * One check: collects garbage when the server is nearly idle and the heap holds much more than it needs. What it needs is the least that was in
 * use since the last collection, and what that one could not return: a large read that is over no longer counts.
 */
export function createLook({ busyShare, heap, collect }: Look): () => void {
  let leastUsed = 0
  let unreturned = 0
  return () => {
    const { heldBytes, usedBytes } = heap()
    leastUsed = Math.min(leastUsed, usedBytes)
    if (busyShare() > quietShare || heldBytes < (leastUsed + unreturned) * worthwhile) return
    collect()
    const after = heap()
    leastUsed = after.usedBytes
    unreturned = after.heldBytes - after.usedBytes
  }
}

/**
 * Returns memory to the system after a busy time. V8 itself keeps the memory of a large read of the catalog for as
 * long as there is no memory pressure, which on a quiet server is for ever. Checks periodically; acts only while the server is nearly idle.
 */
export function giveBackSpareMemory(lookEveryMs = 2000): () => void {
  let before = performance.eventLoopUtilization()
  const look = createLook({
    busyShare() {
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, before)
      before = now
      return utilization
    },
    heap() {
      const { total_physical_size: heldBytes, used_heap_size: usedBytes } = getHeapStatistics()
      return { heldBytes, usedBytes }
    },
    collect: collectGarbage,
  })
  const timer = setInterval(look, lookEveryMs).unref()
  return () => clearInterval(timer)
}

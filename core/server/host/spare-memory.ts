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
  /** The size of the heap, in bytes. */
  readonly heapSize: () => number
  readonly collect: () => void
}

/** One check: collects garbage when the server is nearly idle and the heap has grown since the last time. */
export function createLook({ busyShare, heapSize, collect }: Look): () => void {
  let floor = 0
  return () => {
    if (busyShare() > quietShare || heapSize() < floor * worthwhile) return
    collect()
    floor = heapSize()
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
    heapSize: () => getHeapStatistics().total_physical_size,
    collect: collectGarbage,
  })
  const timer = setInterval(look, lookEveryMs).unref()
  return () => clearInterval(timer)
}

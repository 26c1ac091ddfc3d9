import { performance } from 'node:perf_hooks'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const quietShare = 0.1
// What a collection must be able to win before it is worth the pause of some ten milliseconds.
const worthwhile = 1.3

interface Look {
  /** The share of time in which something was done since the last look. */
  readonly busyShare: () => number
  /** What the heap takes, in bytes. */
  readonly heapSize: () => number
  readonly collect: () => void
}

/** One look: collects when next to nothing happens and there is more than the last time. */
export function createLook({ busyShare, heapSize, collect }: Look): () => void {
  let floor = 0
  return () => {
    if (busyShare() > quietShare || heapSize() < floor * worthwhile) return
    collect()
    floor = heapSize()
  }
}

/**
 * Gives memory back to the machine when a busy time is over. The engine itself keeps what a large read of the catalog took for as
 * long as nobody is in need, which on a quiet server is for ever. Looks now and then; acts only while next to nothing happens.
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
    collect: collectAll,
  })
  const timer = setInterval(look, lookEveryMs).unref()
  return () => clearInterval(timer)
}

function collectAll(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: { type: 'major'; flavor: 'last-resort' }) => void
  collect({ type: 'major', flavor: 'last-resort' })
}

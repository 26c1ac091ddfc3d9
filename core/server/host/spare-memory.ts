import { performance } from 'node:perf_hooks'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const quietShare = 0.1
// What a collection must be able to win before it is worth the pause of some ten milliseconds.
const worthwhile = 1.3

/**
 * Gives memory back to the machine when a busy time is over. The engine itself keeps what a large read of the catalog took for as
 * long as nobody is in need, which on a quiet server is for ever. Looks now and then; acts only while next to nothing happens.
 * Returns the way to stop.
 */
export function giveBackSpareMemory({ collect = collectAll, lookEveryMs = 2000 } = {}): () => void {
  let floor = 0
  let before = performance.eventLoopUtilization()

  function look(): void {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    if (utilization > quietShare || getHeapStatistics().total_physical_size < floor * worthwhile) return
    collect()
    floor = getHeapStatistics().total_physical_size
    before = performance.eventLoopUtilization()
  }

  const timer = setInterval(look, lookEveryMs).unref()
  return () => clearInterval(timer)
}

function collectAll(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: { type: 'major'; flavor: 'last-resort' }) => void
  collect({ type: 'major', flavor: 'last-resort' })
}

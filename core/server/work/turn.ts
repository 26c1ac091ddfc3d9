import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'

// A request takes some ten turns of the event loop, and may wait for this in each of them.
const defaultMaxMs = 1.5
// What has waited long for something else has rested meanwhile.
const maxRestMs = 50

/** The time that a loop on a thread that answers may take before it lets others in. */
export function createTurn(maxMs = defaultMaxMs) {
  return createTurns(maxMs, () => nextTurn())
}

/**
 * The same for work that nobody waits for, such as reading everything by schedule: after each turn it rests for as long as that took, with what it
 * waited for. Half of the time belongs to others then, on this thread and in the database; on a busy machine turns and rests are longer.
 */
export function createBackgroundTurn(maxMs = defaultMaxMs) {
  return createTurns(maxMs, tookMs => wait(Math.min(maxRestMs, tookMs)))
}

function createTurns(maxMs: number, letOthersIn: (tookMs: number) => Promise<void>) {
  let began = performance.now()
  return {
    isOver: (): boolean => performance.now() - began >= maxMs,
    async next(): Promise<void> {
      await letOthersIn(performance.now() - began)
      began = performance.now()
    },
  }
}

import { setImmediate as nextTurn } from 'node:timers/promises'

// A request takes some ten turns of the event loop, and may wait for this in each of them.
const defaultTurnMs = 1.5

/** Long work in small steps: after each `yield` others may have their turn on the thread that answers. */
export type Steps<T = void> = Generator<undefined, T>

/** Does all steps at once. */
export function runNow<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Does the steps with pauses between them. */
export async function runInTurns<T>(steps: Steps<T>, turnMs?: number): Promise<T> {
  const turn = createTurn(turnMs)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    if (turn.isOver()) await turn.next()
  }
}

/** The time that a loop on the thread that answers may take before it lets others in. */
export function createTurn(turnMs = defaultTurnMs) {
  let began = performance.now()
  return {
    isOver: (): boolean => performance.now() - began >= turnMs,
    async next(): Promise<void> {
      await nextTurn()
      began = performance.now()
    },
  }
}

import { createTurn } from './turn.ts'

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
export async function runInTurns<T>(steps: Steps<T>, maxMs?: number): Promise<T> {
  const turn = createTurn(maxMs)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    if (turn.isOver()) await turn.next()
  }
}

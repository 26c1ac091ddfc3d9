import { expect, onTestFinished, test, vi } from 'vitest'
import { createBackgroundTurn, createTurn } from './turn.ts'

function workFor(ms: number): void {
  for (const began = performance.now(); performance.now() - began < ms;);
}

/** What comes first: the next turn, or a timer. */
function firstOf(turn: { next(): Promise<void> }, ms: number): Promise<'turn' | 'timer'> {
  const timer = new Promise<'timer'>(resolve => setTimeout(() => resolve('timer'), ms))
  return Promise.race([turn.next().then(() => 'turn' as const), timer])
}

test('a turn is over after its time, and the next one begins when others have had theirs', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const turn = createTurn(5)
  expect(turn.isOver()).toBe(false)
  vi.advanceTimersByTime(5)
  expect(turn.isOver()).toBe(true)
  let isServed = false
  setImmediate(() => void (isServed = true))
  await turn.next()
  expect(isServed).toBe(true)
})

test('work that nobody waits for rests as long as its turn took, but never for long', async () => {
  const turn = createBackgroundTurn()
  workFor(20)
  expect(await firstOf(turn, 10)).toBe('timer')
  const next = createBackgroundTurn()
  workFor(200)
  expect(await firstOf(next, 200)).toBe('turn')
})

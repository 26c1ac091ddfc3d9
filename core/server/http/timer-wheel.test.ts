import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTimerWheel } from './timer-wheel.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('what is added at once runs spread over half a minute, each once, until it is removed', () => {
  const wheel = createTimerWheel()
  const runs: number[] = []
  const removes = Array.from({ length: 300 }, (_, index) => wheel.add(() => void runs.push(index)))
  const perSecond = Array.from({ length: 30 }, () => {
    const before = runs.length
    vi.advanceTimersByTime(1000)
    return runs.length - before
  })
  expect(perSecond).toEqual(Array.from({ length: 30 }, () => 10))
  expect(new Set(runs).size).toBe(300)
  removes.forEach(remove => remove())
  vi.advanceTimersByTime(60_000)
  expect(runs).toHaveLength(300)
  expect(vi.getTimerCount()).toBe(0)
})

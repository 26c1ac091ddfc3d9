import { afterEach, expect, test, vi } from 'vitest'
import { giveBackSpareMemory } from './spare-memory.ts'

let stop = (): void => {}
afterEach(() => stop())

test('memory is given back when nothing happens, and not again until there is more of it', async () => {
  const collect = vi.fn<() => void>()
  stop = giveBackSpareMemory({ collect, lookEveryMs: 20 })
  await expect.poll(() => collect.mock.calls.length).toBe(1)
  await new Promise(resolve => setTimeout(resolve, 200))
  expect(collect).toHaveBeenCalledOnce()
})

test('a busy server is left alone', async () => {
  const collect = vi.fn<() => void>()
  stop = giveBackSpareMemory({ collect, lookEveryMs: 20 })
  for (const end = performance.now() + 300; performance.now() < end; await new Promise(setImmediate)) {
    for (const busy = performance.now() + 5; performance.now() < busy;);
  }
  expect(collect).not.toHaveBeenCalled()
})

test('the real collection can be done in a running process', async () => {
  stop = giveBackSpareMemory({ lookEveryMs: 20 })
  const before = process.memoryUsage().heapUsed
  Array.from({ length: 200_000 }, (_, i) => ({ i }))
  await expect.poll(() => process.memoryUsage().heapUsed, { timeout: 10_000 }).toBeLessThan(before + 4_000_000)
})

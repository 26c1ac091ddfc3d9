import { expect, onTestFinished, test, vi } from 'vitest'
import { createLook, giveBackSpareMemory } from './spare-memory.ts'

function setUp() {
  const machine = { busyShare: 0.01, heapSize: 100 }
  const collect = vi.fn<() => void>(() => void (machine.heapSize = 80))
  const look = createLook({ busyShare: () => machine.busyShare, heapSize: () => machine.heapSize, collect })
  return { machine, collect, look }
}

test('memory is returned when the server is idle, and not again until the heap has grown', () => {
  const { machine, collect, look } = setUp()
  look()
  look()
  expect(collect).toHaveBeenCalledOnce()
  machine.heapSize = 100
  look()
  expect(collect).toHaveBeenCalledOnce()
  machine.heapSize = 110
  look()
  expect(collect).toHaveBeenCalledTimes(2)
})

test('a busy server is left alone', () => {
  const { machine, collect, look } = setUp()
  machine.busyShare = 0.5
  look()
  expect(collect).not.toHaveBeenCalled()
})

test('the real collection can be done in a running process', async () => {
  onTestFinished(giveBackSpareMemory(20))
  const before = process.memoryUsage().heapUsed
  Array.from({ length: 200_000 }, (_, i) => ({ i }))
  await expect.poll(() => process.memoryUsage().heapUsed, { timeout: 10_000 }).toBeLessThan(before + 4_000_000)
})

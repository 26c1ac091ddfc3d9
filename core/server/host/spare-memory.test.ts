import { expect, onTestFinished, test, vi } from 'vitest'
import { createLook, giveBackSpareMemory } from './spare-memory.ts'

function setUp() {
  const machine = { busyShare: 0.01, heldBytes: 100, usedBytes: 95, neededBytes: 75 }
  const collect = vi.fn<() => void>(() => Object.assign(machine, { heldBytes: machine.neededBytes + 5, usedBytes: machine.neededBytes }))
  const look = createLook({ busyShare: () => machine.busyShare, heap: () => machine, collect })
  return { machine, collect, look }
}

test('memory is returned when the server is idle, and not again until the heap has grown', () => {
  const { machine, collect, look } = setUp()
  look()
  look()
  expect(collect).toHaveBeenCalledOnce()
  Object.assign(machine, { heldBytes: 100, usedBytes: 95 })
  look()
  expect(collect).toHaveBeenCalledOnce()
  Object.assign(machine, { heldBytes: 110, usedBytes: 95 })
  look()
  expect(collect).toHaveBeenCalledTimes(2)
})

test('a collection in the middle of a large read does not keep the memory of that read', () => {
  const { machine, collect, look } = setUp()
  Object.assign(machine, { heldBytes: 400, usedBytes: 390, neededBytes: 300 })
  look()
  expect(machine.heldBytes).toBe(305)
  // The read is over: V8 has collected its objects and kept their room.
  Object.assign(machine, { usedBytes: 90, neededBytes: 75 })
  look()
  expect(machine.heldBytes).toBe(80)
  look()
  expect(collect).toHaveBeenCalledTimes(2)
})

test('garbage is returned of which V8 was rid once', () => {
  const { machine, collect, look } = setUp()
  Object.assign(machine, { heldBytes: 305, usedBytes: 300, neededBytes: 300 })
  look()
  machine.busyShare = 0.5
  Object.assign(machine, { usedBytes: 90, neededBytes: 75 })
  look()
  Object.assign(machine, { busyShare: 0.01, usedBytes: 290 })
  look()
  expect(collect).toHaveBeenCalledTimes(2)
  expect(machine.heldBytes).toBe(80)
})

test('room that cannot be returned is not asked for again and again', () => {
  const { machine, collect, look } = setUp()
  collect.mockImplementation(() => Object.assign(machine, { heldBytes: 60, usedBytes: 30 }))
  look()
  look()
  look()
  expect(collect).toHaveBeenCalledOnce()
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
  await expect.poll(() => process.memoryUsage().heapUsed).toBeLessThan(before + 4_000_000)
})

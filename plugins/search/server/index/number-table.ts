import type { SegmentReader, SegmentWriter } from '@portico/core/server/index-store'

/** At most this share of the slots is taken. */
const maxLoad = 0.6
const free = -1
const removed = -2

/** Finds a document's number by its id, which the documents keep themselves. A map of as many numbers takes five times the memory. */
export function createNumberTable(idOf: (document: number) => number) {
  let slots = new Int32Array(1 << 11).fill(free)
  let size = 0
  // Slots that are not free: taken, or left by what was removed.
  let used = 0

  function firstSlot(id: number): number {
    const hash = Math.imul((id % 4294967296) ^ (id / 4294967296), 0x9e3779b1)
    return (hash ^ (hash >>> 15)) & (slots.length - 1)
  }

  function slotOf(id: number): number {
    const mask = slots.length - 1
    for (let slot = firstSlot(id); ; slot = (slot + 1) & mask) {
      const document = slots[slot]!
      if (document === free || (document !== removed && idOf(document) === id)) return slot
    }
  }

  function rebuild(): void {
    const documents = slots.filter(document => document >= 0)
    const length = 2 ** Math.ceil(Math.log2(Math.max(1 << 11, (size * 2) / maxLoad)))
    slots = new Int32Array(length).fill(free)
    for (const document of documents) slots[slotOf(idOf(document))] = document
    used = size
  }

  return {
    get size() {
      return size
    },
    find(id: number): number | undefined {
      const document = slots[slotOf(id)]!
      return document === free ? undefined : document
    },
    /** Adds a document, whose id is known and was not here. */
    add(document: number): void {
      if (used + 1 > slots.length * maxLoad) rebuild()
      slots[slotOf(idOf(document))] = document
      size += 1
      used += 1
    },
    remove(id: number): void {
      const slot = slotOf(id)
      if (slots[slot] === free) return
      slots[slot] = removed
      size -= 1
    },
    save(out: SegmentWriter): void {
      out.numbers(size, used)
      out.array(slots)
    },
    load(input: SegmentReader): void {
      ;[size, used] = input.numbers() as unknown as [number, number]
      slots = input.int32()
    },
    get bytes() {
      return slots.byteLength
    },
  }
}

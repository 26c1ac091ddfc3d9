import { resized, type SegmentReader, type SegmentWriter, type TextTable } from '@portico/core/server/index-store'
import { createDictionary } from './dictionary.ts'

/** Which ref stands in which slot, both ways. */
export function createRefs(pool: TextTable) {
  let dictionary = createDictionary(pool)
  let slots = new Int32Array(64)
  let numbers = new Int32Array(64)
  let size = 0

  function put(number: number, slot: number): void {
    if (number >= slots.length) slots = resized(slots, Math.ceil(number * 1.25) + 64)
    if (slot >= numbers.length) numbers = resized(numbers, Math.ceil(slot * 1.25) + 64)
    slots[number] = slot + 1
    numbers[slot] = number
  }

  const refs = {
    get size() {
      return size
    },
    /** The slot of a ref, or -1. */
    slot(ref: string): number {
      const number = dictionary.first(ref)
      return number === -1 ? -1 : slots[number]! - 1
    },
    /** The ref of a slot that is taken. */
    ref: (slot: number): string => dictionary.text(numbers[slot]!),
    set(ref: string, slot: number): void {
      const number = dictionary.add(ref)
      if (number >= slots.length || slots[number] === 0) size += 1
      put(number, slot)
    },
    delete(ref: string): void {
      slots[dictionary.first(ref)] = 0
      size -= 1
    },
    /** Drops refs that are gone, once they are most of them. Returns how many. */
    tidy(into: TextTable): number {
      if (dictionary.size < 4096 || dictionary.size < size * 3) return 0
      return refs.moveTo(into)
    },
    /** Leaves the pool of its texts for another. */
    moveTo(other: TextTable): number {
      const old = { dictionary, slots }
      dictionary = createDictionary(other)
      slots = new Int32Array(size + 64)
      for (let number = 0; number < old.dictionary.size; number++) {
        const slot = old.slots[number]! - 1
        if (slot >= 0) put(dictionary.add(old.dictionary.text(number)), slot)
      }
      return old.dictionary.size - dictionary.size
    },
    save(out: SegmentWriter): void {
      out.numbers(size)
      dictionary.save(out)
      out.array(slots)
      out.array(numbers)
    },
    load(input: SegmentReader): void {
      ;[size = 0] = input.numbers()
      dictionary.load(input)
      slots = input.int32()
      numbers = input.int32()
    },
  }
  return refs
}

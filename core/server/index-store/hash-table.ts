import type { SegmentReader, SegmentWriter } from './segments.ts'

/** At most this share of the places is taken; beyond it a look-up takes too many steps. */
const maxLoad = 0.7
// A large table consists of parts that grow one by one: nothing has to wait until millions of numbers have been moved.
const largeSize = 1 << 14
const partBits = 8
const free = -1
const removed = -2

export interface HashTableKeys {
  /** The hash of a number that is in the table. */
  readonly hashOf: (number: number) => number
  /** Whether a number has the key that is looked for, which its owner holds. */
  readonly isKey: (number: number) => boolean
}

export type HashTable = ReturnType<typeof createHashTable>

/** Numbers found by the hash of their keys, which lie elsewhere: open addressing in typed arrays, which the garbage collector does not look at. */
export function createHashTable({ hashOf, isKey }: HashTableKeys) {
  let parts = [emptyPart(8)]
  // In each part: those that are there, and those that are there or were removed.
  let sizes = new Int32Array(1)
  let used = new Int32Array(1)

  const partOf = (hash: number): number => (hash >>> (32 - partBits)) & (parts.length - 1)

  /** Where the key stands in a part, or the free place after those it could be at. */
  function find(part: Int32Array, hash: number): number {
    const mask = part.length - 1
    let at = hash & mask
    for (let number = part[at]!; number !== free; number = part[at]!) {
      if (number !== removed && isKey(number)) return at
      at = (at + 1) & mask
    }
    return at
  }

  function put(part: Int32Array, number: number): void {
    const mask = part.length - 1
    let at = hashOf(number) & mask
    while (part[at] !== free) at = (at + 1) & mask
    part[at] = number
  }

  /** A part with more room, without what was removed. */
  function rebuild(at: number): void {
    const before = parts[at]!
    parts[at] = emptyPart(Math.max(8, 2 ** Math.ceil(Math.log2((sizes[at]! * 1.5) / maxLoad))))
    for (const number of before) if (number >= 0) put(parts[at], number)
    used[at] = sizes[at]!
  }

  function split(): void {
    const [whole] = parts
    parts = Array.from({ length: 1 << partBits }, () => emptyPart((largeSize >> partBits) * 2))
    sizes = new Int32Array(parts.length)
    used = new Int32Array(parts.length)
    for (const number of whole!) if (number >= 0) add(hashOf(number), number)
  }

  /** Adds a number whose key is not here. */
  function add(hash: number, number: number): void {
    const at = partOf(hash)
    if (used[at]! + 1 > parts[at]!.length * maxLoad) rebuild(at)
    put(parts[at]!, number)
    sizes[at]! += 1
    used[at]! += 1
    if (parts.length === 1 && sizes[0]! > largeSize) split()
  }

  return {
    /** The number with the key, or -1. */
    find(hash: number): number {
      const part = parts[partOf(hash)]!
      return part[find(part, hash)]!
    },
    add,
    /** Removes the number with the key. */
    remove(hash: number): void {
      const at = partOf(hash)
      const part = parts[at]!
      const place = find(part, hash)
      if (part[place] === free) return
      part[place] = removed
      sizes[at]! -= 1
    },
    save(out: SegmentWriter): void {
      out.numbers(parts.length)
      out.array(sizes)
      out.array(used)
      for (const part of parts) out.array(part)
    },
    load(input: SegmentReader): void {
      const [count = 0] = input.numbers()
      sizes = input.int32()
      used = input.int32()
      parts = Array.from({ length: count }, () => input.int32())
    },
    get bytes() {
      return parts.reduce((sum, part) => sum + part.byteLength, 0)
    },
  }
}

function emptyPart(size: number): Int32Array<ArrayBuffer> {
  return new Int32Array(size).fill(free)
}

/** The hash of a whole number. */
export function hashOfNumber(number: number): number {
  const hash = Math.imul((number % 4294967296) ^ (number / 4294967296), 0x9e3779b1)
  return hash ^ (hash >>> 15)
}

import type { SegmentReader, SegmentWriter } from '@portico/core/server/index-store'
import { resized } from './resized.ts'
import { emptyPart, fullest, type TextPool } from './text-pool.ts'

// A large table consists of parts that grow one by one: columns that every entity fills would otherwise all move their numbers at once.
const largeSize = 1 << 14
const partBits = 6

/**
 * Numbers from 0 on for the texts of one column, so that a column holds small integers. Texts that differ only by letter case have
 * numbers of their own, for facets, and are found together, as filters compare. The texts themselves lie in the pool. Texts only ever
 * come; a column that has outlived most of its texts makes a new dictionary.
 */
export function createDictionary(pool: TextPool) {
  let size = 0
  // By number: the text in the pool, in lower case, and as it is shown once one of them differs.
  let lowers = new Int32Array(4)
  let shown: Int32Array | undefined
  // The numbers, found by the first of these; of texts that differ only by letter case the one that came first. And how many each part has.
  let parts: Int32Array[] = [emptyPart(8)]
  let sizes = new Int32Array(1)
  // The others, by the number of that one. Few columns have any.
  const variants = new Map<number, number[]>()

  /** In which part a text belongs. */
  const partOf = (lower: number): number => (Math.imul(lower, 0x9e3779b1) >>> (32 - partBits)) & (parts.length - 1)

  function bucketIn(part: Int32Array, lower: number): number {
    const mask = part.length - 1
    let at = Math.imul(lower, 0x9e3779b1) & mask
    while (part[at] !== -1 && lowers[part[at]!] !== lower) at = (at + 1) & mask
    return at
  }

  /** The number of the text that came first, or -1. */
  function numberOf(lower: number): number {
    const part = parts[partOf(lower)]!
    return part[bucketIn(part, lower)]!
  }

  function put(id: number): void {
    const lower = lowers[id]!
    const at = partOf(lower)
    if (sizes[at]! >= parts[at]!.length * fullest) {
      const before = parts[at]!
      parts[at] = emptyPart(before.length * 2)
      for (const known of before) if (known !== -1) parts[at][bucketIn(parts[at], lowers[known]!)] = known
    }
    parts[at]![bucketIn(parts[at]!, lower)] = id
    sizes[at]! += 1
  }

  function split(): void {
    const [whole] = parts
    parts = Array.from({ length: 1 << partBits }, () => emptyPart((largeSize >> partBits) * 2))
    sizes = new Int32Array(parts.length)
    for (const id of whole!) if (id !== -1) put(id)
  }

  /** Gives the next number to a text. */
  function append(found: number, lower: number): number {
    if (size === lowers.length) {
      lowers = resized(lowers, Math.ceil(size * 1.5) + 1)
      if (shown) shown = resized(shown, lowers.length)
    }
    lowers[size] = lower
    if (found !== lower) shown ??= lowers.slice()
    if (shown) shown[size] = found
    return size++
  }

  const textOf = (id: number): number => (shown ?? lowers)[id]!

  function firstOf(lower: string): number {
    const found = pool.find(lower)
    return found === -1 ? -1 : numberOf(found)
  }

  return {
    add(text: string): number {
      const found = pool.add(text)
      const lower = pool.lower(found)
      const known = numberOf(lower)
      if (known === -1) {
        const id = append(found, lower)
        put(id)
        if (parts.length === 1 && sizes[0]! >= largeSize) split()
        return id
      }
      if (textOf(known) === found) return known
      const others = variants.get(known) ?? []
      const other = others.find(id => textOf(id) === found)
      if (other !== undefined) return other
      const id = append(found, lower)
      variants.set(known, [...others, id])
      return id
    },
    /** The number of a text where all are in lower case, or -1. */
    first: firstOf,
    /** The numbers of all texts that are this one in lower case. */
    find(lower: string): readonly number[] {
      const first = firstOf(lower)
      if (first === -1) return none
      return [first, ...(variants.get(first) ?? none)]
    },
    text: (id: number): string => pool.text(textOf(id)),
    lowerText: (id: number): string => pool.text(lowers[id]!),
    get size() {
      return size
    },
    save(out: SegmentWriter): void {
      out.numbers(size, parts.length)
      out.array(lowers.subarray(0, size))
      out.array(shown?.subarray(0, size) ?? new Int32Array(0))
      out.array(sizes)
      for (const part of parts) out.array(part)
      out.array(Int32Array.from([...variants].flatMap(([first, others]) => [first, others.length, ...others])))
    },
    load(input: SegmentReader): void {
      const [savedSize = 0, partCount = 0] = input.numbers()
      size = savedSize
      lowers = input.int32()
      const saved = input.int32()
      shown = saved.length > 0 ? saved : undefined
      sizes = input.int32()
      parts = Array.from({ length: partCount }, () => input.int32())
      const others = input.int32()
      for (let at = 0; at < others.length; at += 2 + others[at + 1]!) {
        variants.set(others[at]!, [...others.subarray(at + 2, at + 2 + others[at + 1]!)])
      }
    },
  }
}

const none: readonly number[] = Object.freeze([])

export type Dictionary = ReturnType<typeof createDictionary>

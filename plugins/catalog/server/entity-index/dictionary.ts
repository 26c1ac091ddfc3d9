import { resized } from './resized.ts'
import type { SegmentReader, SegmentWriter } from './segments.ts'
import { fullest, type TextPool } from './text-pool.ts'

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
  // The numbers, found by the first of these; of texts that differ only by letter case the one that came first.
  let table = new Int32Array(8).fill(-1)
  // The others, by the number of that one. Few columns have any.
  const variants = new Map<number, number[]>()

  function bucketOf(lower: number): number {
    const mask = table.length - 1
    let at = Math.imul(lower, 0x9e3779b1) & mask
    while (table[at] !== -1 && lowers[table[at]!] !== lower) at = (at + 1) & mask
    return at
  }

  function grow(): void {
    lowers = resized(lowers, Math.ceil(size * 1.5))
    if (shown) shown = resized(shown, lowers.length)
    if (lowers.length < table.length * fullest) return
    table = new Int32Array(table.length * 2).fill(-1)
    for (let id = 0; id < size; id++) {
      const at = bucketOf(lowers[id]!)
      if (table[at] === -1) table[at] = id
    }
  }

  /** Gives the next number to a text. */
  function append(found: number, lower: number): number {
    if (size === lowers.length) grow()
    lowers[size] = lower
    if (found !== lower) shown ??= lowers.slice()
    if (shown) shown[size] = found
    return size++
  }

  const textOf = (id: number): number => (shown ?? lowers)[id]!

  function firstOf(lower: string): number {
    const found = pool.find(lower)
    return found === -1 ? -1 : table[bucketOf(found)]!
  }

  return {
    add(text: string): number {
      const found = pool.add(text)
      const lower = pool.lower(found)
      const known = table[bucketOf(lower)]!
      if (known === -1) {
        const id = append(found, lower)
        table[bucketOf(lower)] = id
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
      out.numbers(size)
      out.array(lowers)
      out.array(shown ?? new Int32Array(0))
      out.array(table)
      out.array(Int32Array.from([...variants].flatMap(([first, others]) => [first, others.length, ...others])))
    },
    load(input: SegmentReader): void {
      ;[size = 0] = input.numbers()
      lowers = input.int32()
      const saved = input.int32()
      shown = saved.length > 0 ? saved : undefined
      table = input.int32()
      const others = input.int32()
      for (let at = 0; at < others.length; at += 2 + others[at + 1]!) {
        variants.set(others[at]!, [...others.subarray(at + 2, at + 2 + others[at + 1]!)])
      }
    },
  }
}

const none: readonly number[] = Object.freeze([])

export type Dictionary = ReturnType<typeof createDictionary>

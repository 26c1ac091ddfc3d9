import {
  createHashTable,
  hashOfNumber,
  resized,
  type SegmentReader,
  type SegmentWriter,
  type TextTable,
} from '@portico/core/server/index-store'

/**
 * Numbers from 0 on for the texts of one column, so that a column holds small integers. Texts that differ only by letter case have
 * numbers of their own, for facets, and are found together, as filters compare. The texts themselves lie in the table. Texts only ever
 * come; a column that has outlived most of its texts makes a new dictionary.
 */
export function createDictionary(table: TextTable) {
  let size = 0
  // By number: the text in the table, in lower case, and as it is shown once one of them differs.
  let lowers = new Int32Array(4)
  let shown: Int32Array | undefined
  // The numbers, found by the first of these; of texts that differ only by letter case the one that came first.
  let wanted = -1
  const numbers = createHashTable({ hashOf: id => hashOfNumber(lowers[id]!), isKey: id => lowers[id] === wanted })
  // The others, by the number of that one. Few columns have any.
  const variants = new Map<number, number[]>()

  /** The number of the text that came first, or -1. */
  function numberOf(lower: number): number {
    wanted = lower
    return numbers.find(hashOfNumber(lower))
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
    const found = table.find(lower)
    return found === -1 ? -1 : numberOf(found)
  }

  return {
    add(text: string): number {
      const found = table.add(text)
      const folded = text.toLowerCase()
      const lower = folded === text ? found : table.add(folded)
      const known = numberOf(lower)
      if (known === -1) {
        const id = append(found, lower)
        numbers.add(hashOfNumber(lower), id)
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
    text: (id: number): string => table.text(textOf(id)),
    lowerText: (id: number): string => table.text(lowers[id]!),
    get size() {
      return size
    },
    save(out: SegmentWriter): void {
      out.numbers(size)
      out.array(lowers.subarray(0, size))
      out.array(shown?.subarray(0, size) ?? new Int32Array(0))
      numbers.save(out)
      out.array(Int32Array.from([...variants].flatMap(([first, others]) => [first, others.length, ...others])))
    },
    load(input: SegmentReader): void {
      ;[size = 0] = input.numbers()
      lowers = input.int32()
      const saved = input.int32()
      shown = saved.length > 0 ? saved : undefined
      numbers.load(input)
      const others = input.int32()
      for (let at = 0; at < others.length; at += 2 + others[at + 1]!) {
        variants.set(others[at]!, [...others.subarray(at + 2, at + 2 + others[at + 1]!)])
      }
    },
  }
}

const none: readonly number[] = Object.freeze([])

export type Dictionary = ReturnType<typeof createDictionary>

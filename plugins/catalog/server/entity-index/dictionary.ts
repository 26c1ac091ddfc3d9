import { resized } from './resized.ts'
import { fullest, type TextPool } from './text-pool.ts'

/**
 * Numbers from 0 on for the texts of one column, so that a column holds small integers. Texts that differ only by letter case
 * are one, shown as it came first: that is how filters compare. The texts themselves lie in the pool. Texts only ever come; a
 * column that has outlived most of its texts makes a new dictionary.
 */
export function createDictionary(pool: TextPool) {
  let size = 0
  // By number: the text in the pool, in lower case, and as it is shown once one of them differs.
  let lowers = new Int32Array(4)
  let shown: Int32Array | undefined
  // The numbers, found by the first of these.
  let table = new Int32Array(8).fill(-1)

  function placeOf(lower: number): number {
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
    for (let id = 0; id < size; id++) table[placeOf(lowers[id]!)] = id
  }

  return {
    add(text: string): number {
      const found = pool.add(text)
      const lower = pool.lower(found)
      let at = placeOf(lower)
      const known = table[at]!
      if (known !== -1) return known
      if (size === lowers.length) {
        grow()
        at = placeOf(lower)
      }
      lowers[size] = lower
      if (found !== lower) shown ??= lowers.slice()
      if (shown) shown[size] = found
      table[at] = size
      return size++
    },
    /** The number of a text that is in lower case, or -1. */
    find(lower: string): number {
      const found = pool.find(lower)
      return found === -1 ? -1 : table[placeOf(found)]!
    },
    text: (id: number): string => pool.text((shown ?? lowers)[id]!),
    lowerText: (id: number): string => pool.text(lowers[id]!),
    get size() {
      return size
    },
  }
}

export type Dictionary = ReturnType<typeof createDictionary>

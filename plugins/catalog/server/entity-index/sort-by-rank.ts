import type { Steps } from '@portico/core/server/worker'
import type { Column } from './column.ts'
import { sortTexts } from './sort-texts.ts'

const stepSize = 1024

/** Sorts by one column and keeps the order of equals. Every distinct text gets a rank; slots are then counted into position. */
export function* sortByRank(slots: Int32Array, column: Column, direction: 'asc' | 'desc'): Steps<Int32Array> {
  const { dictionary } = column
  const ids = new Int32Array(slots.length)
  const texts = new Map<number, string>()
  const { size } = dictionary
  for (let i = 0; i < slots.length; i++) {
    if (i % stepSize === 0) yield
    const id = column.sortId(slots[i]!)
    // A text that has come since moves its entity anyway.
    if (id === 0 || id >= size) continue
    ids[i] = id
    if (!texts.has(id)) texts.set(id, dictionary.lowerText(id))
  }
  const { rankOf, ranks } = yield* rankTexts(texts, size, direction)
  const starts = new Int32Array(ranks + 1)
  for (const id of ids) starts[rankOf[id]! + 1]! += 1
  for (let at = 1; at < starts.length; at++) starts[at]! += starts[at - 1]!
  const sorted = new Int32Array(slots.length)
  for (let i = 0; i < slots.length; i++) sorted[starts[rankOf[ids[i]!]!]!++] = slots[i]!
  return sorted
}

/** The rank of each text by its number; number 0, no text, comes last. Texts that differ only by letter case are equals. */
function* rankTexts(
  texts: ReadonlyMap<number, string>,
  size: number,
  direction: 'asc' | 'desc',
): Steps<{ readonly rankOf: Int32Array; readonly ranks: number }> {
  const ids = [...texts.keys()]
  const list = [...texts.values()]
  const rankOf = new Int32Array(size)
  let last = 0
  let before: string | undefined
  for (const at of yield* sortTexts(list)) {
    if (before !== undefined && list[at] !== before) last += 1
    before = list[at]
    rankOf[ids[at]!] = last
  }
  if (direction === 'desc') for (const id of ids) rankOf[id] = last - rankOf[id]!
  rankOf[0] = last + 1
  return { rankOf, ranks: last + 2 }
}

import type { Steps } from '@portico/core/server/worker'
import type { Column } from './column.ts'
import { sortTexts } from './sort-texts.ts'

const stepSize = 1024
// Where a step is only an addition.
const countSize = 16 * stepSize

/** Sorts by one column and keeps the order of equals. Every distinct text gets a rank; slots are then counted into position. */
export function* sortByRank(slots: Int32Array, column: Column, direction: 'asc' | 'desc'): Steps<Int32Array> {
  const { dictionary } = column
  const size = dictionary.size
  const ids = new Int32Array(slots.length)
  const used = new Uint8Array(size)
  for (let i = 0; i < slots.length; i++) {
    if (i % stepSize === 0) yield
    const id = column.sortId(slots[i]!)
    // A text that has come since moves its entity anyway.
    if (id >= size) continue
    ids[i] = id
    used[id] = 1
  }
  const { rankOf, ranks } = yield* rankTexts(used, id => dictionary.lowerText(id), direction)
  const starts = new Int32Array(ranks + 2)
  for (let i = 0; i < ids.length; i++) {
    if (i % countSize === 0) yield
    starts[rankOf[ids[i]!]! + 1]! += 1
  }
  for (let at = 1; at < starts.length; at++) starts[at]! += starts[at - 1]!
  yield
  const sorted = new Int32Array(slots.length)
  for (let i = 0; i < slots.length; i++) {
    if (i % countSize === 0) yield
    sorted[starts[rankOf[ids[i]!]!]!++] = slots[i]!
  }
  return sorted
}

/** The rank of each used text by its number; number 0, no text, comes last. Texts that differ only by letter case are equals. */
function* rankTexts(
  used: Uint8Array,
  textOf: (id: number) => string,
  direction: 'asc' | 'desc',
): Steps<{ readonly rankOf: Int32Array; readonly ranks: number }> {
  const ids: number[] = []
  for (let id = 1; id < used.length; id++) {
    if (id % stepSize === 0) yield
    if (used[id] === 1) ids.push(id)
  }
  const { sorted, isOther } = yield* sortTexts(ids.length, at => textOf(ids[at]!))
  const rankOf = new Int32Array(used.length)
  let ranks = 0
  for (let i = 0; i < sorted.length; i++) {
    if (i % stepSize === 0) yield
    ranks += isOther[i]!
    rankOf[ids[sorted[i]!]!] = ranks
  }
  if (direction === 'desc') {
    for (let i = 0; i < ids.length; i++) {
      if (i % countSize === 0) yield
      rankOf[ids[i]!] = ranks - rankOf[ids[i]!]!
    }
  }
  ranks += 1
  rankOf[0] = ranks
  return { rankOf, ranks }
}

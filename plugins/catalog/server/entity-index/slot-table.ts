import { emptyPart, fullest } from './text-pool.ts'

// Of an entry that was deleted; a search goes on after it.
const gone = -2
const minEntries = 4

/** Cells of a few slots, in one array of pairs: a third of what a Map takes, and nothing that the garbage collector looks at. */
export function createSlotTable(expected = 0) {
  let pairs = emptyPart(roomFor(expected) * 2)
  // Entries that are there, and those that are there or were deleted.
  let size = 0
  let used = 0

  /** Where a slot stands, or the first free place. */
  function find(slot: number): number {
    const mask = pairs.length - 2
    let at = (Math.imul(slot, 0x9e3779b1) >>> 8) & mask
    while (pairs[at] !== -1 && pairs[at] !== slot) at = (at + 2) & mask
    return at
  }

  /** Makes room, without what was deleted. */
  function rebuild(): void {
    const before = pairs
    pairs = emptyPart(roomFor(size) * 2)
    used = size
    for (let at = 0; at < before.length; at += 2) {
      if (before[at]! < 0) continue
      const to = find(before[at]!)
      pairs[to] = before[at]!
      pairs[to + 1] = before[at + 1]!
    }
  }

  return {
    get size() {
      return size
    },
    /** The cell of a slot; -1 where it has none. */
    get(slot: number): number {
      const at = find(slot)
      return pairs[at] === slot ? pairs[at + 1]! : -1
    },
    set(slot: number, cell: number): void {
      let at = find(slot)
      if (pairs[at] !== slot) {
        if (used + 1 > (pairs.length >> 1) * fullest) {
          rebuild()
          at = find(slot)
        }
        pairs[at] = slot
        size += 1
        used += 1
      }
      pairs[at + 1] = cell
    },
    delete(slot: number): void {
      const at = find(slot)
      if (pairs[at] !== slot) return
      pairs[at] = gone
      size -= 1
    },
    /** Calls back with each slot and its cell, in no order. The table must not change meanwhile. */
    each(run: (slot: number, cell: number) => void): void {
      for (let at = 0; at < pairs.length; at += 2) if (pairs[at]! >= 0) run(pairs[at]!, pairs[at + 1]!)
    },
  }
}

/** A power of two, for so many and a quarter more. */
function roomFor(entries: number): number {
  return Math.max(minEntries, 2 ** Math.ceil(Math.log2((entries * 1.25) / fullest)))
}

export type SlotTable = ReturnType<typeof createSlotTable>

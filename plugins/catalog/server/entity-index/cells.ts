import { resized, type SegmentReader, type SegmentWriter } from '@portico/core/server/index-store'

/**
 * One cell per slot: -1 (nothing), a code, or below -1 (several codes: they lie in the arena). A typed array once enough
 * slots are filled, and a map before: a thousand rare labels must not cost a thousand arrays.
 */
export function createCells(capacity: () => number) {
  let sparse: Map<number, number> | undefined = new Map()
  let dense = new Int32Array(0)
  let arena = new Int32Array(16)
  let used = 0

  function becomeDense(from: ReadonlyMap<number, number>): void {
    dense = new Int32Array(capacity()).fill(-1)
    for (const [slot, cell] of from) dense[slot] = cell
    sparse = undefined
  }

  function toCell(codes: readonly number[]): number {
    if (codes.length === 1) return codes[0]!
    const needed = used + codes.length + 1
    if (needed > arena.length) arena = resized(arena, Math.max(needed, Math.ceil(arena.length * 1.5)))
    const at = used
    arena[at] = codes.length
    for (let i = 0; i < codes.length; i++) arena[at + 1 + i] = codes[i]!
    used = needed
    return -(at + 2)
  }

  function put(slot: number, cell: number): void {
    if (sparse) {
      sparse.set(slot, cell)
      if (sparse.size > 64 && sparse.size * 9 > capacity()) becomeDense(sparse)
      return
    }
    if (slot >= dense.length) {
      const before = dense.length
      // A little more or less, or all columns would have to grow for the same entity.
      dense = resized(dense, Math.max(capacity(), slot + 1) + Math.floor(Math.random() * (before >> 3)))
      dense.fill(-1, before)
    }
    dense[slot] = cell
  }

  function codesOf(cell: number, run: (code: number) => void): void {
    if (cell >= 0) run(cell)
    else if (cell < -1) for (let i = 1, at = -cell - 2; i <= arena[at]!; i++) run(arena[at + i]!)
  }

  const cells = {
    get: (slot: number): number => (sparse ? (sparse.get(slot) ?? -1) : slot < dense.length ? dense[slot]! : -1),
    set: (slot: number, codes: readonly number[]): void => put(slot, toCell(codes)),
    /** How many codes a slot holds. */
    count(slot: number): number {
      const cell = cells.get(slot)
      return cell >= 0 ? 1 : cell === -1 ? 0 : arena[-cell - 2]!
    },
    /** Whether a slot holds just these codes, in this order. */
    holds(slot: number, codes: readonly number[]): boolean {
      const cell = cells.get(slot)
      if (cell >= -1) return codes.length === 1 && cell === codes[0]
      const at = -cell - 2
      if (arena[at] !== codes.length) return false
      for (let i = 0; i < codes.length; i++) if (arena[at + 1 + i] !== codes[i]) return false
      return true
    },
    clear(slot: number): void {
      if (sparse) sparse.delete(slot)
      else if (slot < dense.length) dense[slot] = -1
    },
    /** Calls back with each code of a slot. */
    codes: (slot: number, run: (code: number) => void): void => codesOf(cells.get(slot), run),
    /** Whether one of the codes of a slot passes. */
    some(slot: number, test: (code: number) => boolean): boolean {
      const cell = cells.get(slot)
      if (cell >= -1) return cell !== -1 && test(cell)
      for (let i = 1, at = -cell - 2; i <= arena[at]!; i++) if (test(arena[at + i]!)) return true
      return false
    },
    /** Calls back with every filled slot, once for each of its codes. */
    scan(run: (slot: number, code: number) => void): void {
      if (sparse) {
        for (const [slot, cell] of sparse) codesOf(cell, code => run(slot, code))
        return
      }
      for (let slot = 0; slot < dense.length; slot++) {
        const cell = dense[slot]!
        if (cell >= 0) run(slot, cell)
        else if (cell < -1) for (let i = 1, at = -cell - 2; i <= arena[at]!; i++) run(slot, arena[at + i]!)
      }
    },
    /**
     * Sets the mask to 1 where a code, without its last bit, is `base`. Written out: this loop is most of what a query costs. Slots that are not
     * within another mask need not be looked at.
     */
    markEqual(mask: Uint8Array, base: number, within?: Uint8Array): void {
      if (sparse) return cells.scan((slot, code) => void ((code & -2) === base && (mask[slot] = 1)))
      const end = Math.min(dense.length, mask.length)
      for (let slot = 0; slot < end; slot++) {
        if (within !== undefined && within[slot] === 0) continue
        const cell = dense[slot]!
        if (cell >= 0) {
          if ((cell & -2) === base) mask[slot] = 1
        } else if (cell < -1) {
          for (let i = 1, at = -cell - 2; i <= arena[at]!; i++) if ((arena[at + i]! & -2) === base) mask[slot] = 1
        }
      }
    },
    /** Sets the mask to 1 where the table has a 1 for the number of a code; the same for slots that are not within another mask. */
    markTable(mask: Uint8Array, table: Uint8Array, within?: Uint8Array): void {
      if (sparse) return cells.scan((slot, code) => void (table[code >> 1] === 1 && (mask[slot] = 1)))
      const end = Math.min(dense.length, mask.length)
      for (let slot = 0; slot < end; slot++) {
        if (within !== undefined && within[slot] === 0) continue
        const cell = dense[slot]!
        if (cell >= 0) {
          if (table[cell >> 1] === 1) mask[slot] = 1
        } else if (cell < -1) {
          for (let i = 1, at = -cell - 2; i <= arena[at]!; i++) if (table[arena[at + i]! >> 1] === 1) mask[slot] = 1
        }
      }
    },
    /** Counts, by the number of the code, the slots that the mask lets through. */
    countInto(counts: Int32Array, mask: Uint8Array): void {
      if (sparse) return cells.scan((slot, code) => void (mask[slot] === 1 && (counts[code >> 1]! += 1)))
      const end = Math.min(dense.length, mask.length)
      for (let slot = 0; slot < end; slot++) {
        if (mask[slot] !== 1) continue
        const cell = dense[slot]!
        if (cell >= 0) counts[cell >> 1]! += 1
        else if (cell < -1) for (let i = 1, at = -cell - 2; i <= arena[at]!; i++) counts[arena[at + i]! >> 1]! += 1
      }
    },
    save(out: SegmentWriter): void {
      out.numbers(sparse ? 1 : 0, used)
      out.array(sparse ? Int32Array.from([...sparse].flat()) : dense)
      out.array(arena.subarray(0, used))
    },
    load(input: SegmentReader): void {
      const [isSparse, savedUsed = 0] = input.numbers()
      used = savedUsed
      const saved = input.int32()
      arena = input.int32()
      sparse = isSparse ? new Map() : undefined
      if (sparse) for (let at = 0; at < saved.length; at += 2) sparse.set(saved[at]!, saved[at + 1]!)
      else dense = saved
    },
  }
  return cells
}

export type Cells = ReturnType<typeof createCells>

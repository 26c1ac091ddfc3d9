import { resized, withRoom } from './arrays.ts'

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

  function toCell(codes: ArrayLike<number>): number {
    if (codes.length === 1) return codes[0]!
    const needed = used + codes.length + 1
    arena = withRoom(arena, needed)
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

  const several = (cell: number): Int32Array => arena.subarray(-cell - 1, -cell - 1 + arena[-cell - 2]!)

  const save = () => ({
    isSparse: sparse !== undefined,
    cells: sparse ? Int32Array.from([...sparse].flat()) : dense,
    arena: arena.subarray(0, used),
  })

  const cells = {
    /** The codes of a slot. */
    codes(slot: number): ArrayLike<number> {
      const cell = (sparse ? sparse.get(slot) : dense[slot]) ?? -1
      return cell >= 0 ? [cell] : cell === -1 ? none : several(cell)
    },
    set: (slot: number, codes: ArrayLike<number>): void => put(slot, toCell(codes)),
    clear(slot: number): void {
      if (sparse) sparse.delete(slot)
      else if (slot < dense.length) dense[slot] = -1
    },
    /** Calls back with every filled slot, once for each of its codes. */
    scan(run: (slot: number, code: number) => void): void {
      for (const [slot, cell] of sparse ?? dense.entries()) {
        if (cell >= 0) run(slot, cell)
        else if (cell < -1) several(cell).forEach(code => run(slot, code))
      }
    },
    /**
     * Sets a bitmap to 1 where the table has a 1 for the text of a code, with `isListItem` only where that stands in a list. Slots that are not
     * within another bitmap need not be looked at. Written out: this loop is most of what a query costs.
     */
    mark(bitmap: Uint8Array, table: Uint8Array, { within, isListItem = false }: MarkOptions = {}): void {
      const bit = isListItem ? 1 : 0
      if (sparse) return cells.scan((slot, code) => void (table[code >> 1] === 1 && (code & bit) === bit && (bitmap[slot] = 1)))
      const end = Math.min(dense.length, bitmap.length)
      for (let slot = 0; slot < end; slot++) {
        if (within !== undefined && within[slot] === 0) continue
        const cell = dense[slot]!
        if (cell >= 0) {
          if (table[cell >> 1] === 1 && (cell & bit) === bit) bitmap[slot] = 1
        } else if (cell < -1) {
          for (let at = -cell - 1, end = at + arena[at - 1]!; at < end; at++) {
            const code = arena[at]!
            if (table[code >> 1] === 1 && (code & bit) === bit) bitmap[slot] = 1
          }
        }
      }
    },
    /** Counts the slots of a bitmap by the number of their texts. */
    countInto(counts: Int32Array, bitmap: Uint8Array): void {
      if (sparse) return cells.scan((slot, code) => void (bitmap[slot] === 1 && (counts[code >> 1]! += 1)))
      const end = Math.min(dense.length, bitmap.length)
      for (let slot = 0; slot < end; slot++) {
        if (bitmap[slot] !== 1) continue
        const cell = dense[slot]!
        if (cell >= 0) counts[cell >> 1]! += 1
        else if (cell < -1) for (let i = 1, at = -cell - 2; i <= arena[at]!; i++) counts[arena[at + i]! >> 1]! += 1
      }
    },
    save,
    load(saved: ReturnType<typeof save>): void {
      arena = saved.arena
      used = arena.length
      sparse = saved.isSparse ? new Map() : undefined
      if (sparse) for (let at = 0; at < saved.cells.length; at += 2) sparse.set(saved.cells[at]!, saved.cells[at + 1]!)
      else dense = saved.cells
    },
  }
  return cells
}

export interface MarkOptions {
  readonly within?: Uint8Array | undefined
  readonly isListItem?: boolean
}

const none: readonly number[] = Object.freeze([])

export type Cells = ReturnType<typeof createCells>

import { createCells, type Cells } from './cells.ts'
import { createDictionary, type Dictionary } from './dictionary.ts'

/** What became of a slot: it has the values it had, others, or some where it had none. */
type Settled = 'same' | 'changed' | 'filled'

interface ColumnOptions {
  readonly key: string
  /** What texts are compared without, such as letter case. */
  readonly fold: (text: string) => string
  /** How many slots the index has room for. */
  readonly capacity: () => number
}

export type Column = ReturnType<typeof createColumn>

/** The values of one key for all slots. A code is the number of the text in the dictionary, times two, plus one when it stood in a list. */
export function createColumn({ key, fold, capacity }: ColumnOptions) {
  let dictionary: Dictionary = createDictionary(fold)
  let cells: Cells = createCells(capacity)
  // Codes that some slot holds, and those that were ever written: texts and cells only grow until they are compacted.
  let held = 0
  let written = 0
  // Of the entry that is being read.
  let found: number[] = []

  function write(slot: number, codes: readonly number[]): Settled {
    const before = cells.codes(slot)
    if (before.length === codes.length && codes.every((code, at) => code === before[at])) return 'same'
    const isFilled = before.length === 0
    written += codes.length
    held += codes.length - before.length
    cells.set(slot, codes)
    return isFilled ? 'filled' : 'changed'
  }

  function clear(slot: number): boolean {
    const before = cells.codes(slot).length
    held -= before
    cells.clear(slot)
    return before > 0
  }

  const save = () => ({ held, written, dictionary: dictionary.save(), cells: cells.save() })

  const column = {
    key,
    get dictionary() {
      return dictionary
    },
    get cells() {
      return cells
    },
    /** Takes a value of the entry that is being read. Returns whether it is the first. */
    collect(text: string | undefined, isListItem = false): boolean {
      return found.push((text === undefined ? 0 : dictionary.add(text) * 2) + (isListItem ? 1 : 0)) === 1
    },
    /** Gives the collected values to a slot. */
    settle(slot: number): Settled {
      const codes = found.length === 1 ? found : [...new Set(found)]
      found = []
      return write(slot, codes)
    },
    /** Returns whether there was something. */
    clear,
    /** Gives some texts to a slot, in the place of what it has. */
    set(slot: number, texts: readonly string[]): void {
      for (const text of texts) column.collect(text)
      if (texts.length > 0) column.settle(slot)
      else clear(slot)
    },
    /** The number of the first text of a slot; 0 where there is none. */
    first: (slot: number): number => (cells.codes(slot)[0] ?? 0) >> 1,
    /** Whether a slot has one of the texts. */
    has(slot: number, numbers: ReadonlySet<number>): boolean {
      const codes = cells.codes(slot)
      for (let at = 0; at < codes.length; at++) if (numbers.has(codes[at]! >> 1)) return true
      return false
    },
    /** A slot's smallest folded text, for sorting. */
    sortText(slot: number): string | undefined {
      let smallest: string | undefined
      const codes = cells.codes(slot)
      for (let at = 0; at < codes.length; at++) {
        const text = codes[at]! < 2 ? undefined : dictionary.foldedText(codes[at]! >> 1)
        if (smallest === undefined || (text !== undefined && text < smallest)) smallest = text
      }
      return smallest
    },
    /** Drops the texts that no slot uses, once those are the majority. Returns whether it did. */
    compact(): boolean {
      if (written < 4096 || written < held * 3) return false
      const old = { dictionary, cells }
      dictionary = createDictionary(fold)
      cells = createCells(capacity)
      held = 0
      written = 0
      const kept = new Map<number, number[]>()
      old.cells.scan((slot, code) => {
        const moved = code > 1 ? dictionary.add(old.dictionary.text(code >> 1)) * 2 + (code & 1) : code
        kept.set(slot, [...(kept.get(slot) ?? []), moved])
      })
      for (const [slot, codes] of kept) write(slot, codes)
      return true
    },
    save,
    load(saved: ReturnType<typeof save>): void {
      ;({ held, written } = saved)
      dictionary.load(saved.dictionary)
      cells.load(saved.cells)
    },
  }
  return column
}

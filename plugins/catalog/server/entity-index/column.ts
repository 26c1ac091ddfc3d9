import { createCells, type Cells } from './cells.ts'
import { createDictionary, type Dictionary } from './dictionary.ts'
import { createHaystack, type Haystack } from './haystack.ts'

/** One value as it is found in an entity: its text, or undefined where only the key counts; and whether it stood in a list. */
export interface ColumnValue {
  readonly text: string | undefined
  readonly fromList: boolean
}

/** Takes number 0 of every dictionary, so that "no text" has a code that no text has. */
const noText = '\uffff'

/**
 * The values of one key for all entities. A code is the number of the text in the dictionary, times two, plus one when it
 * stood in a list.
 */
export function createColumn(key: string, capacity: () => number) {
  let dictionary: Dictionary = newDictionary()
  let cells: Cells = createCells(capacity)
  let haystack: Haystack = createHaystack(dictionary)
  // Codes that some slot holds, and those that were ever written: texts and arena only grow until they are tidied.
  let held = 0
  let written = 0

  const codeOf = ({ text, fromList }: ColumnValue): number => (text === undefined ? 0 : dictionary.add(text) * 2) + (fromList ? 1 : 0)

  const column = {
    key,
    get dictionary() {
      return dictionary
    },
    get cells() {
      return cells
    },
    /** Returns whether the slot had no value before. */
    set(slot: number, values: readonly ColumnValue[]): boolean {
      const codes = values.length === 1 ? [codeOf(values[0]!)] : [...new Set(values.map(codeOf))]
      if (cells.holds(slot, codes)) return false
      const before = cells.count(slot)
      written += codes.length
      held += codes.length - before
      cells.set(slot, codes)
      return before === 0
    },
    clear(slot: number): void {
      held -= cells.count(slot)
      cells.clear(slot)
    },
    /** Marks the slots with a text, in lower case, that holds the term. */
    markContaining(mask: Uint8Array, term: string): void {
      const table = haystack.find(term)
      table[0] = 0
      cells.markTable(mask, table)
    },
    /** Marks the slots with a text, in lower case, that begins with the prefix. */
    markPrefix(mask: Uint8Array, prefix: string): void {
      const table = new Uint8Array(dictionary.size)
      for (let id = 1; id < table.length; id++) if (dictionary.lowerText(id).startsWith(prefix)) table[id] = 1
      cells.markTable(mask, table)
    },
    /** The number of a slot's smallest text in lower case, for ordering; 0 where there is none. */
    sortId(slot: number): number {
      const cell = cells.get(slot)
      if (cell >= 0) return cell >> 1
      let smallest = 0
      if (cell < -1) {
        cells.codes(slot, code => {
          const id = code >> 1
          if (id !== 0 && (smallest === 0 || dictionary.lowerText(id) < dictionary.lowerText(smallest))) smallest = id
        })
      }
      return smallest
    },
    sortText(slot: number): string | undefined {
      const id = column.sortId(slot)
      return id === 0 ? undefined : dictionary.lowerText(id)
    },
    /** Throws away texts that no entity has any more, once they are most of them. */
    tidy(): void {
      if (written < 4096 || written < held * 3) return
      const old = { dictionary, cells }
      const kept = new Map<number, ColumnValue[]>()
      old.cells.scan((slot, code) => {
        const value = { text: code > 1 ? old.dictionary.text(code >> 1) : undefined, fromList: (code & 1) === 1 }
        const values = kept.get(slot)
        if (values) values.push(value)
        else kept.set(slot, [value])
      })
      dictionary = newDictionary()
      cells = createCells(capacity)
      haystack = createHaystack(dictionary)
      held = 0
      written = 0
      for (const [slot, values] of kept) column.set(slot, values)
    },
  }
  return column
}

export type Column = ReturnType<typeof createColumn>

function newDictionary(): Dictionary {
  const dictionary = createDictionary()
  dictionary.add(noText)
  return dictionary
}

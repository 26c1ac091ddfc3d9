import type { SegmentReader, SegmentWriter, TextTable } from '@portico/core/server/index-store'
import type { Steps } from '@portico/core/server/worker'
import { createCells, type Cells } from './cells.ts'
import { createDictionary, type Dictionary } from './dictionary.ts'
import { createHaystack, type Haystack } from './haystack.ts'

/** Takes number 0 of every dictionary, so that "no text" has a code that no text has. */
const noText = '\uffff'

/** What became of a slot: it has the values it had, others, or some where it had none. */
type Settled = 'same' | 'changed' | 'filled'

/**
 * The values of one key for all entities. A code is the number of the text in the dictionary, times two, plus one when it
 * stood in a list.
 */
export function createColumn(key: string, capacity: () => number, pool: TextTable) {
  let dictionary: Dictionary = newDictionary(pool)
  let cells: Cells = createCells(capacity)
  let haystack: Haystack = createHaystack(dictionary)
  // Codes that some slot holds, and those that were ever written: texts and arena only grow until they are tidied.
  let held = 0
  let written = 0
  // Of the entity that is being read.
  let found: number[] = []

  function write(slot: number, codes: readonly number[]): Settled {
    if (cells.holds(slot, codes)) return 'same'
    const before = cells.count(slot)
    written += codes.length
    held += codes.length - before
    cells.set(slot, codes)
    return before === 0 ? 'filled' : 'changed'
  }

  const column = {
    key,
    get dictionary() {
      return dictionary
    },
    get cells() {
      return cells
    },
    /** Takes a value of the entity that is being read. Returns whether it is the first. */
    collect(text: string | undefined, fromList: boolean): boolean {
      return found.push((text === undefined ? 0 : dictionary.add(text) * 2) + (fromList ? 1 : 0)) === 1
    },
    /** Gives the collected values to a slot. */
    settle(slot: number): Settled {
      const codes = found.length === 1 ? found : [...new Set(found)]
      found = []
      return write(slot, codes)
    },
    /** Returns whether there was something. */
    clear(slot: number): boolean {
      const before = cells.count(slot)
      held -= before
      cells.clear(slot)
      return before > 0
    },
    /** Marks the slots with a text, in lower case, that holds the term, of those within another mask. */
    markContaining(mask: Uint8Array, term: string, within: Uint8Array): void {
      const table = haystack.find(term)
      table[0] = 0
      cells.markTable(mask, table, within)
    },
    /** Does what `markContaining` would have to do first. */
    prepareContaining: (term: string): Steps<unknown> => haystack.prepare(term),
    /** Marks the slots with a text, in lower case, that begins with the prefix, of those within another mask. */
    markPrefix(mask: Uint8Array, prefix: string, within?: Uint8Array): void {
      const table = new Uint8Array(dictionary.size)
      for (let id = 1; id < table.length; id++) if (dictionary.lowerText(id).startsWith(prefix)) table[id] = 1
      cells.markTable(mask, table, within)
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
    /** Throws away texts that no entity has any more, once they are most of them. Returns how many. */
    tidy(into: TextTable): number {
      if (written < 4096 || written < held * 3) return 0
      const old = { dictionary, cells }
      dictionary = newDictionary(into)
      cells = createCells(capacity)
      haystack = createHaystack(dictionary)
      held = 0
      written = 0
      const kept = new Map<number, number[]>()
      old.cells.scan((slot, code) => {
        const codes = kept.get(slot)
        const moved = code > 1 ? dictionary.add(old.dictionary.text(code >> 1)) * 2 + (code & 1) : code
        if (codes) codes.push(moved)
        else kept.set(slot, [moved])
      })
      for (const [slot, codes] of kept) write(slot, codes)
      return old.dictionary.size - dictionary.size
    },
    /** Leaves the pool of its texts for another. */
    moveTo(other: TextTable): void {
      const old = dictionary
      dictionary = createDictionary(other)
      // In the same order, so that every text keeps its number.
      for (let id = 0; id < old.size; id++) dictionary.add(old.text(id))
      haystack = createHaystack(dictionary)
    },
    save(out: SegmentWriter): void {
      out.numbers(held, written)
      dictionary.save(out)
      cells.save(out)
    },
    load(input: SegmentReader): void {
      ;[held = 0, written = 0] = input.numbers()
      dictionary.load(input)
      cells.load(input)
    },
  }
  return column
}

export type Column = ReturnType<typeof createColumn>

function newDictionary(pool: TextTable): Dictionary {
  const dictionary = createDictionary(pool)
  dictionary.add(noText)
  return dictionary
}

import type { Dictionary } from './dictionary.ts'

// Between texts; searched terms never hold it.
const separator = '\n'

/**
 * Finds the texts of a dictionary that contain a term. All texts are kept as one long string, which the engine searches many
 * times faster than it does a hundred thousand short ones; texts that came since are looked at one by one until they are many.
 */
export function createHaystack(dictionary: Dictionary) {
  let joined = ''
  let offsets = new Int32Array(0)
  let covered = 0

  function join(): void {
    const texts: string[] = []
    offsets = new Int32Array(dictionary.size + 1)
    let length = 0
    for (let id = 0; id < dictionary.size; id++) {
      const text = dictionary.lowerText(id).replaceAll(separator, ' ')
      offsets[id] = length
      length += text.length + 1
      texts.push(text)
    }
    covered = dictionary.size
    offsets[covered] = length
    joined = texts.join(separator)
  }

  /** The number of the text at a position. */
  function idAt(position: number): number {
    let low = 0
    let high = covered - 1
    while (low < high) {
      const middle = (low + high + 1) >>> 1
      if (offsets[middle]! <= position) low = middle
      else high = middle - 1
    }
    return low
  }

  return {
    /** A table with 1 for each text that contains the term. */
    find(term: string): Uint8Array {
      const found = new Uint8Array(dictionary.size)
      const wanted = term.replaceAll(separator, ' ')
      if (dictionary.size - covered > 1000 + covered / 20) join()
      for (let at = joined.indexOf(wanted); at !== -1 && covered > 0;) {
        const id = idAt(at)
        found[id] = 1
        at = joined.indexOf(wanted, offsets[id + 1]!)
      }
      for (let id = covered; id < found.length; id++) if (dictionary.lowerText(id).includes(wanted)) found[id] = 1
      return found
    },
  }
}

export type Haystack = ReturnType<typeof createHaystack>

import { resized } from '@portico/core/server/index-store'
import { runNow, type Steps } from '@portico/core/server/worker'
import { LRUCache } from 'lru-cache'
import type { Dictionary } from './dictionary.ts'

// Between texts; searched terms never hold it.
const separator = '\n'
const bundleSize = 2048

/** So many texts as one long string, and where each begins in it. */
interface Bundle {
  readonly joined: string
  readonly offsets: Int32Array
}

/** What is known of a term: 1 for each text that contains it, of the first so many bundles. Texts only ever come, so it stays true. */
interface Search {
  found: Uint8Array
  bundles: number
}

const maxSearches = 4

/**
 * Finds the texts of a dictionary that contain a term. Texts are kept in bundles, each one long string, which the engine searches many
 * times faster than it does thousands of short ones; the last texts are looked at one by one until they are enough for a bundle.
 */
export function createHaystack(dictionary: Dictionary) {
  const bundles: Bundle[] = []
  const searches = new LRUCache<string, Search>({ max: maxSearches })

  function bundleFrom(first: number): Bundle {
    const texts: string[] = []
    const offsets = new Int32Array(bundleSize + 1)
    let length = 0
    for (let at = 0; at < bundleSize; at++) {
      const text = dictionary.lowerText(first + at).replaceAll(separator, ' ')
      offsets[at] = length
      length += text.length + 1
      texts.push(text)
    }
    offsets[bundleSize] = length
    return { joined: texts.join(separator), offsets }
  }

  /** Brings the bundles up to date, and what is known of a term. */
  function* prepare(term: string): Steps<Search> {
    while ((bundles.length + 1) * bundleSize <= dictionary.size) {
      bundles.push(bundleFrom(bundles.length * bundleSize))
      yield
    }
    const search = searches.get(term) ?? { found: new Uint8Array(0), bundles: 0 }
    searches.set(term, search)
    while (search.bundles < bundles.length) {
      const at = search.bundles++
      // There may be more bundles than before the last step.
      if (search.found.length <= at * bundleSize) search.found = resized(search.found, bundles.length * bundleSize)
      markIn(bundles[at]!, term, search.found, at * bundleSize)
      yield
    }
    return search
  }

  return {
    /** Does nearly all that `find` has to do. */
    prepare: (term: string): Steps<unknown> => prepare(toWanted(term)),
    /** A table with 1 for each text that contains the term. */
    find(term: string): Uint8Array {
      const wanted = toWanted(term)
      const known = runNow(prepare(wanted))
      const found = resized(known.found, dictionary.size)
      for (let id = known.found.length; id < found.length; id++) if (dictionary.lowerText(id).includes(wanted)) found[id] = 1
      return found
    },
  }
}

const toWanted = (term: string): string => term.replaceAll(separator, ' ')

export type Haystack = ReturnType<typeof createHaystack>

function markIn({ joined, offsets }: Bundle, wanted: string, found: Uint8Array, first: number): void {
  for (let at = joined.indexOf(wanted); at !== -1;) {
    const text = textAt(offsets, at)
    found[first + text] = 1
    const next = offsets[text + 1]!
    at = next > joined.length ? -1 : joined.indexOf(wanted, next)
  }
}

/** The number of the text at a position. */
function textAt(offsets: Int32Array, position: number): number {
  let low = 0
  let high = bundleSize - 1
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if (offsets[middle]! <= position) low = middle
    else high = middle - 1
  }
  return low
}

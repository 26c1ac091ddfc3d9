import { createTextTable, withRoom } from '@portico/core/server/index-store'
import { countBits, distanceWithin, letterBits } from '../text/distance.ts'
import type { Languages } from '../text/languages.ts'
import { maxTokenLength } from '../text/tokens.ts'

/** A term that is close to a word. */
export interface NearTerm {
  readonly term: number
  readonly mistakes: number
  /** Only its beginning is close. */
  readonly isPrefix: boolean
}

// New terms wait unsorted until there are so many.
const maxUnsorted = 4000
// The letters of the first so many letters: a longer word can begin like a shorter one only with these.
const beginnings = [6, 9, 14, maxTokenLength] as const

const minFormLength = 3
// Endings are no longer: a cheap test before a stemmer looks at a term.
const maxEnding = 6

/** What all words of a stem begin with. Their stem may have another last letter: `librari` of `library`, `hope` of `hoping`. */
function beginningOf(stem: string): string {
  return stem.slice(0, Math.max(2, stem.length - 1))
}

/** The terms of an index by number: found by themselves, by their beginning, in other forms, and with mistakes. */
export function createVocabulary() {
  const terms = createTextTable()
  let bits = beginnings.map(() => new Uint32Array(0))
  let sorted = new Uint32Array(0)
  let unsorted: number[] = []

  function sort(): void {
    const added = unsorted.toSorted(terms.compare)
    unsorted = []
    const merged = new Uint32Array(sorted.length + added.length)
    for (let at = 0, left = 0, right = 0; at < merged.length; at++) {
      const takeLeft = right >= added.length || (left < sorted.length && terms.compare(sorted[left]!, added[right]!) < 0)
      merged[at] = takeLeft ? sorted[left++]! : added[right++]!
    }
    sorted = merged
  }

  /** The place of the first sorted term that is not before a text. */
  function placeOf(text: Uint8Array): number {
    let low = 0
    let high = sorted.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (terms.compareTo(sorted[middle]!, text) < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  /** The terms that begin with a text, or are it. */
  function startingWith(beginning: string): number[] {
    if (unsorted.length > maxUnsorted) sort()
    const text = Buffer.from(beginning)
    const found: number[] = []
    for (let at = placeOf(text); at < sorted.length && terms.startsWith(sorted[at]!, text); at++) found.push(sorted[at]!)
    for (const term of unsorted) if (terms.startsWith(term, text)) found.push(term)
    return found
  }

  const save = () => ({ terms: terms.save(), bits, sorted, unsorted: Uint32Array.from(unsorted) })

  return {
    get size() {
      return terms.size
    },
    find: terms.find,
    text: terms.text,
    length: terms.length,
    add(text: string): number {
      const size = terms.size
      const term = terms.add(text)
      if (term < size) return term
      bits = bits.map(each => withRoom(each, term + 1))
      beginnings.forEach((length, at) => (bits[at]![term] = letterBits(text.slice(0, length))))
      unsorted.push(term)
      if (unsorted.length > Math.max(maxUnsorted, sorted.length)) sort()
      return term
    },
    /** Sorts, and returns the room for terms to come: done once all documents are there. */
    settle(): void {
      sort()
      terms.pack()
      bits = bits.map(each => each.slice(0, terms.size))
    },
    startingWith,
    /** The other forms of a word: the terms that have the same stem in one of the languages. */
    formsOf(word: string, stemmers: Languages['stemmers']): number[] {
      if (word.length < minFormLength) return []
      const found = new Set<number>()
      for (const toStem of stemmers) {
        const stem = toStem(word)
        for (const term of startingWith(beginningOf(stem))) {
          if (terms.length(term) > word.length + maxEnding) continue
          const text = terms.text(term)
          if (text !== word && toStem(text) === stem) found.add(term)
        }
      }
      return [...found]
    },
    /** The terms, or terms whose beginning, is a word with at most so many mistakes. */
    near(word: string, limit: number): NearTerm[] {
      const found: NearTerm[] = []
      const wanted = letterBits(word)
      const letters = bits[beginnings.findIndex(length => length >= word.length + limit)] ?? bits.at(-1)!
      for (let term = 0; term < terms.size; term++) {
        if (countBits(wanted & ~letters[term]!) > limit) continue
        const { whole, prefix } = distanceWithin(word, terms.text(term), limit)
        if (whole <= limit) found.push({ term, mistakes: whole, isPrefix: false })
        else if (prefix <= limit) found.push({ term, mistakes: prefix, isPrefix: true })
      }
      return found
    },
    save,
    load(saved: ReturnType<typeof save>): void {
      terms.load(saved.terms)
      ;({ bits, sorted } = saved)
      unsorted = [...saved.unsorted]
    },
  }
}

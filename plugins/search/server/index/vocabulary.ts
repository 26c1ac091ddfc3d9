import { countBits, distanceWithin, letterBits } from '../text/distance.ts'
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

/** The terms of an index by number: found by themselves, by their beginning, and with mistakes. */
export function createVocabulary() {
  const ids = new Map<string, number>()
  const terms: string[] = []
  let bits = beginnings.map(() => new Uint32Array(1 << 12))
  let lengths = new Uint8Array(1 << 12)
  let sorted = new Uint32Array(0)
  let unsorted: number[] = []

  const compare = (a: number, b: number) => (terms[a]! < terms[b]! ? -1 : 1)

  function reserve(term: number): void {
    if (term < lengths.length) return
    const size = Math.ceil(lengths.length * 1.5)
    bits = bits.map(each => {
      const wider = new Uint32Array(size)
      wider.set(each)
      return wider
    })
    const wider = new Uint8Array(size)
    wider.set(lengths)
    lengths = wider
  }

  function sort(): void {
    const added = unsorted.toSorted(compare)
    unsorted = []
    const merged = new Uint32Array(sorted.length + added.length)
    for (let at = 0, left = 0, right = 0; at < merged.length; at++) {
      const takeLeft = right >= added.length || (left < sorted.length && compare(sorted[left]!, added[right]!) < 0)
      merged[at] = takeLeft ? sorted[left++]! : added[right++]!
    }
    sorted = merged
  }

  /** The place of the first sorted term that is not before a text. */
  function placeOf(text: string): number {
    let low = 0
    let high = sorted.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (terms[sorted[middle]!]! < text) low = middle + 1
      else high = middle
    }
    return low
  }

  return {
    get size() {
      return terms.length
    },
    find: (term: string): number | undefined => ids.get(term),
    text: (term: number): string => terms[term]!,
    add(text: string): number {
      const known = ids.get(text)
      if (known !== undefined) return known
      const term = terms.length
      // A slice of a text keeps the whole text in memory; a copy does not.
      const copy = Buffer.from(text).toString()
      ids.set(copy, term)
      terms.push(copy)
      reserve(term)
      lengths[term] = copy.length
      beginnings.forEach((length, at) => (bits[at]![term] = letterBits(copy.slice(0, length))))
      unsorted.push(term)
      if (unsorted.length > Math.max(maxUnsorted, sorted.length)) sort()
      return term
    },
    sort,
    /** The terms that begin with a text and are longer. */
    startingWith(text: string): number[] {
      if (unsorted.length > maxUnsorted) sort()
      const found: number[] = []
      for (let at = placeOf(text); at < sorted.length && terms[sorted[at]!]!.startsWith(text); at++) {
        if (terms[sorted[at]!]!.length > text.length) found.push(sorted[at]!)
      }
      for (const term of unsorted) if (terms[term]!.length > text.length && terms[term]!.startsWith(text)) found.push(term)
      return found
    },
    /** The terms, or terms whose beginning, is a word with at most so many mistakes. */
    near(word: string, limit: number): NearTerm[] {
      const found: NearTerm[] = []
      const wanted = letterBits(word)
      const shortest = word.length - limit
      const letters = bits[beginnings.findIndex(length => length >= word.length + limit)] ?? bits.at(-1)!
      for (let term = 0; term < terms.length; term++) {
        if (lengths[term]! < shortest || countBits(wanted & ~letters[term]!) > limit) continue
        const { whole, prefix } = distanceWithin(word, terms[term]!, limit)
        if (whole <= limit) found.push({ term, mistakes: whole, isPrefix: false })
        else if (prefix <= limit) found.push({ term, mistakes: prefix, isPrefix: true })
      }
      return found
    },
  }
}

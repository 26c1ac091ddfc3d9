import { forgivenMistakes } from '../text/distance.ts'
import type { Question } from '../text/parse-term.ts'
import { factors, fieldName, nameBits, partWeights, quality, shortWeights, textWeights } from './field-weights.ts'
import type { SearchIndex, TypeRules } from './search-index.ts'

/** Everything that a question finds, whoever asks, with its score. */
export interface MatchSet {
  readonly documents: Int32Array
  readonly scores: Float32Array
  /** The terms that stand for mistaken words, to mark them; others begin like the words. */
  readonly terms: readonly string[]
}

/** How a term stands for a word. */
export interface Expansion {
  readonly term: number
  readonly quality: number
  readonly how: 'exact' | 'prefix' | 'mistake'
}

/** Part of why a document is where it is. */
export interface ScorePart {
  readonly word: string
  readonly matched: string
  readonly how: Expansion['how']
  readonly field: string
  readonly score: number
}

// A word that is found less often than this may be mistaken.
const fewMatches = 3
// The beginning of a word is looked for in texts only from this many letters on: nearly every text has each of the shorter ones.
const minTextPrefix = 3
const joinedWeight = 0.6

/** Finds and scores. It keeps room for its computing: one question after the other. */
export function createMatcher(index: SearchIndex, rulesOf: (type: string) => TypeRules) {
  let room = createRoom(0)

  function expand(word: string, isMistaken: boolean): Expansion[] {
    const exact = index.vocabulary.find(word)
    const found: Expansion[] = exact === undefined ? [] : [{ term: exact, quality: quality.exact, how: 'exact' }]
    for (const term of index.vocabulary.startingWith(word))
      found.push({ term, quality: quality.prefix(word.length, index.vocabulary.length(term)), how: 'prefix' })
    if (!isMistaken) return found
    for (const { term, mistakes, isPrefix } of index.vocabulary.near(word, forgivenMistakes(word))) {
      if (mistakes === 0) continue
      found.push({ term, quality: quality.mistakes[mistakes]! * (isPrefix ? quality.mistakenPrefix : 1), how: 'mistake' })
    }
    return found
  }

  const reachesTexts = (word: string, { how }: Expansion) => how === 'exact' || word.length >= minTextPrefix

  /** Gathers the best score of a word for each document; returns how many documents. */
  function gather(word: string, expansions: readonly Expansion[], withTexts = true): number {
    for (const expansion of expansions) {
      room.add(index.short.of(expansion.term), weightsFor(expansion), expansion.quality, nameBits)
      if (withTexts && reachesTexts(word, expansion)) room.add(index.texts.of(expansion.term), textWeights, expansion.quality, 0)
    }
    return room.found
  }

  function findWord(word: string, isForgiving: boolean): Expansion[] {
    room.begin()
    const plain = expand(word, false)
    if (gather(word, plain) >= fewMatches && !isForgiving) return plain
    if (forgivenMistakes(word) === 0) return plain
    const mistaken = expand(word, true).slice(plain.length)
    gather(word, mistaken)
    return [...plain, ...mistaken]
  }

  /** Scores of documents that have at least `needed` of the words, or all of them written together. */
  function findWords({ words, joined }: Question, needed: number, isForgiving: boolean): Expansion[] {
    room.clear(index.end)
    const expansions: Expansion[] = []
    for (const word of words) {
      expansions.push(...findWord(word, isForgiving))
      room.close(index.size)
    }
    if (joined !== '') {
      room.begin()
      const together = expand(joined, false)
      gather(joined, together, false)
      expansions.push(...together)
      room.closeJoined(joinedWeight, words.length)
    }
    room.keep(needed)
    return expansions
  }

  function exclude(words: readonly string[]): ReadonlySet<number> {
    const excluded = new Set<number>()
    for (const word of words) {
      const term = index.vocabulary.find(word)
      if (term === undefined) continue
      for (const entries of [index.short.of(term), index.texts.of(term)]) for (const entry of entries) excluded.add(entry >>> 8)
    }
    return excluded
  }

  function everything(): MatchSet {
    const documents = new Int32Array(index.size)
    const scores = new Float32Array(index.size)
    let count = 0
    for (let document = 0; document < index.end; document++) {
      if (!index.isThere(document)) continue
      documents[count] = document
      scores[count++] = stateFactor(document)
    }
    return { documents, scores, terms: [] }
  }

  function stateFactor(document: number): number {
    const boost = rulesOf(index.types[index.type(document)]!).boost
    return boost * (index.isDeprecated(document) ? factors.deprecated : 1)
  }

  function toSet(question: Question, expansions: readonly Expansion[]): MatchSet {
    const excluded = exclude(question.excluded)
    const documents = new Int32Array(room.summed)
    const scores = new Float32Array(room.summed)
    let count = 0
    const boosts = index.types.map(type => rulesOf(type).boost)
    room.each((document, score, share, nameHits) => {
      if (!index.isThere(document) || excluded.has(document)) return
      const covered = 1 + factors.covered * Math.min(1, nameHits / Math.max(1, index.nameLength(document)))
      const state = boosts[index.type(document)]! * (index.isDeprecated(document) ? factors.deprecated : 1)
      documents[count] = document
      scores[count++] = score * covered * state * share * share
    })
    const mistaken = new Set(expansions.filter(({ how }) => how === 'mistake').map(({ term }) => term))
    return { documents: documents.slice(0, count), scores: scores.slice(0, count), terms: Array.from(mistaken, index.vocabulary.text) }
  }

  function withoutExcluded(set: MatchSet, excluded: ReadonlySet<number>): MatchSet {
    if (excluded.size === 0) return set
    const kept = [...set.documents.keys()].filter(at => !excluded.has(set.documents[at]!))
    return {
      documents: Int32Array.from(kept, at => set.documents[at]!),
      scores: Float32Array.from(kept, at => set.scores[at]!),
      terms: set.terms,
    }
  }

  return {
    /** All words; then all with mistakes forgiven in each; then most of them. Filters and phrases are not looked at. */
    match(question: Question): MatchSet {
      if (room.size < index.end) room = createRoom(Math.ceil(index.end * 1.2) + 1024)
      const { words, excluded } = question
      if (words.length === 0) return withoutExcluded(everything(), exclude(excluded))
      const attempts: readonly (readonly [needed: number, isForgiving: boolean])[] = [
        [words.length, false],
        [words.length, true],
        [Math.max(1, Math.floor(words.length * 0.67)), true],
      ]
      for (const [needed, isForgiving] of attempts) {
        const set = toSet(question, findWords(question, needed, isForgiving))
        if (set.documents.length > 0) return set
      }
      return { documents: new Int32Array(), scores: new Float32Array(), terms: [] }
    },

    /** Why a document was found: the best part for each word. */
    explain({ words, joined }: Question, document: number): ScorePart[] {
      const all = joined === '' ? words : [...words, joined]
      return all.flatMap(word => {
        const parts = expand(word, true).flatMap(expansion => {
          const short = entryOf(index.short.of(expansion.term), document)
          const text = entryOf(index.texts.of(expansion.term), document)
          const weight = Math.max(short === undefined ? 0 : weightsFor(expansion)[short]!, text === undefined ? 0 : textWeights[text]!)
          if (weight === 0) return []
          const matched = index.vocabulary.text(expansion.term)
          return [
            {
              word,
              matched,
              how: expansion.how,
              field: fieldName(short ?? 0, expansion.how === 'exact'),
              score: round(weight * expansion.quality),
            },
          ]
        })
        return parts.toSorted((a, b) => b.score - a.score).slice(0, 1)
      })
    },
    stateFactor,
  }
}

export type Matcher = ReturnType<typeof createMatcher>

function weightsFor({ how }: Expansion): Float32Array {
  return how === 'exact' ? shortWeights : partWeights
}

function entryOf(entries: Uint32Array, document: number): number | undefined {
  for (const entry of entries) if (entry >>> 8 === document) return entry & 255
  return undefined
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

/** Room to add up scores in: one number per document for the word at hand and for all words so far. */
function createRoom(size: number) {
  const stamps = new Uint32Array(size)
  const nameStamps = new Uint32Array(size)
  const best = new Float32Array(size)
  const totals = new Float32Array(size)
  const hits = new Uint8Array(size)
  const nameHits = new Uint8Array(size)
  const touched = new Int32Array(size)
  const inSum = new Int32Array(size)
  let current = 0
  let count = 0
  let summed = 0
  let words = 0
  let needed = 0

  return {
    size,
    get found() {
      return count
    },
    /** How many documents have any of the words so far. */
    get summed() {
      return summed
    },
    clear(end: number) {
      totals.fill(0, 0, end)
      hits.fill(0, 0, end)
      nameHits.fill(0, 0, end)
      summed = 0
      words = 0
    },
    begin() {
      current += 1
      count = 0
    },
    add(entries: Uint32Array, weights: Float32Array, factor: number, nameMask: number) {
      for (let at = 0; at < entries.length; at++) {
        const entry = entries[at]!
        const document = entry >>> 8
        const score = weights[entry & 255]! * factor
        if (entry & nameMask & 255) nameStamps[document] = current
        if (stamps[document] !== current) {
          stamps[document] = current
          best[document] = score
          touched[count++] = document
        } else if (score > best[document]!) best[document] = score
      }
    },
    /** Adds the word to the sum. Rare words count more. */
    close(documents: number) {
      words += 1
      const rarity = 0.6 + 0.4 * (1 - Math.log(1 + count) / Math.log(2 + documents))
      for (let at = 0; at < count; at++) {
        const document = touched[at]!
        if (hits[document] === 0) inSum[summed++] = document
        hits[document] = hits[document]! + 1
        totals[document] = totals[document]! + best[document]! * rarity
        if (nameStamps[document] === current) nameHits[document] = nameHits[document]! + 1
      }
    },
    closeJoined(weight: number, all: number) {
      for (let at = 0; at < count; at++) {
        const document = touched[at]!
        if (hits[document] === 0) inSum[summed++] = document
        hits[document] = Math.max(hits[document]!, all)
        totals[document] = totals[document]! + best[document]! * weight
        nameHits[document] = Math.max(nameHits[document]!, all)
      }
    },
    keep(wanted: number) {
      needed = wanted
    },
    each(run: (document: number, score: number, share: number, nameHits: number) => void) {
      for (let at = 0; at < summed; at++) {
        const document = inSum[at]!
        if (hits[document]! >= needed) run(document, totals[document]!, hits[document]! / words, nameHits[document]!)
      }
    },
  }
}

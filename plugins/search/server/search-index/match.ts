import { forgivenMistakes } from '../text/distance.ts'
import type { Languages } from '../text/languages.ts'
import type { ParsedTerm } from '../text/parse-term.ts'
import {
  factors,
  fieldName,
  nameBits,
  namePartWeights,
  nameWeights,
  partWeights,
  quality,
  shortWeights,
  textWeights,
} from './field-weights.ts'
import { createScoreSums } from './score-sums.ts'
import type { SearchIndex, TypeRules } from './search-index.ts'

/** Everything that a term finds, whoever asks, with its score. */
export interface MatchSet {
  readonly documents: Int32Array
  readonly scores: Float32Array
  /** The terms that stand for mistaken words and for other forms of words, to mark them; others begin like the words. */
  readonly terms: readonly string[]
}

/** How a term stands for a word. */
export interface Expansion {
  readonly term: number
  readonly quality: number
  readonly how: 'exact' | 'form' | 'prefix' | 'mistake'
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
// A stop word in a name counts this much beside other words.
const stopWordWeight = 0.1

/** Finds and scores. It keeps room for its computing: one query after the other. */
export function createMatcher(index: SearchIndex, rulesOf: (type: string) => TypeRules, { stemmers }: Pick<Languages, 'stemmers'>) {
  let room = createScoreSums(0)

  function expandAsWritten(word: string): Expansion[] {
    return index.vocabulary.startingWith(word).map(term => {
      const length = index.vocabulary.length(term)
      return length === word.length
        ? { term, quality: quality.exact, how: 'exact' }
        : { term, quality: quality.prefix(word.length, length), how: 'prefix' }
    })
  }

  function expand(word: string, isMistaken: boolean): Expansion[] {
    const found = expandAsWritten(word)
    for (const term of index.vocabulary.formsOf(word, stemmers)) found.push({ term, quality: quality.form, how: 'form' })
    if (!isMistaken) return found
    for (const { term, mistakes, isPrefix } of index.vocabulary.near(word, forgivenMistakes(word))) {
      if (mistakes === 0) continue
      found.push({ term, quality: quality.mistakes[mistakes]! * (isPrefix ? quality.mistakenPrefix : 1), how: 'mistake' })
    }
    return found
  }

  const reachesTexts = (word: string, { how }: Expansion) => how === 'exact' || how === 'form' || word.length >= minTextPrefix

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

  /** A stop word is looked for in names and titles only: nearly every text has it. */
  function findStopWord(word: string): Expansion[] {
    room.begin()
    const expansions = expandAsWritten(word)
    for (const expansion of expansions) room.add(index.short.of(expansion.term), nameWeightsFor(expansion), expansion.quality, nameBits)
    return expansions
  }

  /** Scores of documents that have at least `needed` of the words, or all of them written together. */
  function findWords({ words, stopWords, joined }: ParsedTerm, needed: number, isForgiving: boolean): Expansion[] {
    room.clear(index.end)
    const expansions: Expansion[] = []
    for (const word of words) {
      expansions.push(...findWord(word, isForgiving))
      room.close(index.size)
    }
    for (const word of stopWords) {
      expansions.push(...findStopWord(word))
      if (words.length === 0) room.close(index.size)
      else room.closeOptional(stopWordWeight)
    }
    if (joined !== '') {
      room.begin()
      const together = expand(joined, false)
      gather(joined, together, false)
      expansions.push(...together)
      room.closeJoined(joinedWeight, words.length || stopWords.length)
    }
    room.keep(needed)
    return expansions
  }

  function exclude(words: readonly string[]): ReadonlySet<number> {
    const excluded = new Set<number>()
    for (const word of words) {
      const term = index.vocabulary.find(word)
      if (term === -1) continue
      for (const entries of [index.short.of(term), index.texts.of(term)]) for (const entry of entries) excluded.add(entry >>> 8)
    }
    return excluded
  }

  function everything(excluded: ReadonlySet<number>): MatchSet {
    const documents: number[] = []
    for (let document = 0; document < index.end; document++)
      if (index.isThere(document) && !excluded.has(document)) documents.push(document)
    return { documents: Int32Array.from(documents), scores: Float32Array.from(documents, stateFactor), terms: [] }
  }

  function stateFactor(document: number): number {
    const boost = rulesOf(index.types[index.type(document)]!).boost
    return boost * (index.isDeprecated(document) ? factors.deprecated : 1)
  }

  function toSet(parsed: ParsedTerm, expansions: readonly Expansion[]): MatchSet {
    const excluded = exclude(parsed.excluded)
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
    const others = new Set(expansions.filter(({ how }) => how === 'mistake' || how === 'form').map(({ term }) => term))
    return { documents: documents.slice(0, count), scores: scores.slice(0, count), terms: Array.from(others, index.vocabulary.text) }
  }

  return {
    /** All words; then all with mistakes forgiven in each; then most of them. Filters and phrases are not looked at. */
    match(parsed: ParsedTerm): MatchSet {
      if (room.size < index.end) room = createScoreSums(Math.ceil(index.end * 1.2) + 1024)
      const { words, stopWords, excluded } = parsed
      const needed = words.length || stopWords.length
      if (needed === 0) return everything(exclude(excluded))
      const attempts: readonly (readonly [needed: number, isForgiving: boolean])[] = [
        [needed, false],
        [needed, true],
        [Math.max(1, Math.floor(needed * 0.67)), true],
      ]
      for (const [least, isForgiving] of attempts) {
        const set = toSet(parsed, findWords(parsed, least, isForgiving))
        if (set.documents.length > 0) return set
      }
      return { documents: new Int32Array(), scores: new Float32Array(), terms: [] }
    },

    /** Why a document was found: the best part for each word. */
    explain({ words, stopWords, joined }: ParsedTerm, document: number): ScorePart[] {
      const isNamed = words.length === 0
      const asked = isNamed ? stopWords : words
      return (joined === '' ? asked : [...asked, joined]).flatMap(word => {
        const parts = (isNamed ? expandAsWritten(word) : expand(word, true)).flatMap(expansion => {
          const short = entryOf(index.short.of(expansion.term), document)
          const text = isNamed ? undefined : entryOf(index.texts.of(expansion.term), document)
          const weights = isNamed ? nameWeightsFor(expansion) : weightsFor(expansion)
          const weight = Math.max(short === undefined ? 0 : weights[short]!, text === undefined ? 0 : textWeights[text]!)
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

function nameWeightsFor({ how }: Expansion): Float32Array {
  return how === 'exact' ? nameWeights : namePartWeights
}

function entryOf(entries: Uint32Array, document: number): number | undefined {
  for (const entry of entries) if (entry >>> 8 === document) return entry & 255
  return undefined
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

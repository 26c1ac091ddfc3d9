import type { SearchDocument } from '@portico/search/common'
import { LRUCache } from 'lru-cache'
import { bestOf } from '../../search-index/best.ts'
import { factors } from '../../search-index/field-weights.ts'
import { highlight } from '../../search-index/highlight.ts'
import type { Matcher, MatchSet } from '../../search-index/match.ts'
import type { SearchIndex } from '../../search-index/search-index.ts'
import { fold } from '../../text/fold.ts'
import type { Languages } from '../../text/languages.ts'
import { parseTerm, toPhrase, type ParsedTerm } from '../../text/parse-term.ts'
import type { EngineAnswer, EngineFacets, Explanation } from '../engine.ts'
import { findNamed, toFilter } from './filters.ts'
import type { ThreadPage, ThreadQuery } from './thread-query.ts'
import { createVisibleDocuments, type CheckRefs } from './visible-documents.ts'

export interface SearcherDependencies {
  readonly index: SearchIndex
  readonly matcher: Matcher
  readonly languages: Languages
  /** Bodies of documents by id; one that is gone is missing. */
  readonly bodies: (ids: readonly number[]) => Promise<ReadonlyMap<number, string>>
}

interface Found {
  readonly parsed: ParsedTerm
  readonly set: MatchSet
  /** Places in the set that were asked for and may be seen. */
  readonly places: Int32Array
  readonly isComplete: boolean
}

const maxCachedMatches = 500_000
const maxCachedAnswerLength = 5_000_000
const maxPhraseCandidates = 1000
const maxFacetValues = 500

/** Answers queries from the index. */
export function createSearcher({ index, matcher, languages, bodies }: SearcherDependencies) {
  const sets = new LRUCache<string, MatchSet>({ maxSize: maxCachedMatches, sizeCalculation: set => set.documents.length + 100 })
  // What people type is much the same, and so is what it finds until something changes.
  const answers = new LRUCache<string, EngineAnswer>({
    maxSize: maxCachedAnswerLength,
    sizeCalculation: ({ results }) => results.length + 200,
  })
  const visible = createVisibleDocuments(index)
  const isField = (name: string) => index.columns.has(name) || index.columns.has(`${name}s`)

  function matchOf(parsed: ParsedTerm): MatchSet {
    const key = `${index.version}:${JSON.stringify([parsed.words, parsed.stopWords, parsed.excluded, parsed.joined])}`
    const known = sets.get(key)
    if (known) return known
    const set = matcher.match(parsed)
    sets.set(key, set)
    return set
  }

  async function find(query: ThreadQuery, check: CheckRefs): Promise<Found> {
    const parsed = parseTerm(query.term, isField, languages.isStopWord)
    const set = matchOf(parsed)
    const meets = toFilter(index, query, parsed.filters)
    const asked = placesThat(set, meets)
    if (isOpen(query)) return onePerPage(await withPhrases({ parsed, set, places: asked, isComplete: true }))
    // The best are checked first, in case the time is not enough for all.
    const ordered = asked.toSorted((a, b) => set.scores[b]! - set.scores[a]!)
    const documents = Int32Array.from(ordered, place => set.documents[place]!)
    const deadline = performance.now() + query.budgetMs
    const { isVisible, isComplete } = await visible.filter(documents, query.types, { check, deadline })
    const places = ordered.filter(place => isVisible(set.documents[place]!))
    return onePerPage(await withPhrases({ parsed, set, places, isComplete }))
  }

  /** The best section of each page. What is near to the caller moves all sections of a page alike. */
  function onePerPage(found: Found): Found {
    const { set } = found
    const best = new Map<number, number>()
    for (const place of found.places) {
      const page = index.pages.first(set.documents[place]!)
      if (page === 0) continue
      const other = best.get(page)
      if (other === undefined || isBetter(set, place, other)) best.set(page, place)
    }
    if (best.size === 0) return found
    const places = found.places.filter(place => {
      const page = index.pages.first(set.documents[place]!)
      return page === 0 || best.get(page) === place
    })
    return { ...found, places }
  }

  function isBetter({ scores, documents }: MatchSet, place: number, other: number): boolean {
    if (scores[place] !== scores[other]) return scores[place]! > scores[other]!
    return index.id(documents[place]!) < index.id(documents[other]!)
  }

  /** Phrases are looked for in the texts themselves, of the best candidates. */
  async function withPhrases(found: Found): Promise<Found> {
    const { phrases } = found.parsed
    if (phrases.length === 0) return found
    const { set } = found
    const candidates = found.places.toSorted((a, b) => set.scores[b]! - set.scores[a]!).slice(0, maxPhraseCandidates)
    const texts = await bodies(Array.from(candidates, place => index.id(set.documents[place]!)))
    const places = candidates.filter(place => {
      const body = texts.get(index.id(set.documents[place]!))
      if (body === undefined) return false
      const { title, text, ...rest } = JSON.parse(body) as SearchDocument
      const all = ` ${toPhrase([title, text, ...Object.values(rest).filter(value => typeof value === 'string')].join(' '))} `
      return phrases.every(phrase => all.includes(` ${phrase} `) || all.includes(` ${phrase}`))
    })
    return { ...found, places, isComplete: found.isComplete && candidates.length === found.places.length }
  }

  /** What belongs to the caller comes up a little. */
  function nearFactor({ near }: ThreadPage): (document: number) => number {
    const owners = index.columns.get('owner')
    const owning = new Set(near.owners.flatMap(ref => (owners ? findNamed(owners, ref) : [])))
    const starred = new Set(near.starred.flatMap(ref => index.refs.dictionary.find(fold(ref))))
    const recent = new Set(near.recent.flatMap(ref => index.refs.dictionary.find(fold(ref))))
    if (owning.size + starred.size + recent.size === 0) return () => 1
    return document => {
      const isOwned = owning.size > 0 && owners?.has(document, owning)
      const ref = index.refs.first(document)
      return (isOwned ? factors.owned : 1) * (starred.has(ref) ? factors.starred : 1) * (recent.has(ref) ? factors.recent : 1)
    }
  }

  function explanationOf(parsed: ParsedTerm, document: number, score: number, near: number): Explanation {
    const round = (value: number) => Math.round(value * 100) / 100
    const given = { personal: round(near), document: round(matcher.stateFactor(document)) }
    return {
      score: round(score),
      parts: matcher.explain(parsed, document),
      factors: Object.fromEntries(Object.entries(given).filter(([, factor]) => factor !== 1)),
    }
  }

  async function page(query: ThreadPage, check: CheckRefs): Promise<EngineAnswer> {
    const { parsed, set, places, isComplete } = await find(query, check)
    const near = nearFactor(query)
    const scores = new Float32Array(places.length)
    for (let at = 0; at < places.length; at++) scores[at] = set.scores[places[at]!]! * near(set.documents[places[at]!]!)
    const idAt = (at: number) => index.id(set.documents[places[at]!]!)
    const best = bestOf(scores, places.length, query.offset + query.limit, (a, b) => idAt(a) < idAt(b)).slice(query.offset)
    const texts = await bodies(best.map(idAt))
    const terms = new Set(set.terms)
    const results = best.flatMap((at, place) => {
      const body = texts.get(idAt(at))
      if (body === undefined) return []
      const document = set.documents[places[at]!]!
      const { authorization: _, ...shown } = JSON.parse(body) as SearchDocument
      const marked = marksOf(shown as SearchDocument, parsed, terms, query)
      return {
        type: index.types[index.type(document)],
        document: shown,
        rank: query.offset + place + 1,
        ...(marked && { highlight: marked }),
        ...(query.explain && { explanation: explanationOf(parsed, document, scores[at]!, near(document)) }),
      }
    })
    return {
      results: JSON.stringify(results),
      count: results.length,
      ...(isComplete && { total: places.length }),
      hasMore: places.length > query.offset + query.limit,
      isPerson: String(results[0]?.document['kind']).toLowerCase() === 'user',
    }
  }

  /** Answers for those who may see everything are kept until the index changes; for others, what they may see can change before. */
  async function cachedPage(query: ThreadPage, check: CheckRefs): Promise<EngineAnswer> {
    if (!isOpen(query)) return page(query, check)
    const { types, ...rest } = query
    const key = JSON.stringify([index.version, [...types.keys()], rest])
    const known = answers.get(key)
    if (known) return known
    const answer = await page(query, check)
    answers.set(key, answer)
    return answer
  }

  return {
    page: cachedPage,
    async facets(query: ThreadQuery, fields: readonly string[], check: CheckRefs): Promise<EngineFacets> {
      const { set, places, isComplete } = await find(query, check)
      const types = new Map<number, number>()
      for (const place of places) {
        const type = index.type(set.documents[place]!)
        types.set(type, (types.get(type) ?? 0) + 1)
      }
      return {
        types: [...types].map(([type, count]) => ({ type: index.types[type]!, count })),
        fields: Object.fromEntries(fields.map(field => [field, countValues(index, field, set, places)])),
        isComplete,
      }
    },
  }
}

function isOpen({ types }: ThreadQuery): boolean {
  return [...types.values()].every(rule => rule === 'all')
}

function placesThat(set: MatchSet, meets: (document: number) => boolean): Int32Array {
  const places = new Int32Array(set.documents.length)
  let count = 0
  for (let place = 0; place < places.length; place++) if (meets(set.documents[place]!)) places[count++] = place
  return places.subarray(0, count)
}

function countValues(index: SearchIndex, field: string, set: MatchSet, places: Int32Array) {
  const column = index.columns.get(field.toLowerCase())
  if (!column) return []
  const { dictionary, cells } = column
  const counts = new Map<number, number>()
  for (const place of places) {
    const folded = Array.from(cells.codes(set.documents[place]!), code => dictionary.toFolded(code >> 1))
    for (const value of folded) counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return [...counts]
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, maxFacetValues)
    .map(([value, count]) => ({ value: dictionary.firstText(value), count }))
}

function marksOf(document: SearchDocument, { words, stopWords }: ParsedTerm, terms: ReadonlySet<string>, { marks }: ThreadPage) {
  const title = highlight(document.title, words.length > 0 ? words : stopWords, terms, marks)
  const text = highlight(document.text, words, terms, marks)
  if (title === undefined && text === undefined) return undefined
  return {
    preTag: marks.pre,
    postTag: marks.post,
    fields: { ...(title !== undefined && { title }), ...(text !== undefined && { text }) },
  }
}

import type { FieldRole, SearchDocument } from '@portico/search/common'
import type { TypeRules } from '../../search-index/search-index.ts'
import { loadLanguages, type LanguageName, type Languages } from '../../text/languages.ts'
import type { EngineAnswer, EngineFacets, EnginePage, EngineQuery } from '../engine.ts'
import type { Cluster } from './cluster.ts'
import type { Indices } from './indices.ts'
import { pageCount, toSearchBody, toSearchQuery, type SearchScope } from './search-body.ts'

interface Hit {
  readonly _score: number | null
  readonly _source: Omit<SearchDocument, 'authorization'> & { readonly portico: { readonly type: string; readonly ref?: string } }
  readonly highlight?: Readonly<Record<string, readonly string[]>>
}

interface Found {
  readonly hits: { readonly total: { readonly value: number }; readonly hits: readonly Hit[] }
  readonly aggregations?: Readonly<Record<string, { readonly value?: number; readonly buckets?: readonly Bucket[] }>>
}

interface Bucket {
  readonly key: string
  readonly doc_count: number
  readonly pages?: { readonly value: number }
}

const piece = 500
// A cluster answers no further than this by default.
const maxWindow = 10_000

/** Asks the cluster, and leaves out what the caller may not see. */
export function createClusterSearch({
  cluster,
  indices,
  languages: names,
  rules,
}: {
  readonly cluster: Cluster
  readonly indices: Indices
  readonly languages: readonly LanguageName[]
  readonly rules: () => Readonly<Record<string, TypeRules>>
}) {
  let languages: Promise<Languages> | undefined

  function pathOf(types: Iterable<string>): string {
    const names = [...types].map(indices.searched).join(',')
    return `/${names}/_search?ignore_unavailable=true&allow_no_indices=true`
  }

  async function scopeOf(types: Iterable<string>): Promise<SearchScope> {
    const known = rules()
    const fields = Object.assign({}, ...[...types].map(type => known[type]?.fields ?? {})) as Record<string, FieldRole>
    return { fields, languages: names, isStopWord: (await (languages ??= loadLanguages(names))).isStopWord }
  }

  async function ask(
    query: EngineQuery,
    place: { readonly from: number; readonly size: number },
    marks?: EnginePage['marks'],
  ): Promise<Found> {
    const types = [...query.types.keys()]
    if (types.length === 0 || place.from + place.size > maxWindow) return { hits: { total: { value: 0 }, hits: [] } }
    const onePerPage = await isPaged(types)
    return cluster.call<Found>('POST', pathOf(types), toSearchBody(query, await scopeOf(types), place, { marks, onePerPage }))
  }

  /** Whether some of the types have sections, of which the best is the result for its page. */
  async function isPaged(types: readonly string[]): Promise<boolean> {
    return types.some(type => rules()[type]?.hasSections) && (await indices.havePages(types))
  }

  async function visibleOf(hits: readonly Hit[], { types }: EngineQuery): Promise<Hit[]> {
    const answers = new Map<Hit, boolean>()
    for (const [type, rule] of types) {
      const own = hits.filter(hit => hit._source.portico.type === type)
      const asked = rule === 'all' ? [] : own.filter(hit => hit._source.portico.ref !== undefined)
      const allowed = rule === 'all' ? [] : await rule.check(asked.map(hit => hit._source.portico.ref ?? ''))
      for (const hit of own) answers.set(hit, rule === 'all' || allowed[asked.indexOf(hit)] === true)
    }
    return hits.filter(hit => answers.get(hit))
  }

  /** Everything that may be seen, as far as the time and the cluster allow. */
  async function scan(query: EngineQuery, marks?: EnginePage['marks']): Promise<{ readonly hits: Hit[]; readonly isComplete: boolean }> {
    const deadline = performance.now() + query.budgetMs
    const hits: Hit[] = []
    for (let from = 0; ; from += piece) {
      const found = await ask(query, { from, size: piece }, marks)
      hits.push(...(await visibleOf(found.hits.hits, query)))
      const total = totalOf(found)
      if (from + piece >= total) return { hits, isComplete: from + found.hits.hits.length >= total }
      if (from + 2 * piece > maxWindow || performance.now() > deadline) return { hits, isComplete: false }
    }
  }

  const isOpen = ({ types }: EngineQuery) => [...types.values()].every(rule => rule === 'all')

  return {
    async page(query: EnginePage): Promise<EngineAnswer> {
      const { offset, limit, marks } = query
      if (isOpen(query)) {
        const found = await ask(query, { from: offset, size: limit }, marks)
        const total = totalOf(found)
        return { ...toAnswer(found.hits.hits, query), total, hasMore: total > offset + limit && offset + 2 * limit <= maxWindow }
      }
      const { hits, isComplete } = await scan(query, marks)
      const shown = hits.slice(offset, offset + limit)
      return { ...toAnswer(shown, query), ...(isComplete && { total: hits.length }), hasMore: hits.length > offset + limit }
    },

    async facets(query: EngineQuery, fields: readonly string[]): Promise<EngineFacets> {
      if (!isOpen(query)) {
        const { hits, isComplete } = await scan(query)
        const sources = hits.map(hit => hit._source)
        return {
          types: count(sources.map(({ portico }) => portico.type)).map(({ value, count: number }) => ({ type: value, count: number })),
          fields: Object.fromEntries(fields.map(field => [field, count(sources.flatMap(source => toTexts(source[field])))])),
          isComplete,
        }
      }
      const types = [...query.types.keys()]
      const counted = (await isPaged(types)) && { aggs: { pages: pageCount } }
      const terms = (field: string) => ({ terms: { field, size: 500 }, ...counted })
      const { aggregations = {} } = await cluster.call<Found>('POST', pathOf(types), {
        size: 0,
        query: toSearchQuery(query, await scopeOf(types)),
        aggs: { '@types': terms('portico.type'), ...Object.fromEntries(fields.map(field => [field, terms(`${field}.keyword`)])) },
      })
      const values = (name: string) =>
        (aggregations[name]?.buckets ?? []).map(({ key, doc_count: number, pages }) => ({ value: key, count: pages?.value ?? number }))
      return {
        types: values('@types').map(({ value, count: number }) => ({ type: value, count: number })),
        fields: Object.fromEntries(fields.map(field => [field, values(field)])),
        isComplete: true,
      }
    },
  }
}

function totalOf({ hits, aggregations }: Found): number {
  return aggregations?.['@pages']?.value ?? hits.total.value
}

function toAnswer(hits: readonly Hit[], { offset, marks, explain }: EnginePage): Omit<EngineAnswer, 'hasMore'> {
  const results = hits.map(({ _source: { portico, ...document }, _score, highlight }, at) => {
    const [title, text] = [mostMarked(highlight, 'title', marks.pre), mostMarked(highlight, 'text', marks.pre)]
    return {
      type: portico.type,
      document,
      rank: offset + at + 1,
      ...((title !== undefined || text !== undefined) && {
        highlight: {
          preTag: marks.pre,
          postTag: marks.post,
          fields: { ...(title !== undefined && { title }), ...(text !== undefined && { text }) },
        },
      }),
      ...(explain && { explanation: { score: _score ?? 0, parts: [], factors: {} } }),
    }
  })
  return {
    results: JSON.stringify(results),
    count: results.length,
    isPerson: String((results[0]?.document as SearchDocument | undefined)?.['kind']).toLowerCase() === 'user',
  }
}

/** Of a field as it is written and in the stems of each language, the one in which most is marked. */
function mostMarked(highlight: Hit['highlight'], field: string, mark: string): string | undefined {
  return Object.entries(highlight ?? {})
    .filter(([name]) => name === field || name.startsWith(`${field}.`))
    .map(([, [text = '']]) => text)
    .toSorted((a, b) => b.split(mark).length - a.split(mark).length)[0]
}

function toTexts(value: unknown): string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  return list.filter(each => typeof each === 'string' && each !== '') as string[]
}

function count(values: readonly string[]): { readonly value: string; readonly count: number }[] {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].toSorted((a, b) => b[1] - a[1]).map(([value, number]) => ({ value, count: number }))
}

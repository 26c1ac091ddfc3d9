import type { FieldRole } from '@portico/search/common'
import type { LanguageName } from '../../text/languages.ts'
import { parseTerm } from '../../text/parse-term.ts'
import type { EnginePage, EngineQuery } from '../engine.ts'

const typedFields = ['kind', 'owner', 'type', 'lifecycle', 'namespace', 'name', 'tag', 'tags']
const boosts: Readonly<Record<FieldRole, number>> = { name: 8, title: 6, tag: 3, fact: 2, text: 1 }
const allRoles = Object.keys(boosts) as FieldRole[]

/** Where words are looked for. */
export interface SearchScope {
  readonly fields: Readonly<Record<string, FieldRole>>
  readonly languages: readonly LanguageName[]
  readonly isStopWord: (word: string) => boolean
}

/** The fields that words are looked for in, with their weight: as they are written, or in the stems of a language. */
function weightedFields(fields: SearchScope['fields'], roles: readonly FieldRole[], language = ''): string[] {
  const all: Record<string, FieldRole> = { title: 'title', text: 'text', tags: 'tag', ...fields }
  return Object.entries(all)
    .filter(([, role]) => roles.includes(role))
    .map(([field, role]) => `${field}${language && `.${language}`}^${boosts[role]}`)
}

/** What a term is in the language of the cluster. */
export function toSearchQuery({ term, filters, near }: EngineQuery, scope: SearchScope): object {
  const parsed = parseTerm(term, name => typedFields.includes(name), scope.isStopWord)
  const isNamed = parsed.words.length === 0
  const words = (isNamed ? parsed.stopWords : parsed.words).join(' ')
  const fields = weightedFields(scope.fields, allRoles)
  const searched = isNamed ? weightedFields(scope.fields, ['name', 'title']) : fields
  const forms = isNamed ? [] : scope.languages.map(language => weightedFields(scope.fields, allRoles, language))
  const must =
    words === ''
      ? [{ match_all: {} }]
      : [
          {
            bool: {
              should: [
                { multi_match: { query: words, fields: searched, type: 'cross_fields', operator: 'and', boost: 3 } },
                { multi_match: { query: words, fields: searched, type: 'bool_prefix', operator: 'and', boost: 2 } },
                ...forms.map(stemmed => ({
                  multi_match: { query: words, fields: stemmed, type: 'cross_fields', operator: 'and', boost: 1.5 },
                })),
                { multi_match: { query: words, fields: searched, operator: 'and', fuzziness: 'AUTO:4,8', prefix_length: 0 } },
              ],
              minimum_should_match: 1,
            },
          },
        ]
  const positive = {
    bool: {
      must: [...must, ...parsed.phrases.map(phrase => ({ multi_match: { query: phrase, fields: ['title', 'text'], type: 'phrase' } }))],
      must_not: parsed.excluded.map(word => ({ multi_match: { query: word, fields } })),
      filter: [
        ...Object.entries(filters).map(([field, values]) => anyOf(values.map(value => equals(field, value)))),
        ...parsed.filters.map(({ field, value }) => anyOf([equals(plural(field), value), named(plural(field), value)])),
      ],
      should: nearClauses(near),
    },
  }
  return { boosting: { positive, negative: equals('lifecycle', 'deprecated'), negative_boost: 0.7 } }
}

/** The whole request for a piece of the hits. */
export function toSearchBody(
  query: EngineQuery,
  scope: SearchScope,
  { from, size }: { readonly from: number; readonly size: number },
  { marks, onePerPage = false }: { readonly marks?: EnginePage['marks'] | undefined; readonly onePerPage?: boolean } = {},
) {
  const marked = ['title', 'text'].flatMap(field => [field, ...scope.languages.map(language => `${field}.${language}`)])
  const whole = { number_of_fragments: 0 }
  return {
    query: toSearchQuery(query, scope),
    from,
    size,
    track_total_hits: true,
    sort: ['_score', { 'portico.location': 'asc' }],
    // The hits are counted with all sections, so pages are counted beside.
    ...(onePerPage && { collapse: { field: 'portico.page' }, aggs: { '@pages': pageCount } }),
    ...(marks && {
      highlight: { pre_tags: [marks.pre], post_tags: [marks.post], fields: Object.fromEntries(marked.map(field => [field, whole])) },
    }),
  }
}

/** Exact up to the window that a cluster answers in. */
export const pageCount = { cardinality: { field: 'portico.page', precision_threshold: 20_000 } }

function equals(field: string, value: string): object {
  return { term: { [`${field}.keyword`]: { value, case_insensitive: true } } }
}

/** A ref by the name at its end. */
function named(field: string, value: string): object {
  return { wildcard: { [`${field}.keyword`]: { value: `*/${value.replace(/[*?\\]/g, String.raw`\$&`)}`, case_insensitive: true } } }
}

function anyOf(should: readonly object[]): object {
  return { bool: { should, minimum_should_match: 1 } }
}

function plural(field: string): string {
  return field === 'tag' ? 'tags' : field
}

function nearClauses({ owners, starred, recent }: EngineQuery['near']): object[] {
  const names = owners.flatMap(ref => [ref, ref.slice(ref.lastIndexOf('/') + 1)])
  const clauses = [
    { field: 'owner.keyword', values: names, boost: 0.15 },
    { field: 'portico.ref', values: starred, boost: 0.2 },
    { field: 'portico.ref', values: recent, boost: 0.1 },
  ]
  return clauses.filter(({ values }) => values.length > 0).map(({ field, values, boost }) => ({ terms: { [field]: values, boost } }))
}

import type { Column } from '@portico/core/server/index-store'
import type { SearchIndex } from '../../search-index/search-index.ts'
import type { ParsedTerm } from '../../text/parse-term.ts'
import { fold } from '../../text/fold.ts'
import type { ThreadQuery } from './thread-query.ts'

/** Whether a document is of one of the types and has what the filters ask for: those of the query exactly, those of the term also by name. */
export function toFilter(index: SearchIndex, query: ThreadQuery, typed: ParsedTerm['filters']): (document: number) => boolean {
  const types = index.types.map(type => query.types.has(type))
  const tests = [
    ...Object.entries(query.filters).map(([field, values]) => toTest(index, field.toLowerCase(), values, false)),
    ...typed.map(({ field, value }) => toTest(index, field, [value], true)),
  ]
  if (tests.length === 0) return document => types[index.type(document)] === true
  return document => types[index.type(document)] === true && tests.every(test => test(document))
}

function toTest(index: SearchIndex, field: string, values: readonly string[], byName: boolean): (document: number) => boolean {
  const column = index.columns.get(field) ?? (byName ? index.columns.get(`${field}s`) : undefined)
  const wanted = new Set(column ? values.flatMap(value => (byName ? findNamed(column, value) : column.dictionary.find(fold(value)))) : [])
  // `type:techdocs` is also how people ask for documents of a type.
  const named = byName && field === 'type' ? new Set(values.map(value => index.types.indexOf(value))) : undefined
  return document => (column?.has(document, wanted) ?? false) || (named?.has(index.type(document)) ?? false)
}

/** The numbers of the values that a text stands for, also by the name at the end of a ref: `team-a` is `group:default/team-a`. */
export function findNamed({ dictionary }: Column, text: string): number[] {
  const folded = fold(text)
  // `team-a` of `group:default/team-a`.
  const name = folded.slice(Math.max(folded.lastIndexOf('/'), folded.lastIndexOf(':')) + 1)
  return [folded, name, ...dictionary.endingWith(`/${folded}`), ...dictionary.endingWith(`:${folded}`)].flatMap(dictionary.find)
}

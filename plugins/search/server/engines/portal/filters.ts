import type { SearchIndex } from '../../index/search-index.ts'
import type { Question } from '../../text/parse-term.ts'
import type { ThreadQuery } from './thread-query.ts'

/** Whether a document is of one of the types and has what the filters ask for: those of the query exactly, those of the term also by name. */
export function toFilter(index: SearchIndex, query: ThreadQuery, typed: Question['filters']): (document: number) => boolean {
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
  const wanted = new Set(values.flatMap(value => (byName ? column?.findNamed(value) : column?.find(value)) ?? []))
  // `type:techdocs` is also how people ask for documents of a type.
  const named = byName && field === 'type' ? new Set(values.map(value => index.types.indexOf(value))) : undefined
  return document => (column?.has(document, wanted) ?? false) || (named?.has(index.type(document)) ?? false)
}

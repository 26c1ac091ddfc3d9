import { inputError } from '@portico/core/common'
import { listItemKey, type SearchPair } from './search-pairs.ts'

/** What an entity must be like to be found. Keys, values and prefixes are lower-cased. */
export type EntityPredicate =
  | { readonly all: readonly EntityPredicate[] }
  | { readonly any: readonly EntityPredicate[] }
  | { readonly not: EntityPredicate }
  | { readonly key: string; readonly in: readonly string[] }
  | { readonly key: string; readonly exists: true }
  | { readonly key: string; readonly prefix: string }

/** In a filter: the key must be there, whatever its value. */
export const anyValue: symbol = Symbol('any value')

// Any symbol means the wildcard, so that a filter may be put together in a variable without losing its type.
type FilterValue = string | number | boolean | symbol

/** One group of conditions that must all hold; a list of values means one of them. */
export type FilterGroup = Readonly<Record<string, FilterValue | readonly FilterValue[]>>

/** A filter as code writes it: one group, or several of which any may hold. */
export type EntityFilter = FilterGroup | readonly FilterGroup[]

/** The meaning of the `filter` parameters of a request: `kind=api,spec.type=grpc`, repeated for alternatives. */
export function parseFilterParams(filters: readonly string[]): EntityPredicate | undefined {
  const groups = filters.map(parseGroup).filter(group => group !== undefined)
  return groups.length > 1 ? { any: groups } : groups[0]
}

function parseGroup(filter: string): EntityPredicate | undefined {
  const values = new Map<string, Set<string>>()
  for (const statement of filter.split(',').map(part => part.trim())) {
    if (statement === '') continue
    const equals = statement.indexOf('=')
    const key = (equals === -1 ? statement : statement.slice(0, equals)).trim().toLowerCase()
    if (key === '')
      throw inputError(`Invalid filter, '${statement}' is not a key, or a key, '=' and a value`, { code: 'catalog.invalid-filter' })
    const wanted = values.get(key) ?? new Set<string>()
    values.set(key, wanted)
    if (equals !== -1)
      wanted.add(
        statement
          .slice(equals + 1)
          .trim()
          .toLowerCase(),
      )
  }
  const conditions = [...values].map(([key, wanted]): EntityPredicate =>
    wanted.size === 0 ? { key, exists: true } : { key, in: [...wanted] },
  )
  return conditions.length > 1 ? { all: conditions } : conditions[0]
}

/** The `filter` parameters of a filter, one for each group. What the parameters cannot carry is refused, not sent as something else. */
export function stringifyFilter(filter: EntityFilter): string[] {
  const groups: readonly FilterGroup[] = Array.isArray(filter) ? filter : [filter as FilterGroup]
  return groups.map(stringifyGroup).filter(text => text !== '')
}

function stringifyGroup(group: FilterGroup): string {
  return Object.entries(group)
    .flatMap(([key, value]) => [value].flat().map(one => stringifyCondition(key, one as FilterValue)))
    .join(',')
}

function stringifyCondition(key: string, value: FilterValue): string {
  if (key.trim() === '' || /[,=]/.test(key)) throw unsendable(key)
  if (typeof value === 'symbol') return key
  const text = String(value)
  if (text.includes(',')) throw unsendable(`${key}=${text}`)
  return `${key}=${text}`
}

function unsendable(what: string) {
  return inputError(`A filter parameter cannot carry '${what}'; use a query`, { code: 'catalog.invalid-filter' })
}

/** Whether an entity with these pairs is found. Plain and slow: for tools that look at a few entities, and to test the index against. */
export function matches(predicate: EntityPredicate, pairs: Iterable<SearchPair>): boolean {
  const values = new Map<string, Set<string>>()
  const note = (key: string) => values.get(key) ?? values.set(key, new Set()).get(key)!
  for (const [key, value, isListItem] of pairs) {
    const known = note(key)
    if (value === undefined) continue
    known.add(value.toLowerCase())
    const itemKey = isListItem ? listItemKey(key, value) : undefined
    if (itemKey !== undefined) note(itemKey).add('true')
  }
  return holds(predicate, values)
}

function holds(predicate: EntityPredicate, values: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  if ('all' in predicate) return predicate.all.every(part => holds(part, values))
  if ('any' in predicate) return predicate.any.some(part => holds(part, values))
  if ('not' in predicate) return !holds(predicate.not, values)
  const found = values.get(predicate.key)
  if (!found) return false
  if ('exists' in predicate) return true
  if ('in' in predicate) return predicate.in.some(value => found.has(value))
  return [...found].some(value => value.startsWith(predicate.prefix))
}

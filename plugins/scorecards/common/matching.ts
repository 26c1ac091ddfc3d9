import { searchPairs, type Entity, type EntityPredicate } from '@portico/catalog/common'
import type { DocumentFilter } from './document.ts'

/** Any value, in a filter of a document. */
const wildcard = '*'

type Group = Exclude<DocumentFilter, readonly unknown[]>

function groupsOf(filter: DocumentFilter): readonly Group[] {
  return Array.isArray(filter) ? filter : [filter]
}

const valuesOf = (value: Group[string]) => [value].flat().map(each => String(each).toLowerCase())

/** The kinds that filters are about, in small letters; `*` where one is about all. */
export function kindsOf(filters: readonly DocumentFilter[]): string[] {
  const kinds = filters.flatMap(groupsOf).flatMap(group => {
    const [, value] = Object.entries(group).find(([key]) => key.toLowerCase() === 'kind') ?? []
    return value === undefined ? [wildcard] : valuesOf(value)
  })
  return [...new Set(kinds)].toSorted()
}

/** The filter of a document as the catalog knows filters. */
export function toEntityPredicate(filter: DocumentFilter): EntityPredicate {
  return {
    any: groupsOf(filter).map(group => ({
      all: Object.entries(group).map(([name, value]): EntityPredicate => {
        const key = name.toLowerCase()
        const values = valuesOf(value)
        return values.includes(wildcard) ? { key, exists: true } : { key, in: values }
      }),
    })),
  }
}

/** Tells of one entity which filters it meets; what it can be found by is collected once. */
export function createMatcher(entity: Entity): (filter: DocumentFilter) => boolean {
  const found = new Map<string, Set<string>>()
  for (const [key, value] of searchPairs(entity)) {
    const values = found.get(key) ?? found.set(key, new Set()).get(key)!
    if (value !== undefined) values.add(value.toLowerCase())
  }
  return filter =>
    groupsOf(filter).some(group =>
      Object.entries(group).every(([name, value]) => {
        const values = found.get(name.toLowerCase())
        if (!values) return false
        const wanted = valuesOf(value)
        return wanted.includes(wildcard) || wanted.some(each => values.has(each))
      }),
    )
}

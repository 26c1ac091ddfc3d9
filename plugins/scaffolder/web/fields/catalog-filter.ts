import type { EntityQuery } from '@portico/catalog/common'
import { isRecord } from '@portico/core/common'
import { textsOf } from '../form/json-fields.ts'

/**
 * `catalogFilter` of a picker as a query of the catalog: an object whose fields must all hold, or a list of such objects of which one must. A field takes a
 * text, a list of texts of which one must hold, or `{ exists: true | false }`.
 */
export function toEntityQuery(filter: unknown): EntityQuery | undefined {
  const parts = (Array.isArray(filter) ? filter : [filter])
    .filter(isRecord)
    .map(toConditions)
    .filter(({ length }) => length > 0)
  if (parts.length === 0) return undefined
  return parts.length === 1 ? { $all: parts[0] ?? [] } : { $any: parts.map(conditions => ({ $all: conditions })) }
}

function toConditions(fields: Readonly<Record<string, unknown>>): EntityQuery[] {
  return Object.entries(fields).flatMap(([field, value]): EntityQuery[] => {
    if (isRecord(value)) return typeof value['exists'] === 'boolean' ? [{ [field]: { $exists: value['exists'] } }] : []
    const wanted = textsOf(value)
    return wanted.length === 0 ? [] : [{ [field]: { $in: wanted } }]
  })
}

/** All of several queries; undefined for everything. */
export function allOf(...queries: readonly (EntityQuery | undefined)[]): EntityQuery | undefined {
  const given = queries.filter(query => query !== undefined)
  return given.length < 2 ? given[0] : { $all: given }
}

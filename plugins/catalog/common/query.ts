import { inputError, isRecord, showValue } from '@portico/core/common'
import type { EntityPredicate } from './filter.ts'

type Scalar = string | number | boolean

/** How a field is compared in a query. */
export type QueryOperator =
  | Scalar
  | { readonly $exists: boolean }
  | { readonly $in: readonly Scalar[] }
  | { readonly $hasPrefix: string }
  | { readonly $contains: Scalar | { readonly type: string; readonly targetRef?: string | { readonly $in: readonly string[] } } }

/** A query as code writes it and as it crosses the wire: fields that must all hold, or one of `$all`, `$any`, `$not`. */
export type EntityQuery =
  | { readonly $all: readonly EntityQuery[] }
  | { readonly $any: readonly EntityQuery[] }
  | { readonly $not: EntityQuery }
  | { readonly [field: string]: QueryOperator }

const maxDepth = 50

/** The meaning of a query; throws an InputError for anything that is none. */
export function parseQuery(query: unknown): EntityPredicate {
  return parseNode(query, 0)
}

function parseNode(query: unknown, depth: number): EntityPredicate {
  if (!isRecord(query)) throw invalid(`${showValue(query)} is not an object`)
  if (depth > maxDepth) throw invalid(`it is nested more than ${maxDepth} levels deep`)
  const entries = Object.entries(query)
  const operator = entries.find(([key]) => key.startsWith('$'))
  if (!operator) {
    const conditions = entries.map(([field, value]) => parseField(field, value))
    return conditions.length === 1 && conditions[0] ? conditions[0] : { all: conditions }
  }
  const [name, value] = operator
  if (entries.length > 1) throw invalid(`'${name}' must be alone in its object`)
  if (name === '$not') return { not: parseNode(value, depth + 1) }
  if (name !== '$all' && name !== '$any') throw invalid(`'${name}' is not an operator here: $all, $any, $not`)
  if (!Array.isArray(value)) throw invalid(`'${name}' takes a list, not ${showValue(value)}`)
  const parts = value.map(part => parseNode(part, depth + 1))
  return name === '$all' ? { all: parts } : { any: parts }
}

function parseField(field: string, value: unknown): EntityPredicate {
  const key = field.trim().toLowerCase()
  if (key === '') throw invalid('a field has no name')
  if (isScalar(value)) return equal(key, [value])
  const entries = isRecord(value) ? Object.entries(value) : []
  const [operator, operand] = entries[0] ?? []
  if (entries.length !== 1) throw invalid(`'${field}' takes a text, a number, true, false, or one operator, not ${showValue(value)}`)
  switch (operator) {
    case '$exists':
      if (typeof operand !== 'boolean') throw invalid(`'${field}.$exists' takes true or false, not ${showValue(operand)}`)
      return operand ? { key, exists: true } : { not: { key, exists: true } }
    case '$in':
      return equal(key, scalars(operand, `${field}.$in`))
    case '$hasPrefix':
      if (typeof operand !== 'string') throw invalid(`'${field}.$hasPrefix' takes a text, not ${showValue(operand)}`)
      return { key, prefix: operand.toLowerCase() }
    case '$contains':
      return parseContains(field, key, operand)
    default:
      throw invalid(`'${field}.${operator}' is not an operator: $exists, $in, $hasPrefix, $contains`)
  }
}

function parseContains(field: string, key: string, operand: unknown): EntityPredicate {
  if (isScalar(operand)) return equal(key, [operand])
  const { type, targetRef, ...rest } = isRecord(operand) ? operand : {}
  if (key !== 'relations' || typeof type !== 'string' || Object.keys(rest).length > 0) {
    throw invalid(`'${field}.$contains' takes a text, a number, true or false, and for relations { type, targetRef? }`)
  }
  const relation = `relations.${type.toLowerCase()}`
  if (targetRef === undefined) return { key: relation, exists: true }
  if (typeof targetRef === 'string') return equal(relation, [targetRef])
  if (!isRecord(targetRef) || Object.keys(targetRef).join() !== '$in')
    throw invalid(`'${field}.$contains.targetRef' takes a text or { $in: [..] }`)
  return equal(relation, scalars(targetRef['$in'], `${field}.$contains.targetRef.$in`))
}

function scalars(value: unknown, where: string): Scalar[] {
  if (!Array.isArray(value) || !value.every(isScalar)) throw invalid(`'${where}' takes a list of texts, numbers, true or false`)
  return value
}

function equal(key: string, values: readonly Scalar[]): EntityPredicate {
  return { key, in: [...new Set(values.map(value => String(value).toLowerCase()))] }
}

function isScalar(value: unknown): value is Scalar {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

function invalid(what: string) {
  return inputError(`Invalid query: ${what}`, { code: 'catalog.invalid-query' })
}

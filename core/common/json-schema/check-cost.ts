import { isRecord } from '../values.ts'
import type { SchemaLookup } from './read-schema.ts'
import type { ValueSize } from './value-size.ts'

/** Texts and lists up to this size are checked quickly by anything that is not exponential. */
const shortText = 200
const shortList = 1000

// Of the validator's own formats, these can take exponential time.
const costlyFormats = new Set(['url', 'uri-template'])

/**
 * Which values a schema could take long to check: all, some, or none. A plain traversal of schema and value is never costly; patterns,
 * references (which can multiply) and comparing all items of a list with each other can be.
 */
export function createCostRule(lookup: SchemaLookup): (size: ValueSize) => boolean {
  const schemas = Object.values(lookup).filter(isRecord)
  const formats = schemas.flatMap(({ format }) => (typeof format === 'string' ? [format] : []))
  const patterns = schemas.flatMap(({ pattern, patternProperties }) => [
    ...(typeof pattern === 'string' ? [pattern] : []),
    ...(isRecord(patternProperties) ? Object.keys(patternProperties) : []),
  ])
  const isCostly = schemas.some(schema => '$ref' in schema) || !patterns.every(isSimple) || formats.some(name => costlyFormats.has(name))
  const readsTexts = patterns.length > 0 || formats.length > 0
  const comparesItems = schemas.some(schema => schema['uniqueItems'] === true)
  return ({ maxTextLength, maxListLength }) =>
    isCostly || (readsTexts && maxTextLength > shortText) || (comparesItems && maxListLength > shortList)
}

/** No repeated group, no back reference, and at most two parts of open length: then a short text is matched quickly. */
function isSimple(pattern: string): boolean {
  return !/\)[*+?{]|\\[1-9k]/.test(pattern) && (pattern.match(/[*+]|\{\d+,/g)?.length ?? 0) <= 2
}

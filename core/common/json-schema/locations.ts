import { schemaArrayKeyword, schemaMapKeyword } from '@cfworker/json-schema'
import { decodeText, isRecord } from '../values.ts'
import { targetOf, type SchemaLookup } from './read-schema.ts'

/** The keys that a location such as `#/a~1b/0` is made of. */
export function toKeys(location: string): string[] {
  return location
    .split('/')
    .slice(1)
    .map(key => decodeText(key).replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** Where in a value a location leads, with indexes of lists as numbers. */
export function valueAt(root: unknown, location: string): { value: unknown; path: (string | number)[] } {
  let value = root
  const path = toKeys(location).map(key => {
    const step = Array.isArray(value) ? Number(key) : key
    value = (value as Record<string | number, unknown> | undefined)?.[step]
    return step
  })
  return { value, path }
}

/** The schema that holds the keyword at a location, and whether the path goes through `contains`. */
export function schemaAt(
  root: unknown,
  location: string,
  lookup: SchemaLookup,
): { schema: Readonly<Record<string, unknown>>; isContained: boolean } {
  const keys = toKeys(location)
  let schema: unknown = root
  let isContained = false
  for (let at = 0; at < keys.length - 1 && isRecord(schema);) {
    const keyword = keys[at++]!
    const next: unknown = keyword === '$ref' ? targetOf(schema, lookup) : schema[keyword]
    if (keyword === 'contains') isContained = true
    const isMap = keyword in schemaMapKeyword || keyword === 'dependencies'
    const isList = keyword in schemaArrayKeyword && Array.isArray(next)
    if ((isMap || isList) && at === keys.length) break
    schema = isMap || isList ? (next as Record<string, unknown> | undefined)?.[keys[at++]!] : next
  }
  return { schema: isRecord(schema) ? schema : {}, isContained }
}

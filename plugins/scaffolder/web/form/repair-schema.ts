import { compileJsonSchema, isRecord } from '@portico/core/common'
import { mapFields, type Fields } from './json-fields.ts'

const maxDepth = 50
const schemaMaps = new Set(['properties', 'patternProperties', 'dependencies', 'dependentSchemas', '$defs', 'definitions'])
const schemaLists = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])
const schemas = new Set(['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames'])
const shapes = ['type', 'enum', 'const', 'properties', 'items', 'oneOf', 'anyOf', 'allOf', '$ref', 'additionalProperties']

/** A schema that a form can be made of, and what is wrong with the one that was given, each with its path. */
export function repairSchema(given: Fields): { readonly schema: Fields; readonly problems: readonly string[] } {
  const problems = mistakesOf(given)
  if (problems.length === 0) return { schema: withTypes(given) as Fields, problems }
  const repaired = withoutMistakes(given, 0) as Fields
  const schema = mistakesOf(repaired).length === 0 ? repaired : (withoutReferences(repaired) as Fields)
  return { schema: withTypes(schema) as Fields, problems }
}

function mistakesOf(schema: unknown): readonly string[] {
  return compileJsonSchema(schema, { ignoreUnknownKeywords: true }).mistakes
}

/** Leaves out every keyword that cannot be read, and nothing else. */
function withoutMistakes(schema: unknown, depth: number): unknown {
  if (!isRecord(schema)) return typeof schema === 'boolean' ? schema : {}
  if (depth > maxDepth) return {}
  const inner = (part: unknown) => withoutMistakes(part, depth + 1)
  const kept = Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
    if (schemaMaps.has(key) && isRecord(value)) return [[key, mapFields(value, part => (Array.isArray(part) ? part : inner(part)))]]
    if (schemaLists.has(key) && Array.isArray(value) && value.length > 0) return [[key, value.map(inner)]]
    if (schemas.has(key) && !Array.isArray(value)) return isRecord(value) || typeof value === 'boolean' ? [[key, inner(value)]] : []
    return key === '$ref' || mistakesOf({ [key]: value }).length === 0 ? [[key, value]] : []
  })
  return Object.fromEntries(kept)
}

function withoutReferences(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutReferences)
  if (!isRecord(schema)) return schema
  const { $ref: _ref, ...rest } = schema
  return mapFields(rest, withoutReferences)
}

/** A field that says nothing about its type is a text. */
function withTypes(schema: unknown): unknown {
  if (!isRecord(schema)) return schema
  const typed = mapFields(schema, (value, key) => {
    if (key === 'properties' && isRecord(value)) return mapFields(value, property => withTypes(asText(property)))
    if (schemaMaps.has(key) && isRecord(value)) return mapFields(value, withTypes)
    if (schemaLists.has(key) && Array.isArray(value)) return value.map(withTypes)
    return key === 'items' || key === 'then' || key === 'else' ? withTypes(value) : value
  })
  return typed
}

function asText(property: unknown): unknown {
  const isShown = isRecord(property) && ('title' in property || 'description' in property)
  return isShown && !shapes.some(key => key in property) ? { ...property, type: 'string' } : property
}

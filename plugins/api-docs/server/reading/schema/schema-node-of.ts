import type { SchemaNode, SchemaProperty } from '@portico/api-docs/common'
import { externalDocsOf, fieldsOf, isFields, listOf, present, textOf, textsOf, type Fields } from '../document/json-values.ts'
import type { DocumentPath } from '../document/open-document.ts'
import { constraintsOf, enumTextsOf, examplesOf, furtherOf, typesOf } from './schema-words.ts'

/** Reads a schema that stands inside of another one. */
export type ReadInner = (schema: unknown, path: DocumentPath) => SchemaNode

/** A schema with all its words. What it refers to is added by the caller. */
export function schemaNodeOf(schema: Fields, path: DocumentPath, read: ReadInner): SchemaNode {
  const at = (word: string) => (schema[word] === undefined ? undefined : read(schema[word], [...path, word]))
  const constraints = constraintsOf(schema)
  return present({
    types: typesOf(schema),
    format: textOf(schema.format) ?? (schema.type === 'file' ? 'binary' : undefined),
    title: textOf(schema.title),
    description: textOf(schema.description),
    isDeprecated: isTrue(schema.deprecated) ?? isTrue(schema['x-deprecated']),
    isReadOnly: isTrue(schema.readOnly),
    isWriteOnly: isTrue(schema.writeOnly),
    constraints: constraints.length === 0 ? undefined : constraints,
    enum: Array.isArray(schema.enum) ? schema.enum : undefined,
    enumTexts: enumTextsOf(schema),
    const: schema.const,
    default: schema.default,
    examples: examplesOf(schema),
    ...membersOf(schema, path, read),
    ...itemsOf(schema, path, read),
    ...combinedOf(schema, path, read),
    contains: at('contains'),
    propertyNames: at('propertyNames'),
    not: at('not'),
    if: at('if'),
    // oxlint-disable-next-line unicorn/no-thenable -- the word of JSON Schema
    then: at('then'),
    else: at('else'),
    externalDocs: externalDocsOf(schema.externalDocs),
    extensions: furtherOf(schema),
  })
}

function isTrue(value: unknown): true | undefined {
  return value === true || value === 'true' ? true : undefined
}

function membersOf(schema: Fields, path: DocumentPath, read: ReadInner) {
  const required = new Set(textsOf(schema.required))
  const entries = isFields(schema.properties) ? Object.entries(schema.properties) : []
  const properties = entries.map(([name, inner]): SchemaProperty => {
    const isRequired = required.has(name) || fieldsOf(inner).required === true
    return { name, ...(isRequired && { isRequired }), schema: read(inner, [...path, 'properties', name]) }
  })
  // What must be there without being described is a property too: `anyOf: [{ required: [name] }, …]`. Beside a reference it would hide those.
  const undescribed =
    entries.length > 0 || schema.$ref === undefined ? [...required].filter(name => !Object.hasOwn(fieldsOf(schema.properties), name)) : []
  for (const name of undescribed) properties.push({ name, isRequired: true, schema: {} })
  const patterns = Object.entries(fieldsOf(schema.patternProperties)).map(([pattern, inner]) => ({
    pattern,
    schema: read(inner, [...path, 'patternProperties', pattern]),
  }))
  const word = schema.additionalProperties === undefined ? 'unevaluatedProperties' : 'additionalProperties'
  return {
    properties: properties.length === 0 ? undefined : properties,
    patternProperties: patterns.length === 0 ? undefined : patterns,
    additionalProperties: schemaOrBoolean(schema[word], [...path, word], read),
  }
}

function schemaOrBoolean(value: unknown, path: DocumentPath, read: ReadInner): SchemaNode | boolean | undefined {
  if (typeof value === 'boolean' || value === undefined) return value
  return read(value, path)
}

function itemsOf(schema: Fields, path: DocumentPath, read: ReadInner) {
  const { items, prefixItems, additionalItems } = schema
  const listed = Array.isArray(prefixItems) ? (['prefixItems', prefixItems] as const) : (['items', items] as const)
  const prefix = Array.isArray(listed[1]) ? listed[1].map((inner, at) => read(inner, [...path, listed[0], at])) : undefined
  const [word, rest] = Array.isArray(items) ? (['additionalItems', additionalItems] as const) : (['items', items] as const)
  return { prefixItems: prefix, items: rest === undefined || rest === false ? undefined : read(rest, [...path, word]) }
}

function combinedOf(schema: Fields, path: DocumentPath, read: ReadInner) {
  const all = (word: 'oneOf' | 'anyOf' | 'allOf') => {
    const list = listOf(schema[word])
    return list.length === 0 ? undefined : list.map((inner, at) => read(inner, [...path, word, at]))
  }
  return { oneOf: all('oneOf'), anyOf: all('anyOf'), allOf: all('allOf') }
}

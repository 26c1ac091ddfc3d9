import { fieldsOf, isFields, listOf, textOf, type Fields } from '../document/json-values.ts'

const constraintWords = [
  'multipleOf',
  'minimum',
  'exclusiveMinimum',
  'maximum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minContains',
  'maxContains',
  'minProperties',
  'maxProperties',
  'contentEncoding',
  'contentMediaType',
  'collectionFormat',
  'dependentRequired',
]

/** Words of schemas that have no place of their own in the model, and are worth being shown. */
const furtherWords = ['xml', 'contentSchema', 'dependentSchemas', 'dependencies', 'unevaluatedItems', '$comment']

/** The constraints of a schema. Both ways of saying that a bound itself is excluded become the newer one, which has the number. */
export function constraintsOf(schema: Fields): (readonly [string, unknown])[] {
  return constraintWords.flatMap(word => {
    const value = schema[word]
    if (value === undefined || value === null || value === false) return []
    if ((word === 'minimum' || word === 'maximum') && schema[exclusiveOf(word)] === true) return []
    if (value === true && word.startsWith('exclusive')) {
      const bound = schema[word === 'exclusiveMinimum' ? 'minimum' : 'maximum']
      return bound === undefined ? [] : [[word, bound] as const]
    }
    return [[word, value] as const]
  })
}

function exclusiveOf(word: 'minimum' | 'maximum'): string {
  return word === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum'
}

/** `null` is among the types of what may be null, however the definition says it. */
export function typesOf(schema: Fields): string[] | undefined {
  const { type } = schema
  const said = (Array.isArray(type) ? type : [type]).flatMap(name => (typeof name === 'string' ? (name === 'file' ? 'string' : name) : []))
  const types = said.length > 0 ? said : impliedTypes(schema)
  const isNullable = schema.nullable === true || schema['x-nullable'] === true
  if (isNullable && !types.includes('null')) types.push('null')
  return types.length === 0 ? undefined : types
}

/** Many definitions leave out the type where it is plain. */
function impliedTypes(schema: Fields): string[] {
  if (isFields(schema.properties) || isFields(schema.additionalProperties)) return ['object']
  return schema.items !== undefined || schema.prefixItems !== undefined ? ['array'] : []
}

export function enumTextsOf(schema: Fields): Record<string, string> | undefined {
  const values = listOf(schema.enum)
  const said = schema['x-enum-descriptions'] ?? schema['x-enumDescriptions'] ?? schema['x-enum-varnames']
  const azure = listOf(fieldsOf(schema['x-ms-enum']).values).map(fieldsOf)
  const pairs = Array.isArray(said)
    ? said.map((text, at) => [values[at], text] as const)
    : [...Object.entries(fieldsOf(said)), ...azure.map(({ value, description }) => [value, description] as const)]
  const texts = pairs.flatMap(([value, text]) => {
    const words = textOf(text)
    return value === undefined || words === undefined ? [] : [[String(value), words] as const]
  })
  return texts.length === 0 ? undefined : Object.fromEntries(texts)
}

/** The examples of a schema: `example`, and `examples` as a list or by name. */
export function examplesOf(schema: Fields): unknown[] | undefined {
  const { example, examples, 'x-example': further } = schema
  const many = Array.isArray(examples)
    ? examples
    : Object.values(fieldsOf(examples)).map(item => (isFields(item) && 'value' in item ? item.value : item))
  const all = [...(example === undefined ? [] : [example]), ...many, ...(further === undefined ? [] : [further])]
  return all.length === 0 ? undefined : all
}

const ownExtensions = ['x-nullable', 'x-enum-descriptions', 'x-enumDescriptions', 'x-example']

/** `x-…`, and further words. */
export function furtherOf(schema: Fields): Fields | undefined {
  const names = Object.keys(schema).filter(name => furtherWords.includes(name) || (name.startsWith('x-') && !ownExtensions.includes(name)))
  return names.length === 0 ? undefined : Object.fromEntries(names.map(name => [name, schema[name]]))
}

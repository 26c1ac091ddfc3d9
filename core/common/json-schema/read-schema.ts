import { dereference, schemaArrayKeyword, schemaKeyword, schemaMapKeyword } from '@cfworker/json-schema'
import { isRecord } from '../values.ts'
import { showValue } from '../problem.ts'

type Fields = Readonly<Record<string, unknown>>

/** What a validator reads of a schema, by the address of each part. */
export type SchemaLookup = ReturnType<typeof dereference>

export interface ReadSchema {
  /** A copy of the schema, which the validator may write into; undefined where there are mistakes. */
  readonly schema: Fields | boolean | undefined
  readonly mistakes: readonly string[]
  readonly lookup: SchemaLookup
}

const maxParts = 10_000
const maxDepth = 100

/** Read by people, by editors or beside another keyword; never a reason to refuse a value. */
const annotations = new Set(
  '$schema $id id $comment $anchor $vocabulary title description default example examples deprecated readOnly writeOnly contentMediaType contentEncoding contentSchema'.split(
    ' ',
  ),
)

// The validator ignores the first two and does not terminate on the others.
const refused = new Set(['$dynamicRef', '$dynamicAnchor', '$recursiveRef', '$recursiveAnchor'])

const typeNames = ['string', 'number', 'integer', 'boolean', 'null', 'array', 'object']

const isText = (value: unknown) => typeof value === 'string'
const isTexts = (value: unknown) => Array.isArray(value) && value.every(isText)
const isCount = (value: unknown) => Number.isInteger(value) && (value as number) >= 0

function isTypes(value: unknown): boolean {
  const names: unknown[] = Array.isArray(value) ? value : [value]
  return names.length > 0 && names.every(name => typeNames.includes(name as string))
}

function isPattern(source: unknown): boolean {
  try {
    return typeof source === 'string' && new RegExp(source, 'u') instanceof RegExp
  } catch {
    return false
  }
}

interface Shape {
  readonly is: (value: unknown) => boolean
  readonly words: (value: unknown, name: string) => string
}

const number: Shape = { is: value => Number.isFinite(value), words: value => `${showValue(value)} is not a number` }
const count: Shape = { is: isCount, words: value => `${showValue(value)} is not a whole number of 0 or more` }
const schemaList: Shape = {
  is: value => Array.isArray(value) && value.length > 0,
  words: (_value, name) => `'${name}' is a list of at least one schema`,
}
const schemaMap: Shape = { is: isRecord, words: (_value, name) => `'${name}' is an object` }
const text: Shape = { is: isText, words: (value, name) => `'${name}' is a text, not ${showValue(value)}` }

const shapes: Readonly<Record<string, Shape>> = {
  $ref: text,
  type: { is: isTypes, words: value => `${(Array.isArray(value) ? value : [value]).map(showValue).join(', ')} is not a type` },
  enum: { is: value => Array.isArray(value) && value.length > 0, words: () => "'enum' is a list of at least one value" },
  const: { is: () => true, words: () => '' },
  format: text,
  pattern: { is: isPattern, words: value => `${showValue(value)} is not a pattern` },
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  exclusiveMaximum: number,
  multipleOf: {
    is: value => Number.isFinite(value) && (value as number) > 0,
    words: value => `${showValue(value)} is not a number above 0`,
  },
  minLength: count,
  maxLength: count,
  minItems: count,
  maxItems: count,
  minContains: count,
  maxContains: count,
  minProperties: count,
  maxProperties: count,
  uniqueItems: { is: value => typeof value === 'boolean', words: value => `'uniqueItems' is true or false, not ${showValue(value)}` },
  required: { is: isTexts, words: () => "'required' is a list of names" },
  dependentRequired: {
    is: value => isRecord(value) && Object.values(value).every(isTexts),
    words: () => "'dependentRequired' is an object of lists",
  },
  patternProperties: {
    is: value => isRecord(value) && Object.keys(value).every(isPattern),
    words: () => "'patternProperties' is an object whose keys are patterns",
  },
  properties: schemaMap,
  $defs: schemaMap,
  definitions: schemaMap,
  dependentSchemas: schemaMap,
  dependencies: schemaMap,
  allOf: schemaList,
  anyOf: schemaList,
  oneOf: schemaList,
  prefixItems: schemaList,
}

/** The schemas that a keyword holds, each with its path. */
export function subSchemas(name: string, value: unknown): [way: string, schema: unknown][] {
  if (Array.isArray(value)) return name in schemaArrayKeyword ? value.map((schema, index) => [`${name}/${index}`, schema]) : []
  if (name in schemaMapKeyword && isRecord(value)) return Object.entries(value).map(([key, schema]) => [`${name}/${key}`, schema])
  if (name === 'dependencies' && isRecord(value))
    return Object.entries(value).flatMap(([key, schema]) => (isTexts(schema) ? [] : [[`${name}/${key}`, schema]]))
  return name in schemaKeyword ? [[name, value]] : []
}

/** Reads a schema and finds all mistakes in it, each with its position. */
export function readSchema(root: unknown, options: { ignoreUnknownKeywords: boolean }): ReadSchema {
  const mistakes: string[] = []
  let parts = 0

  function visit(schema: unknown, where: string, depth: number): void {
    if (typeof schema === 'boolean') return
    if (!isRecord(schema)) return void mistakes.push(`${where}: a schema is an object, true or false`)
    if (++parts > maxParts || depth > maxDepth) return
    for (const [name, value] of Object.entries(schema)) {
      const shape = Object.hasOwn(shapes, name) ? shapes[name] : undefined
      if (shape && !shape.is(value)) {
        mistakes.push(`${where}: ${shape.words(value, name)}`)
        continue
      }
      const isKnown = shape !== undefined || name in schemaKeyword || annotations.has(name) || name.startsWith('x-')
      if (refused.has(name) || (!isKnown && !options.ignoreUnknownKeywords))
        mistakes.push(`${where}: the keyword '${name}' is not supported`)
      for (const [way, part] of subSchemas(name, value)) visit(part, `${where}/${way}`, depth + 1)
    }
    if (depth === maxDepth) mistakes.push(`${where}: a schema is at most ${maxDepth} levels deep`)
  }

  visit(root, '#', 0)
  if (parts > maxParts) mistakes.push(`#: a schema has at most ${maxParts} parts`)
  return mistakes.length > 0 ? { schema: undefined, mistakes, lookup: {} } : resolveReferences(root as Fields | boolean)
}

function resolveReferences(root: Fields | boolean): ReadSchema {
  try {
    const schema = structuredClone(root)
    const lookup = dereference(schema as Parameters<typeof dereference>[0])
    return { schema, mistakes: referenceMistakes(lookup), lookup }
  } catch (error) {
    return { schema: undefined, mistakes: [`#: ${error instanceof Error ? error.message : String(error)}`], lookup: {} }
  }
}

function referenceMistakes(lookup: SchemaLookup): string[] {
  const schemas = [...new Set(Object.values(lookup))].filter(isRecord)
  const lost = schemas.flatMap(schema => {
    const { $ref: ref } = schema
    if (typeof ref !== 'string' || targetOf(schema, lookup) !== undefined) return []
    const what = ref.startsWith('#')
      ? `'${ref}' leads nowhere`
      : `only references inside the schema are followed ('#/$defs/x'), not '${ref}'`
    return [`${locationOf(schema)}: ${what}`]
  })
  return lost.length > 0 ? lost : circles(schemas, lookup)
}

/** The schema that a reference stands for. */
export function targetOf(schema: Fields, lookup: SchemaLookup): unknown {
  return lookup[String(schema['__absolute_ref__'] ?? schema['$ref'])]
}

function locationOf(schema: Fields): string {
  return `#${String(schema['__absolute_uri__']).split('#')[1] ?? ''}`
}

const inPlaceApplicators = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas', 'dependencies']

/** A schema that refers to itself without a step into the value would never terminate. */
function circles(schemas: readonly Fields[], lookup: SchemaLookup): string[] {
  const state = new Map<Fields, 'open' | 'done'>()
  const found: string[] = []

  function follow(schema: unknown): void {
    if (!isRecord(schema) || state.get(schema) === 'done') return
    if (state.get(schema) === 'open')
      return void found.push(`${locationOf(schema)}: the schema refers to itself without a step into the value`)
    state.set(schema, 'open')
    if (schema['$ref'] !== undefined) follow(targetOf(schema, lookup))
    for (const name of inPlaceApplicators) for (const [, part] of subSchemas(name, schema[name])) follow(part)
    state.set(schema, 'done')
  }

  schemas.forEach(follow)
  return found
}

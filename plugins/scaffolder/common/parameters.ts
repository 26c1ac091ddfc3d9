import { compileJsonSchema, isRecord, type Problem } from '@portico/core/common'
import type { JsonObject } from './task.ts'

/** One thing that is wrong with the values of a form, as the wire has it. */
export interface ParameterError {
  readonly path: readonly (string | number)[]
  readonly property: string
  readonly message: string
  readonly schema: unknown
  readonly instance: unknown
  readonly name: string
  readonly argument: unknown
  readonly stack: string
}

type Schema = Readonly<Record<string, unknown>>

/** Everything that is wrong with the values, page by page. The verdict is the same in the browser and on the server. */
export function checkParameters(pages: readonly Schema[], values: JsonObject): ParameterError[] {
  return pages.flatMap(page => {
    const { check } = compileJsonSchema(page, { ignoreUnknownKeywords: true })
    return check(values).map(problem => toParameterError(page, values, problem))
  })
}

/** The message without the path in front of it, as a form shows it beside the field. */
function toParameterError(page: Schema, values: unknown, { path, message }: Problem): ParameterError {
  const instance = valueAt(values, path)
  const schema = schemaAt(page, path)
  const text = message.replace(/^[^\s:]+: /, '')
  const { name, argument } = failedKeyword(schema, instance, path)
  const property = ['instance', ...path].map((key, at) => (at === 0 ? key : typeof key === 'number' ? `[${key}]` : `.${key}`)).join('')
  return { path, property, message: text, schema, instance, name, argument, stack: `${property} ${text}` }
}

function failedKeyword(schema: unknown, instance: unknown, path: Problem['path']): { name: string; argument: unknown } {
  if (instance === undefined) return { name: 'required', argument: path.at(-1) }
  if (!isRecord(schema)) return { name: 'invalid', argument: undefined }
  const failed = Object.entries(schema).find(([keyword, value]) => {
    const { check, mistakes } = compileJsonSchema({ [keyword]: value }, { ignoreUnknownKeywords: true })
    return mistakes.length === 0 && check(instance).length > 0
  })
  return failed ? { name: failed[0], argument: failed[1] } : { name: 'invalid', argument: undefined }
}

function valueAt(value: unknown, path: Problem['path']): unknown {
  return path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? (at as Record<string | number, unknown>)[key] : undefined),
    value,
  )
}

function schemaAt(schema: unknown, path: Problem['path']): unknown {
  return path.reduce<unknown>((at, key) => {
    if (!isRecord(at)) return undefined
    if (typeof key === 'number') return Array.isArray(at['items']) ? at['items'][key] : at['items']
    return partsOf(at).flatMap(part => (isRecord(part['properties']) && key in part['properties'] ? [part['properties'][key]] : []))[0]
  }, schema)
}

/** A schema and every schema that may apply to the same value. */
function partsOf(schema: Schema): Schema[] {
  const lists = ['allOf', 'anyOf', 'oneOf'].flatMap(key => (Array.isArray(schema[key]) ? (schema[key] as unknown[]) : []))
  const maps = ['dependencies', 'dependentSchemas'].flatMap(key => (isRecord(schema[key]) ? Object.values(schema[key]) : []))
  const inner = [...lists, ...maps, schema['then'], schema['else']].filter(isRecord)
  return [schema, ...inner.flatMap(partsOf)]
}

/** The properties of a page that are shown for the current values, and which of them are required. */
export interface ActiveFields {
  readonly properties: Readonly<Record<string, Schema>>
  readonly required: readonly string[]
}

/** Resolves dependencies, conditions and alternatives of a page for the current values. */
export function activeFields(page: Schema, values: JsonObject): ActiveFields {
  const own: ActiveFields = {
    properties: isRecord(page['properties']) ? (page['properties'] as Record<string, Schema>) : {},
    required: Array.isArray(page['required']) ? page['required'].map(String) : [],
  }
  return branchesOf(page, values)
    .map(branch => activeFields(branch, values))
    .reduce(
      (all, next) => ({ properties: mergeProperties(all.properties, next.properties), required: [...all.required, ...next.required] }),
      own,
    )
}

function mergeProperties(first: ActiveFields['properties'], second: ActiveFields['properties']): ActiveFields['properties'] {
  const merged = Object.entries(second).map(([name, schema]) => [name, { ...first[name], ...schema }])
  return { ...first, ...Object.fromEntries(merged) }
}

function branchesOf(page: Schema, values: JsonObject): Schema[] {
  const found: Schema[] = []
  for (const key of ['dependencies', 'dependentSchemas', 'dependentRequired'])
    for (const [name, needed] of Object.entries(isRecord(page[key]) ? page[key] : {})) {
      if (values[name] === undefined) continue
      if (Array.isArray(needed)) found.push({ required: needed })
      else if (isRecord(needed)) found.push(...dependencyBranches(needed, name, values))
    }
  if (Array.isArray(page['allOf'])) found.push(...page['allOf'].filter(isRecord))
  if (page['if'] !== undefined) found.push(...[fits(page['if'], values) ? page['then'] : page['else']].filter(isRecord))
  for (const key of ['oneOf', 'anyOf'])
    if (Array.isArray(page[key]))
      found.push(
        ...page[key]
          .filter(isRecord)
          .filter(each => fitsShown(each, values))
          .slice(0, 1),
      )
  return found
}

/** Of the alternatives of a dependency, the one that its own property chooses. */
function dependencyBranches(schema: Schema, name: string, values: JsonObject): Schema[] {
  const { oneOf, ...rest } = schema
  if (!Array.isArray(oneOf)) return [schema]
  const chosen = oneOf.filter(isRecord).find(each => {
    const property = isRecord(each['properties']) ? each['properties'][name] : undefined
    return property === undefined || fits(property, values[name])
  })
  return [rest, ...(chosen ? [chosen] : [])]
}

/** Whether an alternative fits the values that are there: a field that is still empty does not rule it out. */
function fitsShown(schema: Schema, values: JsonObject): boolean {
  const { required: _required, ...rest } = schema
  return fits(rest, values)
}

function fits(schema: unknown, value: unknown): boolean {
  const { check, mistakes } = compileJsonSchema(schema, { ignoreUnknownKeywords: true })
  return mistakes.length === 0 && check(value).length === 0
}

const maxRounds = 20

/** The values without those of fields that are not shown. Hiding one field can hide another, so it is repeated until nothing changes. */
export function visibleValues(pages: readonly Schema[], values: JsonObject): JsonObject {
  const declared = new Set(
    pages.flatMap(page => partsOf(page).flatMap(part => Object.keys(isRecord(part['properties']) ? part['properties'] : {}))),
  )
  let current = values
  for (let round = 0; round < maxRounds; round += 1) {
    const fields = pages.map(page => activeFields(page, current).properties)
    const next = Object.fromEntries(
      Object.entries(current)
        .filter(([name]) => !declared.has(name) || fields.some(properties => name in properties))
        .map(([name, value]) => [name, visibleValue(fields.find(properties => name in properties)?.[name], value)]),
    )
    if (Object.keys(next).length === Object.keys(current).length) return next
    current = next
  }
  return current
}

function visibleValue(schema: Schema | undefined, value: unknown): unknown {
  return schema && isRecord(value) && isRecord(schema['properties']) ? visibleValues([schema], value as JsonObject) : value
}

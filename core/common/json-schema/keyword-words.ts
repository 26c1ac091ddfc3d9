import { deepCompareStrict } from '@cfworker/json-schema'
import { isRecord } from '../values.ts'
import { invalidField, missingField, problem, showValue, type Problem } from '../problem.ts'

type Fields = Readonly<Record<string, unknown>>

interface Failure {
  readonly value: unknown
  readonly path: readonly (string | number)[]
  /** The schema that the keyword stands in. */
  readonly schema: Fields
}

const typeWords: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  null: 'null',
  array: 'a list',
  object: 'an object',
}

const formatWords: Readonly<Record<string, string>> = {
  email: 'an e-mail address',
  uri: 'a whole URL',
  'date-time': 'a date and time, such as 2026-01-31T12:00:00Z',
  date: 'a date, such as 2026-01-31',
  uuid: 'a UUID',
  regex: 'a regular expression',
}

/** What is allowed, for keywords that define it by themselves. */
const allowed: Readonly<Record<string, (limit: unknown, schema: Fields) => string>> = {
  type: names =>
    [names]
      .flat()
      .map(name => typeWords[String(name)] ?? String(name))
      .join(' or '),
  enum: values => `one of ${(values as unknown[]).map(showValue).join(', ')}`,
  const: showValue,
  minLength: limit => (limit === 1 ? 'a text of at least 1 character' : `a text of at least ${String(limit)} characters`),
  maxLength: limit => `a text of at most ${String(limit)} characters`,
  pattern: source => `a text that matches ${String(source)}`,
  format: name => formatWords[String(name)] ?? `a text of the format ${String(name)}`,
  minimum: limit => `a number of at least ${String(limit)}`,
  maximum: limit => `a number of at most ${String(limit)}`,
  exclusiveMinimum: limit => `a number above ${String(limit)}`,
  exclusiveMaximum: limit => `a number below ${String(limit)}`,
  multipleOf: limit => `a multiple of ${String(limit)}`,
  minItems: limit => `a list of at least ${String(limit)}`,
  maxItems: limit => `a list of at most ${String(limit)}`,
  minProperties: limit => `an object of at least ${String(limit)} keys`,
  maxProperties: limit => `an object of at most ${String(limit)} keys`,
  contains: containedWords,
  minContains: containedWords,
  maxContains: containedWords,
}

function containedWords(_limit: unknown, { minContains = 1, maxContains }: Fields): string {
  const end = maxContains === undefined ? '' : `, at most ${String(maxContains)}`
  return `a list with ${String(minContains)} or more of the items described${end}`
}

/** Keywords whose problems lie at the parts of a value. */
const elsewhere: Readonly<Record<string, (failure: Failure) => Problem[]>> = {
  required: ({ value, path, schema }) =>
    missing(value, schema['required']).map(name => missingField([...path, name], wantedWords(schema, name))),
  dependentRequired: failure => dependents(failure, 'dependentRequired'),
  dependencies: failure => dependents(failure, 'dependencies'),
  uniqueItems: ({ value, path }) => {
    const list = value as unknown[]
    const repeated = indexOfRepeated(list)
    return [invalidField([...path, repeated], list[repeated], 'a list without repetitions')]
  },
  not: ({ path }) => [problem(path, 'is written in a way that is not allowed here')],
  false: ({ path }) => [problem(path, 'is not allowed here')],
}

/** The problems that a keyword has with a value; none for a keyword that only leads to others. */
export function problemsOf(keyword: string, failure: Failure): Problem[] {
  const words = Object.hasOwn(allowed, keyword) ? allowed[keyword] : undefined
  if (words) return [invalidField(failure.path, failure.value, words(failure.schema[keyword], failure.schema))]
  return (Object.hasOwn(elsewhere, keyword) ? elsewhere[keyword]?.(failure) : undefined) ?? []
}

/** In the order in which the validator looks, so that it takes no longer than the validator. */
function indexOfRepeated(list: readonly unknown[]): number {
  for (const [index, item] of list.entries()) {
    const repeated = list.findIndex((other, at) => at > index && deepCompareStrict(item, other))
    if (repeated !== -1) return repeated
  }
  return -1
}

function missing(value: unknown, names: unknown): string[] {
  if (!isRecord(value) || !Array.isArray(names)) return []
  return names.map(String).filter(name => !Object.hasOwn(value, name))
}

/** The expected type of a missing field, where its schema has a single one. */
function wantedWords(schema: Fields, name: string): string {
  const property = isRecord(schema['properties']) ? schema['properties'][name] : undefined
  if (!isRecord(property)) return 'it is required'
  if (typeof property['description'] === 'string') return `it is required (${property['description']})`
  const type = String(property['type'])
  return ['string', 'array', 'object'].includes(type) ? `${typeWords[type]} is required` : 'it is required'
}

function dependents({ value, path, schema }: Failure, keyword: string): Problem[] {
  const dependencies = schema[keyword]
  if (!isRecord(value) || !isRecord(dependencies)) return []
  return Object.entries(dependencies).flatMap(([trigger, names]) =>
    Object.hasOwn(value, trigger)
      ? missing(value, names).map(name => missingField([...path, name], `it is required beside ${trigger}`))
      : [],
  )
}

import { invalidField, showValue } from '../problem.ts'
import type { Check, Keyword } from './check.ts'
import { isEqual } from './equality.ts'

const typeTests: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: value => typeof value === 'string',
  number: value => typeof value === 'number' && !Number.isNaN(value),
  integer: value => Number.isInteger(value),
  boolean: value => typeof value === 'boolean',
  null: value => value === null,
  array: value => Array.isArray(value),
  object: value => typeof value === 'object' && value !== null && !Array.isArray(value),
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

const formats: Readonly<Record<string, { is: (text: string) => boolean; words: string }>> = {
  email: { is: text => /^[^\s@]+@[^\s@]+$/.test(text), words: 'an e-mail address' },
  uri: { is: text => URL.canParse(text), words: 'a whole URL' },
  'date-time': {
    is: text => /^\d{4}-\d\d-\d\dT\d\d:\d\d/i.test(text) && !Number.isNaN(Date.parse(text)),
    words: 'a date and time, such as 2026-01-31T12:00:00Z',
  },
  date: { is: text => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)), words: 'a date, such as 2026-01-31' },
  uuid: { is: text => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text), words: 'a UUID' },
  regex: { is: text => toPattern(text) !== undefined, words: 'a regular expression' },
}

/** A pattern of a schema; undefined where it is none. */
export function toPattern(source: unknown): RegExp | undefined {
  try {
    return typeof source === 'string' ? new RegExp(source, 'u') : undefined
  } catch {
    return undefined
  }
}

/** A check of values that pass a test or are of a type that the keyword says nothing about. */
function rule<T>(applies: (value: unknown) => value is T, test: (value: T) => boolean, allowed: string): Check {
  return (value, path, problems) => {
    if (applies(value) && !test(value)) problems.push(invalidField(path, value, allowed))
  }
}

const isAnything = (_value: unknown): _value is unknown => true
const isText = (value: unknown): value is string => typeof value === 'string'
const isNumber = (value: unknown): value is number => typeof value === 'number'

function bound<T>(
  applies: (value: unknown) => value is T,
  words: (limit: number) => string,
  test: (value: T, limit: number) => boolean,
): Keyword {
  return (limit, { mistake }) =>
    typeof limit === 'number' ? rule(applies, value => test(value, limit), words(limit)) : mistake(`${showValue(limit)} is not a number`)
}

/** Whether a text has so many characters as people count them; counted only where the text's own length leaves it open. */
function hasLength(text: string, least: number): boolean {
  if (least <= 1 || text.length < least) return text.length >= least
  return text.length >= 2 * least || [...text].length >= least
}

/** Keywords about one value by itself. */
export const valueKeywords: Readonly<Record<string, Keyword>> = {
  type(type, { mistake }) {
    const names: unknown[] = Array.isArray(type) ? type : [type]
    const tests = names.map(name => (typeof name === 'string' ? typeTests[name] : undefined)).filter(test => test !== undefined)
    if (names.length === 0 || tests.length !== names.length) return mistake(`${names.map(showValue).join(', ')} is not a type`)
    const allowed = names.map(name => typeWords[String(name)]).join(' or ')
    return (value, path, problems) => {
      if (!tests.some(test => test(value))) problems.push(invalidField(path, value, allowed))
    }
  },
  enum(values, { mistake }) {
    if (!Array.isArray(values) || values.length === 0) return mistake("'enum' is a list of at least one value")
    const allowed = `one of ${values.map(showValue).join(', ')}`
    return rule(isAnything, value => values.some(other => isEqual(value, other)), allowed)
  },
  const: wanted => rule(isAnything, value => isEqual(value, wanted), showValue(wanted)),
  minLength: bound(isText, limit => (limit === 1 ? 'a text of at least 1 character' : `a text of at least ${limit} characters`), hasLength),
  maxLength: bound(
    isText,
    limit => `a text of at most ${limit} characters`,
    (text, limit) => !hasLength(text, limit + 1),
  ),
  minimum: bound(
    isNumber,
    limit => `a number of at least ${limit}`,
    (value, limit) => value >= limit,
  ),
  maximum: bound(
    isNumber,
    limit => `a number of at most ${limit}`,
    (value, limit) => value <= limit,
  ),
  exclusiveMinimum: bound(
    isNumber,
    limit => `a number above ${limit}`,
    (value, limit) => value > limit,
  ),
  exclusiveMaximum: bound(
    isNumber,
    limit => `a number below ${limit}`,
    (value, limit) => value < limit,
  ),
  multipleOf: bound(
    isNumber,
    limit => `a multiple of ${limit}`,
    (value, limit) => isMultiple(value, limit),
  ),
  pattern(source, { mistake }) {
    const pattern = toPattern(source)
    return pattern
      ? rule(isText, text => pattern.test(text), `a text that matches ${String(source)}`)
      : mistake(`${showValue(source)} is not a pattern`)
  },
  /** A format nobody here knows is a note to the reader, as JSON Schema has it. */
  format(name) {
    const format = typeof name === 'string' && Object.hasOwn(formats, name) ? formats[name] : undefined
    return format && rule(isText, format.is, format.words)
  },
}

function isMultiple(value: number, of: number): boolean {
  const quotient = value / of
  return Math.abs(quotient - Math.round(quotient)) < 1e-9
}

import { configAt, isConfigObject } from '@portico/core/common'
import type { z } from 'zod'
import { pathText } from './config-path.ts'
import type { ConfigPath } from './config-path.ts'
import { childSchemas, spotOf } from './spot.ts'
import type { AnySchema, Spot } from './spot.ts'

type Issue = z.core.$ZodIssue

interface Where {
  readonly schema: AnySchema
  readonly section: ConfigPath
  readonly input: unknown
  readonly locationOf: (path: ConfigPath) => string | undefined
}

/** What Zod found wrong with a section, in sentences: the key, what is expected, what was found, and where it was written. */
export function describeIssues(issues: readonly Issue[], where: Where): string[] {
  return [...new Set(issues.flatMap(issue => describeIssue(issue, [], where)))]
}

function describeIssue(issue: Issue, outer: ConfigPath, where: Where): string[] {
  const inner = [...outer, ...issue.path.map(key => (typeof key === 'number' ? key : String(key)))]
  const path = [...where.section, ...inner]
  const value = inner.length === 0 ? where.input : configAt(where.input, inner)
  const location = where.locationOf(path)
  const report = (sentence: string) => [`${pathText(path)}: ${sentence}${location === undefined ? '' : ` (${location})`}`]
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const branch = bestBranch(issue.errors)
    if (branch) return branch.flatMap(nested => describeIssue(nested, inner, where))
  }
  if (issue.code === 'unrecognized_keys') return report(`cannot have ${issue.keys.map(key => `'${key}'`).join(', ')} here`)
  const expected = expectation(issue)
  const spot = spotAt(where.schema, where.input, inner)
  if (expected === undefined) return report(spot.secret && value ? issue.message.replaceAll(String(value), '…') : issue.message)
  if (value === undefined) return report(`is required, ${expected}`)
  return report(`${expected}, found ${describeValue(value, spot)}`)
}

/** The option of a union that was most likely meant: one that failed deeper inside. None when all of them reject the value as a whole. */
function bestBranch(branches: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  const entered = branches.filter(branch => branch.every(issue => issue.code !== 'invalid_type' || issue.path.length > 0))
  const weight = (branch: readonly Issue[]) => branch.reduce((sum, issue) => sum + (issue.code === 'custom' ? 0.5 : 1), 0)
  return entered.sort((a, b) => weight(a) - weight(b))[0]
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
}

/** Zod's message in our wording; undefined where the schema has a message of its own. */
function expectation(issue: Issue): string | undefined {
  if (!/^Invalid (input|option|discriminator|element)/.test(issue.message)) return undefined
  const wanted = [...new Set(wantedBy(issue))]
  return wanted.length === 0 ? undefined : `expected ${wanted.join(' or ')}`
}

function wantedBy(issue: Issue): string[] {
  switch (issue.code) {
    case 'invalid_type':
      return [kinds[issue.expected] ?? issue.expected]
    case 'invalid_value':
      return issue.values.map(value => JSON.stringify(value) ?? String(value))
    case 'invalid_union':
      if ('options' in issue && Array.isArray(issue.options)) return issue.options.map(option => JSON.stringify(option) ?? String(option))
      return issue.errors.flatMap(branch => branch.flatMap(wantedBy))
    default:
      return []
  }
}

function spotAt(schema: AnySchema, input: unknown, path: ConfigPath): Spot {
  let spot = spotOf([schema], input)
  let value = input
  for (const key of path) {
    value = configAt(value, [key])
    spot = spotOf(childSchemas(spot, key), value, spot)
  }
  return spot
}

/** A value in a message. A secret is never shown, nor a text where an object is expected: it may hold one. */
function describeValue(value: unknown, spot: Spot): string {
  if (Array.isArray(value)) return 'a list'
  if (isConfigObject(value)) return 'an object'
  const takesPlainValues = spot.bases.some(
    base => !['object', 'record', 'array', 'tuple'].includes((base as z.core.$ZodTypes)._zod.def.type),
  )
  if (spot.secret || !takesPlainValues) return kinds[typeof value] ?? typeof value
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 60 ? `${text.slice(0, 57)}…"` : text
}

import { invalidField, missingField, problem, showValue, type Problem } from '../problem.ts'
import { isEqual } from './equality.ts'
import type { Check, Keyword } from './check.ts'
import { toPattern } from './value-keywords.ts'

type Fields = Readonly<Record<string, unknown>>

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Checks a part of a value, with the path leading to it. */
function checkAt(check: Check, value: unknown, key: string | number, path: (string | number)[], problems: Problem[]): void {
  path.push(key)
  check(value, path, problems)
  path.pop()
}

/** How many there may be of something: `{ least, most }` of list items or of an object's keys. */
function amount(
  sizeOf: (value: unknown) => number | undefined,
  isEnough: (size: number, limit: number) => boolean,
  words: (limit: number) => string,
): Keyword {
  return (limit, { mistake }) => {
    if (typeof limit !== 'number') return mistake(`${showValue(limit)} is not a number`)
    return (value, path, problems) => {
      const size = sizeOf(value)
      if (size !== undefined && !isEnough(size, limit)) problems.push(invalidField(path, value, words(limit)))
    }
  }
}

const itemCount = (value: unknown) => (Array.isArray(value) ? value.length : undefined)
const keyCount = (value: unknown) => (isFields(value) ? Object.keys(value).length : undefined)
const atLeast = (size: number, limit: number) => size >= limit
const atMost = (size: number, limit: number) => size <= limit

/** What a missing field should have been, as far as its schema says so in one word. */
function wanted(schema: Fields, name: string): string {
  const property = isFields(schema['properties']) ? schema['properties'][name] : undefined
  if (!isFields(property)) return 'it is required'
  if (typeof property['description'] === 'string') return `it is required (${property['description']})`
  const words = { string: 'a text is required', array: 'a list is required', object: 'an object is required' } as Record<string, string>
  return words[String(property['type'])] ?? 'it is required'
}

/** Keywords about the parts of objects and lists. */
export const structureKeywords: Readonly<Record<string, Keyword>> = {
  properties(properties, { compile, mistake, where }) {
    if (!isFields(properties)) return mistake("'properties' is an object")
    const checks = Object.entries(properties).map(([name, schema]) => ({ name, check: compile(schema, `${where}/properties/${name}`) }))
    return (value, path, problems) => {
      if (!isFields(value)) return
      for (const { name, check } of checks) {
        const part = Object.hasOwn(value, name) ? value[name] : undefined
        if (part !== undefined) checkAt(check, part, name, path, problems)
      }
    }
  },
  required(names, { schema, mistake }) {
    if (!Array.isArray(names) || !names.every(name => typeof name === 'string')) return mistake("'required' is a list of names")
    return (value, path, problems) => {
      if (!isFields(value)) return
      for (const name of names) {
        if (!Object.hasOwn(value, name) || value[name] === undefined) problems.push(missingField([...path, name], wanted(schema, name)))
      }
    }
  },
  patternProperties(patterns, { compile, mistake, where }) {
    if (!isFields(patterns)) return mistake("'patternProperties' is an object")
    const checks = Object.entries(patterns).map(([source, schema]) => ({
      pattern: toPattern(source),
      check: compile(schema, `${where}/patternProperties/${source}`),
    }))
    if (checks.some(({ pattern }) => !pattern)) return mistake("'patternProperties' has a key that is not a pattern")
    return (value, path, problems) => {
      if (!isFields(value)) return
      for (const key of Object.keys(value)) {
        for (const { pattern, check } of checks) if (pattern?.test(key)) checkAt(check, value[key], key, path, problems)
      }
    }
  },
  additionalProperties(additional, { schema, compile, where }) {
    const named = isFields(schema['properties']) ? schema['properties'] : {}
    const patterns = isFields(schema['patternProperties']) ? Object.keys(schema['patternProperties']).map(toPattern) : []
    const check = additional === false ? undefined : compile(additional, `${where}/additionalProperties`)
    const allowed = Object.keys(named).join(', ') || 'none'
    return (value, path, problems) => {
      if (!isFields(value)) return
      for (const key of Object.keys(value)) {
        if (Object.hasOwn(named, key) || patterns.some(pattern => pattern?.test(key))) continue
        if (check) checkAt(check, value[key], key, path, problems)
        else problems.push(problem([...path, key], `is not allowed here; the keys here are ${allowed}`))
      }
    }
  },
  propertyNames(schema, { compile, where }) {
    const check = compile(schema, `${where}/propertyNames`)
    return (value, path, problems) => {
      if (isFields(value)) for (const key of Object.keys(value)) checkAt(check, key, key, path, problems)
    }
  },
  dependentRequired(dependents, { mistake }) {
    if (!isFields(dependents) || !Object.values(dependents).every(Array.isArray))
      return mistake("'dependentRequired' is an object of lists")
    return (value, path, problems) => {
      if (!isFields(value)) return
      for (const [trigger, names] of Object.entries(dependents)) {
        if (!Object.hasOwn(value, trigger)) continue
        for (const name of names as unknown[]) {
          if (!Object.hasOwn(value, String(name))) problems.push(missingField([...path, String(name)], `it is required beside ${trigger}`))
        }
      }
    }
  },
  minProperties: amount(keyCount, atLeast, limit => `an object of at least ${limit} keys`),
  maxProperties: amount(keyCount, atMost, limit => `an object of at most ${limit} keys`),
  minItems: amount(itemCount, atLeast, limit => `a list of at least ${limit}`),
  maxItems: amount(itemCount, atMost, limit => `a list of at most ${limit}`),
  items(items, { schema, compile, where, mistake }) {
    if (Array.isArray(items)) return mistake("'items' is one schema; a list of them is written as 'prefixItems'")
    const check = compile(items, `${where}/items`)
    const start = Array.isArray(schema['prefixItems']) ? schema['prefixItems'].length : 0
    return (value, path, problems) => {
      if (!Array.isArray(value)) return
      for (let index = start; index < value.length; index++) checkAt(check, value[index], index, path, problems)
    }
  },
  prefixItems(schemas, { compile, where, mistake }) {
    if (!Array.isArray(schemas)) return mistake("'prefixItems' is a list of schemas")
    const checks = schemas.map((schema, index) => compile(schema, `${where}/prefixItems/${index}`))
    return (value, path, problems) => {
      if (!Array.isArray(value)) return
      checks.slice(0, value.length).forEach((check, index) => checkAt(check, value[index], index, path, problems))
    }
  },
  uniqueItems(unique) {
    if (unique !== true) return undefined
    return (value, path, problems) => {
      if (!Array.isArray(value)) return
      const repeated = value.findIndex((item, index) => isRepeated(value, item, index))
      if (repeated !== -1) problems.push(invalidField([...path, repeated], value[repeated], 'a list without repetitions'))
    }
  },
  contains(schema, { schema: siblings, compile, where }) {
    const check = compile(schema, `${where}/contains`)
    const least = typeof siblings['minContains'] === 'number' ? siblings['minContains'] : 1
    const most = typeof siblings['maxContains'] === 'number' ? siblings['maxContains'] : Infinity
    return (value, path, problems) => {
      if (!Array.isArray(value)) return
      const count = value.filter(item => {
        const found: Problem[] = []
        check(item, path, found)
        return found.length === 0
      }).length
      if (count < least || count > most)
        problems.push(
          invalidField(path, value, `a list with ${least} or more of the items described${most < Infinity ? `, at most ${most}` : ''}`),
        )
    }
  },
}

/** Texts and numbers are compared by identity, which keeps long lists of them quick. */
function isRepeated(list: readonly unknown[], item: unknown, index: number): boolean {
  if (typeof item !== 'object' || item === null) return list.indexOf(item) !== index
  return list.slice(0, index).some(other => isEqual(other, item))
}

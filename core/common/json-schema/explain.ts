import type { OutputUnit } from '@cfworker/json-schema'
import { invalidField, problem, type Problem } from '../problem.ts'
import { problemsOf } from './keyword-words.ts'
import { schemaAt, valueAt } from './locations.ts'
import type { SchemaLookup } from './read-schema.ts'

export interface Explained {
  readonly schema: unknown
  readonly lookup: SchemaLookup
  readonly value: unknown
  /** Where the value is in its document. */
  readonly base: readonly (string | number)[]
}

/** The validator's errors as problems in our wording: only the actual errors, not the keywords that lead to them, and each once. */
export function explainUnits(units: readonly OutputUnit[], explained: Explained): Problem[] {
  const problems = new Map(explainGroup(units, explained).map(each => [each.message, each]))
  return [...problems.values()].slice(0, maxProblems)
}

const maxProblems = 100

function explainGroup(units: readonly OutputUnit[], explained: Explained): Problem[] {
  const problems: Problem[] = []
  for (let at = 0; at < units.length && problems.length < 2 * maxProblems; at++) {
    const unit = units[at]!
    if (unit.keyword === 'anyOf' || unit.keyword === 'oneOf') {
      const group = groupBehind(units, at)
      problems.push(...explainChoice(unit, group, explained))
      at += group.length
    } else if (unit.keyword === 'additionalProperties' && units[at + 1]?.keyword === 'false') {
      problems.push(unknownKey(unit, units[++at]!, explained))
    } else {
      problems.push(...explainUnit(unit, explained, problems))
    }
  }
  return problems
}

function explainUnit(unit: OutputUnit, { schema: root, lookup, value: whole, base }: Explained, before: readonly Problem[]): Problem[] {
  const { schema, isContained } = schemaAt(root, unit.keywordLocation, lookup)
  if (isContained) return []
  const { value, path } = valueAt(whole, unit.instanceLocation)
  const at = [...base, ...path]
  // What failed before does not count as evaluated, and would be reported twice.
  if (unit.keyword === 'false' && before.some(({ path: told }) => isBelow(told, at))) return []
  // The location of a property name is that of the value that it names.
  const isName = unit.keywordLocation.includes('/propertyNames')
  return problemsOf(unit.keyword, { value: isName ? path.at(-1) : value, path: at, schema })
}

function isBelow(path: Problem['path'], outer: readonly (string | number)[]): boolean {
  return outer.every((key, index) => path[index] === key)
}

/** The validator reports anyOf or oneOf first, and after it the errors of each alternative. */
function groupBehind(units: readonly OutputUnit[], at: number): readonly OutputUnit[] {
  const prefix = `${units[at]!.keywordLocation}/`
  let end = at + 1
  // A schema that is false has no location of its own.
  while (end < units.length && (units[end]!.keywordLocation.startsWith(prefix) || units[end]!.keyword === 'false')) end++
  return units.slice(at + 1, end)
}

function explainChoice(unit: OutputUnit, group: readonly OutputUnit[], explained: Explained): Problem[] {
  const { schema } = schemaAt(explained.schema, unit.keywordLocation, explained.lookup)
  const { value, path } = valueAt(explained.value, unit.instanceLocation)
  const at = [...explained.base, ...path]
  const ways = schema[unit.keyword] as unknown[]
  const attempts = ways.map((way, index) =>
    way === false ? [problem(at, 'is not allowed here')] : explainGroup(unitsOfWay(group, unit, index), explained),
  )
  const fitting = attempts.filter(found => found.length === 0).length
  if (fitting > 0) return [invalidField(at, value, `exactly one of ${ways.length} ways to write it, and it fits ${fitting}`)]
  return nearest(attempts, at, value)
}

function unitsOfWay(group: readonly OutputUnit[], { keywordLocation }: OutputUnit, index: number): OutputUnit[] {
  const prefix = `${keywordLocation}/${index}/`
  const belongs = (unit: OutputUnit | undefined) => unit?.keywordLocation.startsWith(prefix) ?? false
  return group.filter((unit, at) => belongs(unit) || (unit.keyword === 'false' && belongs(group[at - 1])))
}

/** Of several failed alternatives the nearest one gives the most helpful message. */
function nearest(attempts: readonly Problem[][], path: readonly (string | number)[], value: unknown): readonly Problem[] & Problem[] {
  const maxDepth = attempts.toSorted((left, right) => depthOf(right) - depthOf(left) || left.length - right.length)[0]
  return maxDepth && depthOf(maxDepth) > path.length ? maxDepth : [invalidField(path, value, describe(attempts))]
}

function depthOf(problems: readonly Problem[]): number {
  return problems.reduce((depth, { path }) => Math.max(depth, path.length), 0)
}

function describe(attempts: readonly Problem[][]): string {
  const words = attempts.flatMap(problems => problems.slice(0, 1).map(({ message }) => message.split(' is not valid: ')[1] ?? message))
  return [...new Set(words)].join(', or ')
}

function unknownKey(unit: OutputUnit, child: OutputUnit, { schema: root, lookup, value, base }: Explained): Problem {
  const { schema } = schemaAt(root, unit.keywordLocation, lookup)
  const keys = Object.keys((schema['properties'] as object | undefined) ?? {}).join(', ') || 'none'
  return problem([...base, ...valueAt(value, child.instanceLocation).path], `is not allowed here; the keys here are ${keys}`)
}

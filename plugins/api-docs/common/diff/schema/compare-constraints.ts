import { isSame } from '../match.ts'
import type { SchemaAspect } from '../rules/schema-rules.ts'

const lowerLimits = new Set(['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties', 'minContains'])
const upperLimits = new Set(['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties', 'maxContains'])
/** What these say at zero they say anyway. */
const countLimits = new Set(['minLength', 'minItems', 'minProperties'])

type Constraints = ReadonlyMap<string, unknown>

/** Limits, patterns and the like. */
export function compareConstraints(
  report: (aspect: SchemaAspect, message: string, before?: unknown, after?: unknown) => void,
  before: Constraints,
  after: Constraints,
): void {
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const old = stated(name, before.get(name))
    const fresh = stated(name, after.get(name))
    if (isSame(old, fresh)) continue
    const aspect = aspectOf(name, old, fresh)
    report(aspect, `${words(old, fresh)} ${name}`, old, fresh)
  }
}

function words(before: unknown, after: unknown): string {
  if (before === undefined) return 'has a new limit:'
  return after === undefined ? 'no longer has the limit' : 'has another'
}

function stated(name: string, value: unknown): unknown {
  const saysNothing = value === false || (countLimits.has(name) && value === 0)
  return saysNothing ? undefined : value
}

function aspectOf(name: string, before: unknown, after: unknown): SchemaAspect {
  if (name === 'pattern') return after === undefined ? 'limit-widened' : 'pattern-changed'
  if (name === 'uniqueItems' || name === 'multipleOf') return after === undefined ? 'limit-widened' : 'limit-narrowed'
  const isUpper = upperLimits.has(name)
  if (!isUpper && !lowerLimits.has(name)) return 'condition-changed'
  if (before === undefined) return 'limit-narrowed'
  if (after === undefined) return 'limit-widened'
  if (typeof before !== 'number' || typeof after !== 'number') return 'condition-changed'
  return after > before === isUpper ? 'limit-widened' : 'limit-narrowed'
}

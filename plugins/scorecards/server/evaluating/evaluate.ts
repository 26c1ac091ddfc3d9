import { createMatcher, type ResultInput } from '@portico/scorecards/common'
import type { Entity } from '@portico/catalog/common'
import { createJsonataCompiler, TooManySteps, type CompiledJsonata } from '@portico/core/server/jsonata'
import type { SkippedParts } from '@portico/core/server/worker'
import type { Expression } from 'jsonata'
import {
  rawStates,
  type EvaluatedCheck,
  type EvaluatedEntity,
  type EvaluatedFact,
  type EvaluationMessage,
  type RawEntity,
  type RawReason,
  type RawResult,
  type RelatedEntity,
} from './evaluation.ts'
import { prepareExpression, type ExpressionInputs } from './inspect-expression.ts'

/** How many steps one expression may take for one entity. */
const maxSteps = 20_000
const dayMs = 86_400_000
const maxInputs = 12
const maxInputLength = 300

const [member, pass, fail, unknown, exempt] = rawStates.map((_, at) => at) as [number, number, number, number, number]

/** A fact that the expression needs and that is not known. */
class UnknownFact extends Error {
  readonly reason: RawReason
  constructor(reason: RawReason) {
    super(reason.message)
    this.reason = reason
  }
}

/** What one expression is evaluated with now; its functions read it. */
interface Scope {
  readonly entity: Entity
  readonly facts: EvaluatedEntity['facts']
  readonly related: Readonly<Record<string, RelatedEntity>>
  readonly now: number
  readonly maxAgeMs?: number | undefined
  readonly inputs: Map<string, ResultInput>
  dueAt: number
}

function bounded(value: unknown): NonNullable<ResultInput['value']> {
  const text = JSON.stringify(value) ?? 'null'
  return (text.length <= maxInputLength ? value : `${text.slice(0, maxInputLength)}…`) as NonNullable<ResultInput['value']>
}

/** A plain field of the entity or a parameter; undefined where there is none. */
function fieldOf(root: unknown, path: string): unknown {
  let value = root
  for (const part of path.split('.')) {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, part)) return undefined
    value = (value as Record<string, unknown>)[part]
  }
  return value
}

type Compiled = CompiledJsonata<ExpressionInputs>

function tooLong(message: string): readonly [number, string, RawReason] {
  return [unknown, message, { code: 'expression-too-long', message }]
}

function unreadable(message: string): readonly [number, string, RawReason] {
  const text = `The expression cannot be read: ${message}`.slice(0, 200)
  return [unknown, text, { code: 'expression-failed', message: text }]
}

/** Evaluates expressions, one after the other; compiled ones are kept. */
export function createEvaluation() {
  let scope: Scope

  const compile = createJsonataCompiler({
    maxSteps,
    prepare(expression) {
      const inputs = prepareExpression(expression)
      addFunctions(expression)
      return inputs
    },
  })

  /** The compiled expression, or what is wrong with it. */
  function compiledOf(source: string): Compiled | string {
    try {
      return compile(source)
    } catch (error) {
      return (error as Error).message ?? 'cannot be read'
    }
  }

  function addFunctions(expression: Expression): void {
    expression.assign('fact', (name: unknown) => readFact(String(name)))
    expression.assign('known', (name: unknown) => unknownReason(String(name)) === undefined)
    expression.assign('annotation', (key: unknown) => {
      const value = scope.entity.metadata.annotations?.[String(key)]
      scope.inputs.set(`annotation ${String(key)}`, { name: `annotation ${String(key)}`, ...(value !== undefined && { value }) })
      return value
    })
    expression.assign('related', (type: unknown) => {
      const wanted = String(type).toLowerCase()
      const found = (scope.entity.relations ?? []).filter(each => each.type.toLowerCase() === wanted).map(({ targetRef }) => targetRef)
      const name = `relation ${String(type)}`
      scope.inputs.set(name, { name, ...(found.length > 0 && { value: bounded(found.slice(0, maxInputs)) }) })
      return found.map(ref => scope.related[ref] ?? { ref, exists: false })
    })
    expression.assign('divide', (value: unknown, by: unknown) => {
      if (typeof value !== 'number' || typeof by !== 'number') return undefined
      if (by === 0) throw new Error('it divides by zero')
      return value / by
    })
    expression.assign('daysSince', (date: unknown) => {
      const at = typeof date === 'number' ? date : Date.parse(String(date))
      return Number.isNaN(at) ? undefined : (scope.now - at) / dayMs
    })
  }

  function unknownReason(name: string): RawReason | undefined {
    const fact: EvaluatedFact | undefined = Object.hasOwn(scope.facts, name) ? scope.facts[name] : undefined
    if (!fact) return { code: 'fact-missing', input: name, message: `${name} is not known` }
    if (fact.error && fact.value === null)
      return {
        code: 'fact-failing',
        input: name,
        since: fact.error.since,
        message: `${name} cannot be read: ${fact.error.message}`.slice(0, 200),
      }
    const maxAge = scope.maxAgeMs ?? fact.staleAfterMs
    const checked = Date.parse(fact.checkedAt)
    if (fact.isStale || (scope.maxAgeMs !== undefined && scope.now - checked > scope.maxAgeMs)) {
      if (fact.error)
        return {
          code: 'fact-failing',
          input: name,
          since: fact.error.since,
          message: `${name} cannot be read: ${fact.error.message}`.slice(0, 200),
        }
      return { code: 'fact-stale', input: name, since: fact.checkedAt, message: `${name} is too old` }
    }
    if (fact.value === null) return { code: 'fact-missing', input: name, since: fact.at, message: `${name} has no value` }
    if (maxAge !== undefined) scope.dueAt = Math.min(scope.dueAt, checked + maxAge + 1000)
    return undefined
  }

  function readFact(name: string): unknown {
    const reason = unknownReason(name)
    if (reason) throw new UnknownFact(reason)
    const fact = scope.facts[name]!
    scope.inputs.set(name, { name, value: bounded(fact.value), at: fact.checkedAt })
    return fact.value
  }

  const data = { entity: undefined as unknown, annotation: undefined as unknown, parameter: undefined as unknown }

  async function evaluateOne(
    check: EvaluatedCheck,
    found: Compiled,
  ): Promise<readonly [state: number, message: string, reason?: RawReason]> {
    data.entity = scope.entity
    data.annotation = scope.entity.metadata.annotations ?? {}
    data.parameter = check.parameters ?? {}
    for (const field of found.learnt.fields.slice(0, maxInputs)) {
      const value = fieldOf(data, field)
      scope.inputs.set(field, value === undefined ? { name: field } : { name: field, value: bounded(value) })
    }
    try {
      const value: unknown = await found.evaluate(data)
      if (value === true) return [pass, '']
      if (value === false || value === undefined) return [fail, failMessage()]
      const message = `The expression gives ${Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : `a ${typeof value}`}, not true or false`
      return [unknown, message, { code: 'not-a-boolean', message }]
    } catch (error) {
      if (error instanceof UnknownFact) return [unknown, error.reason.message, error.reason]
      const message =
        `The expression ${error instanceof TooManySteps ? error.message : `fails: ${String((error as Error).message)}`}`.slice(0, 200)
      return [unknown, message, { code: error instanceof TooManySteps ? 'expression-too-long' : 'expression-failed', message }]
    }
  }

  /** What many entities fail for alike, so numbers are left out. */
  function failMessage(): string {
    const inputs = [...scope.inputs.values()].filter(({ name }) => !name.startsWith('parameter.'))
    // Relations that are not there are mostly looked at beside others.
    const missing = inputs.find(({ name, value }) => value === undefined && !name.startsWith('relation '))
    const input = missing ?? inputs.find(({ value }) => value !== undefined) ?? inputs[0]
    if (!input) return 'The condition is not met'
    if (input.value === undefined) return `${input.name} is missing`
    if (typeof input.value === 'boolean' || (typeof input.value === 'string' && input.value.length <= 40))
      return `${input.name} is ${String(input.value)}`
    return `${input.name} does not meet the condition`
  }

  /** Evaluates all checks for all entities. `report` tells which check is under way, in case it never ends. */
  async function evaluateAll(
    { checks, entities, related, now, skipped }: EvaluationMessage & SkippedParts,
    report: (check: number) => void,
  ): Promise<RawEntity[]> {
    const matchers = entities.map(({ entity }) => createMatcher(entity))
    const matched = new Map<string, boolean[]>()
    const results: RawResult[][] = entities.map(() => [])
    const dueAt = entities.map(() => Number.POSITIVE_INFINITY)

    for (const [at, check] of checks.entries()) {
      report(at + 1)
      const key = JSON.stringify(check.filter)
      const isMatch = matched.get(key) ?? matchers.map(matches => matches(check.filter))
      matched.set(key, isMatch)
      const found = check.expression === undefined ? undefined : compiledOf(check.expression)
      const skip = skipped[at]
      for (const [index, { entity, facts, createdAt }] of entities.entries()) {
        if (!isMatch[index]) continue
        if (found === undefined) {
          results[index]!.push([at, member, [], ''])
          continue
        }
        const graceEnd = createdAt !== undefined && check.graceMs !== undefined ? createdAt + check.graceMs : undefined
        scope = { entity, facts, related, now, maxAgeMs: check.maxAgeMs, inputs: new Map(), dueAt: Number.POSITIVE_INFINITY }
        const result = skip !== undefined ? tooLong(skip) : typeof found === 'string' ? unreadable(found) : await evaluateOne(check, found)
        if (typeof found !== 'string' && found.learnt.readsTime) scope.dueAt = Math.min(scope.dueAt, now + dayMs / 4)
        results[index]!.push(toRaw(at, result, graceEnd))
        if (graceEnd !== undefined && graceEnd > now) scope.dueAt = Math.min(scope.dueAt, graceEnd)
        dueAt[index] = Math.min(dueAt[index]!, scope.dueAt)
      }
    }
    return results.map((each, index) => ({ results: each, ...(Number.isFinite(dueAt[index]) && { dueAt: dueAt[index]! }) }))
  }

  /** With what was read. New entities are exempt from what they do not pass yet. */
  function toRaw(at: number, [state, message, reason]: readonly [number, string, RawReason?], graceEnd: number | undefined): RawResult {
    const inputs = [...scope.inputs.values()].slice(0, maxInputs)
    if (state !== pass && graceEnd !== undefined && graceEnd > scope.now) {
      const until = new Date(graceEnd).toISOString()
      return [at, exempt, inputs, 'New: in its grace period', { code: 'grace', until, message: 'New: in its grace period' }]
    }
    return reason ? [at, state, inputs, message, reason] : [at, state, inputs, message]
  }

  /** Fills `{…}` in texts. What fails is left as it is. */
  async function fillTexts(texts: readonly string[], entity: Entity, facts: EvaluatedEntity['facts']): Promise<string[]> {
    const filled: string[] = []
    for (const text of texts) {
      const parts: string[] = []
      let rest = 0
      for (const match of text.matchAll(/\{([^{}]{1,500})\}/g)) {
        scope = { entity, facts, related: {}, now: Date.now(), inputs: new Map(), dueAt: 0 }
        parts.push(text.slice(rest, match.index), await fillOne(match[0], match[1]!))
        rest = match.index + match[0].length
      }
      filled.push(parts.join('') + text.slice(rest))
    }
    return filled
  }

  async function fillOne(whole: string, source: string): Promise<string> {
    const found = compiledOf(source)
    if (typeof found === 'string') return whole
    try {
      const value: unknown = await found.evaluate({ entity: scope.entity, annotation: scope.entity.metadata.annotations ?? {} })
      if (value === undefined || value === null) return ''
      return typeof value === 'object' ? JSON.stringify(value) : String(value)
    } catch {
      return whole
    }
  }

  return { evaluateAll, fillTexts }
}

import { createMatcher, type ResultInput } from '@portico/scorecards/common'
import type { Entity } from '@portico/catalog/common'
import { createJsonataCompiler, TooManySteps, type CompiledJsonata } from '@portico/core/server/jsonata'
import type { SkippedParts } from '@portico/core/server/worker'
import { causeKeyOf, type CauseKey } from '../results/cells.ts'
import type {
  EvaluatedCheck,
  EvaluatedEntity,
  EvaluatedFact,
  EvaluationAnswer,
  EvaluationMessage,
  RawResult,
  RelatedEntity,
} from './evaluation.ts'
import { prepareExpression, type ExpressionInputs } from './inspect-expression.ts'
import { createPlaces, failed, inGrace, memberOf, passed, unknown, type Outcome, type Places } from './outcome.ts'

/** How many steps one expression may take for one entity. */
const maxSteps = 20_000
const dayMs = 86_400_000
const maxInputs = 12
const maxInputLength = 300

/** Thrown for a fact that the expression needs and that is not known. No error: many entities have none, and a stack takes long. */
class UnknownFact {
  readonly outcome: Outcome
  constructor(outcome: Outcome) {
    this.outcome = outcome
  }
}

/** What one expression is evaluated with now; its functions read it. */
interface Scope {
  readonly entity: Entity
  readonly facts: EvaluatedEntity['facts']
  readonly related: Readonly<Record<string, RelatedEntity>>
  readonly now: number
  readonly maxAgeMs?: number | undefined
  /** What the checks of the entity have read: many read the same. */
  readonly known: Places<ResultInput>
  /** The places of what this expression has read. */
  readonly read: Set<number>
  dueAt: number
}

function bounded(value: unknown): NonNullable<ResultInput['value']> {
  const text = JSON.stringify(value) ?? 'null'
  return (text.length <= maxInputLength ? value : `${text.slice(0, maxInputLength)}…`) as NonNullable<ResultInput['value']>
}

/** The first refs that fit. A longer list would be stored as a text, from which hidden names cannot be taken out. */
function withinLength(refs: readonly string[]): string[] {
  let length = 2
  return refs.filter(ref => (length += ref.length + 3) <= maxInputLength)
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
const parameterPrefix = 'parameter.'

/** Evaluates expressions, one after the other; compiled ones are kept. */
export function createEvaluation() {
  let scope: Scope

  const compile = createJsonataCompiler({
    maxSteps,
    prepare(expression) {
      const inputs = prepareExpression(expression)
      for (const [name, run] of Object.entries(functions)) expression.assign(name, run)
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

  const functions = {
    fact: (name: unknown) => readFact(String(name)),
    known: (name: unknown) => unknownFact(String(name)) === undefined,
    annotation(key: unknown) {
      const value = scope.entity.metadata.annotations?.[String(key)]
      read(`annotation ${String(key)}`, () => value)
      return value
    },
    related(type: unknown) {
      const wanted = String(type).toLowerCase()
      const found = (scope.entity.relations ?? []).filter(each => each.type.toLowerCase() === wanted).map(({ targetRef }) => targetRef)
      read(`relation ${String(type)}`, () => (found.length > 0 ? withinLength(found.slice(0, maxInputs)) : undefined))
      return found.map(ref => scope.related[ref] ?? { ref, exists: false })
    },
    divide(value: unknown, by: unknown) {
      if (typeof value !== 'number' || typeof by !== 'number') return undefined
      if (by === 0) throw new Error('it divides by zero')
      return value / by
    },
    daysSince(date: unknown) {
      const at = typeof date === 'number' ? date : Date.parse(String(date))
      return Number.isNaN(at) ? undefined : (scope.now - at) / dayMs
    },
  }

  /** Notes what the expression reads; a key of its own where another check may read another value by that name. */
  function read(name: string, value: () => unknown, { key = name, at }: { readonly key?: string; readonly at?: string } = {}): void {
    const make = (): ResultInput => {
      const found = value()
      return { name, ...(found !== undefined && { value: bounded(found) }), ...(at !== undefined && { at }) }
    }
    scope.read.add(scope.known.place(key, make))
  }

  function unknownFact(name: string): Outcome | undefined {
    const fact: EvaluatedFact | undefined = Object.hasOwn(scope.facts, name) ? scope.facts[name] : undefined
    if (!fact) return unknown('fact-missing', `${name} is not known`, { input: name })
    const { error, value, checkedAt } = fact
    const checked = Date.parse(checkedAt)
    const isOld = fact.isStale || (scope.maxAgeMs !== undefined && scope.now - checked > scope.maxAgeMs)
    if (error && (value === null || isOld))
      return unknown('fact-failing', `${name} cannot be read: ${error.message}`, { input: name, since: error.since })
    if (isOld) return unknown('fact-stale', `${name} is too old`, { input: name, since: checkedAt })
    if (value === null) return unknown('fact-missing', `${name} has no value`, { input: name, since: fact.at })
    const maxAge = scope.maxAgeMs ?? fact.staleAfterMs
    if (maxAge !== undefined) scope.dueAt = Math.min(scope.dueAt, checked + maxAge + 1000)
    return undefined
  }

  function readFact(name: string): unknown {
    const outcome = unknownFact(name)
    if (outcome) throw new UnknownFact(outcome)
    const { value, checkedAt } = scope.facts[name]!
    read(name, () => value, { at: checkedAt })
    return value
  }

  const data = { entity: undefined as unknown, annotation: undefined as unknown, parameter: undefined as unknown }

  async function evaluateOne(check: EvaluatedCheck, found: Compiled): Promise<Outcome> {
    data.entity = scope.entity
    data.annotation = scope.entity.metadata.annotations ?? {}
    data.parameter = check.parameters ?? {}
    for (const field of found.learnt.fields.slice(0, maxInputs)) {
      const key = field.startsWith(parameterPrefix) ? `${field} ${String(fieldOf(data, field))}` : field
      read(field, () => fieldOf(data, field), { key })
    }
    return found.evaluate(data).then(toOutcome, toFailure)
  }

  function toOutcome(value: unknown): Outcome {
    if (value === true) return passed
    if (value === false || value === undefined) return failure()
    const type = Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : `a ${typeof value}`
    return unknown('not-a-boolean', `The expression gives ${type}, not true or false`)
  }

  function toFailure(error: unknown): Outcome {
    if (error instanceof UnknownFact) return error.outcome
    if (error instanceof TooManySteps) return unknown('expression-too-long', `The expression ${error.message}`)
    return unknown('expression-failed', `The expression fails: ${String((error as Error).message)}`)
  }

  /** What many entities fail for alike, so numbers and long texts are left out. */
  function failure(): Outcome {
    const inputs = [...scope.read].map(place => scope.known.list[place]!).filter(({ name }) => !name.startsWith(parameterPrefix))
    // Relations that are not there are mostly looked at beside others.
    const missing = inputs.find(({ name, value }) => value === undefined && !name.startsWith('relation '))
    const { name, value } = missing ?? inputs.find(each => each.value !== undefined) ?? inputs[0] ?? { name: '' }
    return failed(name, value)
  }

  /** Evaluates all checks for all entities. `report` tells which check is under way, in case it never ends. */
  async function evaluateAll(
    { checks, entities, related, now, skipped }: EvaluationMessage & SkippedParts,
    report: (check: number) => void,
  ): Promise<EvaluationAnswer> {
    const matchers = entities.map(({ entity }) => createMatcher(entity))
    const matched = new Map<string, boolean[]>()
    const causes = createPlaces<CauseKey>()
    const placeOf = ({ state, code, input, message }: CauseKey) =>
      causes.place(causeKeyOf({ state, code, input, message }), () => ({ state, code, input, message }))
    const known = entities.map(() => createPlaces<ResultInput>())
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
        const { maxAgeMs, graceMs } = check
        scope = { entity, facts, related, now, maxAgeMs, known: known[index]!, read: new Set(), dueAt: Number.POSITIVE_INFINITY }
        const outcome = await outcomeOf(check, found, skip)
        if (typeof found === 'object' && found.learnt.readsTime) scope.dueAt = Math.min(scope.dueAt, now + dayMs / 4)
        const graceEnd = createdAt !== undefined && graceMs !== undefined ? createdAt + graceMs : 0
        const isNew = graceEnd > now && outcome !== memberOf
        if (isNew) scope.dueAt = Math.min(scope.dueAt, graceEnd)
        results[index]!.push(toRaw(at, isNew && outcome.state !== 'pass' ? inGrace(graceEnd) : outcome, placeOf))
        dueAt[index] = Math.min(dueAt[index]!, scope.dueAt)
      }
    }
    return {
      causes: causes.list,
      entities: results.map((each, index) => ({
        inputs: known[index]!.list,
        results: each,
        ...(Number.isFinite(dueAt[index]) && { dueAt: dueAt[index]! }),
      })),
    }
  }

  async function outcomeOf(check: EvaluatedCheck, found: Compiled | string | undefined, skip: string | undefined): Promise<Outcome> {
    if (found === undefined) return memberOf
    if (skip !== undefined) return unknown('expression-too-long', skip)
    if (typeof found === 'string') return unknown('expression-failed', `The expression cannot be read: ${found}`)
    return evaluateOne(check, found)
  }

  /** With what was read. */
  function toRaw(at: number, outcome: Outcome, placeOf: (cause: CauseKey) => number): RawResult {
    const { since, until } = outcome
    const inputs = [...scope.read].slice(0, maxInputs)
    return since === undefined && until === undefined ? [at, placeOf(outcome), inputs] : [at, placeOf(outcome), inputs, { since, until }]
  }

  /** Fills `{…}` in texts. What fails is left as it is. */
  async function fillTexts(texts: readonly string[], entity: Entity, facts: EvaluatedEntity['facts']): Promise<string[]> {
    const filled: string[] = []
    for (const text of texts) {
      const parts: string[] = []
      let rest = 0
      for (const match of text.matchAll(/\{([^{}]{1,500})\}/g)) {
        scope = { entity, facts, related: {}, now: Date.now(), known: createPlaces(), read: new Set(), dueAt: 0 }
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

import { impacts, type ApiChange, type Impact } from '../changes.ts'
import { changeRules, type ChangeRuleId } from './rules/change-rules.ts'
import type { SchemaAspect } from './rules/schema-rules.ts'

/** How many changes are kept. Two definitions that have nothing in common differ in everything. */
const maxChanges = 20_000
const maxValueLength = 500

/** The item that a change is in. Without an id: the whole definition. */
export interface Scope {
  readonly id?: string
  readonly label?: string
}

/** Whether clients send it, get it, or both. */
export type Direction = 'request' | 'response' | 'both'

export interface ChangeFacts {
  readonly place?: readonly string[]
  readonly message: string
  readonly before?: unknown
  readonly after?: unknown
}

/** Collects changes. */
export interface ChangeList {
  add(scope: Scope, rule: ChangeRuleId, facts: ChangeFacts): void
  /** By the rule for what clients send or what they get; the worse one where it is both. */
  addToSchema(scope: Scope, direction: Direction, aspect: SchemaAspect, facts: ChangeFacts): void
  /** Texts for people: one change for an item, however many there are. */
  addDocumentation(scope: Scope): void
  /** The most important first. */
  all(): ApiChange[]
}

export function createChangeList(): ChangeList {
  const changes = new Map<string, ApiChange>()

  function add(scope: Scope, rule: ChangeRuleId, { place = [], message, before, after }: ChangeFacts, what: string = rule) {
    const { impact, kind } = changeRules[rule]
    const where = place.filter(step => step !== '')
    // A schema that is sent and got is compared twice: the same change is listed once, with what is worse.
    const key = JSON.stringify([scope.id, what, where, valueText(before), valueText(after)])
    const known = changes.get(key)
    if (known ? rank(known.impact) <= rank(impact) : changes.size >= maxChanges) return
    changes.set(key, {
      impact,
      rule,
      ...(scope.id !== undefined && { item: scope.id }),
      ...(scope.label !== undefined && { label: scope.label }),
      kind,
      place: where,
      message,
      ...(before !== undefined && { before: valueText(before) }),
      ...(after !== undefined && { after: valueText(after) }),
    })
  }

  return {
    add: (scope, rule, facts) => add(scope, rule, facts),
    addToSchema(scope, direction, aspect, facts) {
      const sides = direction === 'both' ? (['request', 'response'] as const) : [direction]
      for (const side of sides) add(scope, `${side}-${aspect}`, facts, aspect)
    },
    addDocumentation: scope => add(scope, 'documentation-changed', { message: 'Texts or examples changed.' }),
    all: () => [...changes.values()].sort((one, other) => rank(one.impact) - rank(other.impact)),
  }
}

function rank(impact: Impact): number {
  return impacts.indexOf(impact)
}

/** A value as it is shown beside a change. */
export function valueText(value: unknown): string | undefined {
  if (value === undefined) return undefined
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text
}

import jsonata, { type Expression } from 'jsonata'
import type { Inspection } from './evaluation.ts'

interface Node {
  readonly lhs?: Node
  readonly rhs?: Node
  readonly type?: string
  readonly value?: unknown
  readonly steps?: readonly Node[]
  readonly predicate?: unknown
  readonly stages?: unknown
  readonly procedure?: Node
  readonly arguments?: readonly Node[]
}

/** Functions whose values change by time alone. */
const timeFunctions = new Set(['now', 'millis', 'daysSince'])

/** What an expression reads. */
export interface ExpressionInputs {
  /** Fields as they are written: `entity.spec.owner`, `parameter.max`. */
  readonly fields: readonly string[]
  readonly facts: readonly string[]
  readonly annotations: readonly string[]
  /** Types of relations in small letters; `*` where the expression makes the type. */
  readonly relations: readonly string[]
  readonly readsTime: boolean
}

/** Finds what an expression reads, and makes its divisions safe. */
export function prepareExpression(expression: Expression): ExpressionInputs {
  const fields = new Set<string>()
  const facts = new Set<string>()
  const annotations = new Set<string>()
  const relations = new Set<string>()
  let readsTime = false

  function visitCall({ procedure, arguments: given = [] }: Node): void {
    const name = String(procedure?.value)
    const literal = given[0]?.type === 'string' ? String(given[0].value) : undefined
    if (name === 'fact' && literal !== undefined) facts.add(literal)
    if (name === 'known' && literal !== undefined) facts.add(literal)
    if (name === 'annotation' && literal !== undefined) annotations.add(literal)
    if (name === 'related') relations.add(literal?.toLowerCase() ?? '*')
    if (timeFunctions.has(name)) readsTime = true
  }

  function visitPath(steps: readonly Node[]): void {
    const names: string[] = []
    for (const step of steps) {
      if (step.type !== 'name' || (names.length === 0 && step.value !== 'entity' && step.value !== 'parameter')) break
      names.push(String(step.value))
      if (step.predicate !== undefined || step.stages !== undefined) break
    }
    if (names.length > 1) fields.add(names.join('.'))
  }

  function visit(node: unknown): void {
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node !== 'object' || node === null) return
    const each = node as Node
    if (each.type === 'function' || each.type === 'partial') visitCall(each)
    if (each.type === 'path' && each.steps) visitPath(each.steps)
    Object.values(node).forEach(visit)
    if (each.type === 'binary' && each.value === '/') divideByFunction(each)
  }

  visit(expression.ast())
  return { fields: [...fields], facts: [...facts], annotations: [...annotations], relations: [...relations], readsTime }
}

/** What an expression reads, as people are told. */
export function inspectExpression(source: string): Inspection {
  try {
    const { fields, facts, annotations, relations, readsTime } = prepareExpression(jsonata(source))
    const inputs = [...facts, ...fields.filter(field => field.startsWith('entity.')), ...annotations.map(key => `annotation ${key}`)]
    return { inputs, facts, relations, readsTime }
  } catch (error) {
    const { message = 'cannot be read', position } = error as { readonly message?: string; readonly position?: number }
    return { error: message, position }
  }
}

/** A division becomes a call of `$divide`: JSONata gives infinity for a division by zero, and any comparison with that is true or false. */
function divideByFunction(node: Node): void {
  const { lhs, rhs } = node
  Object.assign(node, { type: 'function', value: '(', procedure: { type: 'variable', value: 'divide' }, arguments: [lhs, rhs] })
}

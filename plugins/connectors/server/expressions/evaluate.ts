import jsonata, { type Expression } from 'jsonata'
import { LRUCache } from 'lru-cache'
import type { Scope } from './messages.ts'

const compiled = new LRUCache<string, Expression>({ max: 2000 })
/** Of what an expression gives, as JSON. */
const maxResultCharacters = 1_000_000

export class ExpressionError extends Error {}

/** Compiles an expression once. */
export function compile(source: string): Expression {
  const known = compiled.get(source)
  if (known) return known
  try {
    const expression = jsonata(source)
    compiled.set(source, expression)
    return expression
  } catch (error) {
    const { message, position } = error as { message: string; position?: number }
    throw new ExpressionError(position === undefined ? message : `${message} (at character ${position})`)
  }
}

/** The value as plain JSON; undefined where there is none. */
export async function evaluate(source: string, scope: Scope): Promise<unknown> {
  const { facts, ...input } = scope
  const bindings = {
    annotation: (key: unknown) => own(scope.annotation, key),
    fact: (name: unknown) => own(facts, name),
  }
  try {
    return toPlain(await compile(source).evaluate(input, bindings))
  } catch (error) {
    if (error instanceof ExpressionError) throw error
    throw new ExpressionError(String((error as { message?: unknown }).message ?? error).slice(0, 500))
  }
}

function own(values: Readonly<Record<string, unknown>>, key: unknown): unknown {
  const value = typeof key === 'string' && Object.hasOwn(values, key) ? values[key] : undefined
  return value === null ? undefined : value
}

/** JSONata gives lists with properties of its own, and functions. */
function toPlain(value: unknown): unknown {
  if (value === undefined || typeof value === 'function') return undefined
  const text = JSON.stringify(value)
  if (text === undefined) return undefined
  if (text.length > maxResultCharacters) throw new ExpressionError(`gives more than ${maxResultCharacters} characters`)
  return JSON.parse(text) as unknown
}

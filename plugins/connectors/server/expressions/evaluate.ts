import { createJsonataCompiler } from '@portico/core/server/jsonata'
import type { Scope } from './messages.ts'

/** An answer may have some 100,000 items. */
const maxSteps = 3_000_000
/** Of what an expression gives, as JSON. */
const maxResultCharacters = 1_000_000

export class EvaluationError extends Error {}

const compiler = createJsonataCompiler({ maxSteps, prepare: () => {} })

/** The expression, or an error that says what is wrong with it. */
export function compile(source: string): ReturnType<typeof compiler> {
  try {
    return compiler(source)
  } catch (error) {
    const { message, position } = error as { message: string; position?: number }
    throw new EvaluationError(position === undefined ? message : `${message} (at character ${position})`)
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
    if (error instanceof EvaluationError) throw error
    throw new EvaluationError(String((error as { message?: unknown }).message ?? error).slice(0, 500))
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
  if (text.length > maxResultCharacters) throw new EvaluationError(`gives more than ${maxResultCharacters} characters`)
  return JSON.parse(text) as unknown
}

import jsonata, { type Expression } from 'jsonata'
import { LRUCache } from 'lru-cache'
import { setImmediate } from 'node:timers/promises'

const maxCompiled = 10_000
/** JSONata tells before each step. */
const stepCallback = Symbol.for('jsonata.__evaluate_entry') as unknown as string

/** Thrown for an expression that takes more steps than it may. */
export class TooManySteps extends Error {}

/** An expression that can be evaluated, with what was learnt of it. */
export interface CompiledJsonata<T> {
  readonly learnt: T
  evaluate(input: unknown, bindings?: Readonly<Record<string, unknown>>): Promise<unknown>
}

/**
 * JSONata evaluates the items of a list at once, and goes on with the others when one fails. They are waited for: functions that they call must
 * not find what the next evaluation is about.
 */
async function afterOthers(error: unknown): Promise<never> {
  await setImmediate()
  throw error
}

/**
 * Compiles each expression once. `prepare` reads it and assigns functions; what it throws is thrown whenever the expression is needed. Evaluations
 * run one after the other.
 */
export function createJsonataCompiler<T>({
  maxSteps,
  prepare,
}: {
  /** How many steps one evaluation may take. */
  readonly maxSteps: number
  readonly prepare: (expression: Expression) => T
}): (source: string) => CompiledJsonata<T> {
  const compiled = new LRUCache<string, { readonly made: CompiledJsonata<T> } | { readonly error: unknown }>({ max: maxCompiled })

  function compile(source: string): CompiledJsonata<T> {
    const expression = jsonata(source)
    let steps = 0
    expression.assign(stepCallback, () => {
      steps += 1
      if (steps > maxSteps) throw new TooManySteps(`takes more than ${maxSteps} steps`)
    })
    const learnt = prepare(expression)
    return {
      learnt,
      evaluate(input, bindings) {
        steps = 0
        return expression.evaluate(input, bindings).catch(afterOthers)
      },
    }
  }

  return source => {
    let found = compiled.get(source)
    if (!found) {
      try {
        found = { made: compile(source) }
      } catch (error) {
        found = { error }
      }
      compiled.set(source, found)
    }
    if ('error' in found) throw found.error
    return found.made
  }
}

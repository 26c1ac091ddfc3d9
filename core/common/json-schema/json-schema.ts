import { validate, type OutputUnit, type Schema, type SchemaDraft } from '@cfworker/json-schema'
import { isRecord } from '../values.ts'
import { problem, type Problem } from '../problem.ts'
import { createCostRule } from './check-cost.ts'
import { explainUnits } from './explain.ts'
import { readSchema } from './read-schema.ts'
import { TimeLimitExceeded, withTimeLimit } from './time-limit.ts'
import { sizeOf } from './value-size.ts'

/** A JSON Schema as config files, kind definitions and templates write it: draft 7 or 2020-12. */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown }

/** Everything that is wrong with a value. The path is where the value is in its document. */
export type JsonSchemaCheck = (value: unknown, path?: readonly (string | number)[]) => Problem[]

export interface JsonSchemaOptions {
  /** Unknown keywords are ignored, as JSON Schema defines it, and are not mistakes. */
  readonly ignoreUnknownKeywords?: boolean
}

const maxDepth = 200
// Long enough that a pause of the whole process, as on a busy machine, is not mistaken for a costly check.
const maxTimeMs = 1000

/**
 * Reads a schema once and returns a check whose messages name the field, what was found and what is allowed. Whatever would be silently ignored is a mistake: remote
 * references, dynamic references and (unless told otherwise) unknown keywords. A rule that seems to be enforced and is not is worse than none.
 * Every check is bounded: in depth, in problems and, on the server, in time.
 */
export function compileJsonSchema(
  given: unknown,
  { ignoreUnknownKeywords = false }: JsonSchemaOptions = {},
): { check: JsonSchemaCheck; mistakes: readonly string[] } {
  const { schema, mistakes, lookup } = readSchema(given, { ignoreUnknownKeywords })
  if (schema === undefined || mistakes.length > 0) return { check: () => [], mistakes }
  const draft = draftOf(schema)
  const isCostly = createCostRule(lookup)

  function unitsOf(value: unknown, shortCircuit: boolean): OutputUnit[] {
    return validate(value, schema as Schema | boolean, draft, lookup, shortCircuit).errors
  }

  /** All problems, or the first ones where collecting all takes too long. */
  function explain(first: readonly OutputUnit[], value: unknown, base: readonly (string | number)[]): Problem[] {
    const explained = { schema, lookup, value, base }
    try {
      return withTimeLimit(() => explainUnits(unitsOf(value, false), explained), maxTimeMs)
    } catch (error) {
      if (error instanceof RangeError || error instanceof TimeLimitExceeded) return explainUnits(first, explained)
      throw error
    }
  }

  function check(given: unknown, path: readonly (string | number)[] = []): Problem[] {
    const size = sizeOf(given, maxDepth)
    if (size.tooDeep) return [problem([...path, ...size.tooDeep], `is nested too deep: at most ${maxDepth} levels`)]
    try {
      const value = size.isJson ? given : asJson(given)
      // Only answers yes or no, which is all that most values need.
      const first = isCostly(size) ? withTimeLimit(() => unitsOf(value, true), maxTimeMs) : unitsOf(value, true)
      return first.length === 0 ? [] : explain(first, value, path)
    } catch (error) {
      if (error instanceof TimeLimitExceeded) return [problem(path, `could not be checked within ${maxTimeMs / 1000} s`)]
      return [problem(path, `could not be checked: ${error instanceof Error ? error.message : String(error)}`)]
    }
  }

  return { check, mistakes }
}

/** What is not JSON, such as an undefined field or NaN, is checked as it will be stored. */
function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value) ?? 'null')
}

/** By default the keywords of both drafts are known, and those beside a reference count. */
function draftOf(schema: unknown): SchemaDraft {
  const named = isRecord(schema) ? String(schema['$schema'] ?? '') : ''
  return /draft-0[467]/.test(named) ? '7' : '2020-12'
}

import type { DefinitionProblem } from '@portico/api-docs/common'
import type { DocumentPath } from './document-path.ts'

/** Levels that are read. Real definitions have fewer than a hundred. */
const maxDepth = 250
/** Values that are read, each alias counted as what it stands for. A definition of 10 MB has about 500,000. */
const maxValues = 4_000_000
const maxListed = 20

type BoundProblem = Pick<DefinitionProblem, 'severity' | 'rule' | 'message'> & { readonly path?: DocumentPath }

class TooMany extends Error {}

/**
 * A copy with nothing in it that code stumbles over: no cycles, no shared objects, no dates, no `__proto__`, and at most so many levels
 * and values. Aliases of YAML are written out, so that a few lines can stand for billions of values: then nothing is read.
 */
export function boundValue(value: unknown): { readonly value: unknown; readonly problems: readonly BoundProblem[] } {
  const problems: BoundProblem[] = []
  const path: (string | number)[] = []
  let values = 0

  function say(rule: string, message: string): void {
    if (problems.length < maxListed) problems.push({ severity: 'warning', rule, message, path: [...path] })
  }

  function copy(item: unknown): unknown {
    values += 1
    if (values > maxValues) throw new TooMany()
    if (typeof item !== 'object' || item === null) return typeof item === 'bigint' ? Number(item) : item
    if (path.length >= maxDepth) {
      say('too-deep', `This is nested deeper than ${maxDepth} levels. What is below is not read`)
      return undefined
    }
    if (Array.isArray(item)) return item.map((entry, index) => inside(index, entry))
    if (item instanceof Date) return item.toISOString()
    const result: Record<string, unknown> = {}
    for (const [key, entry] of Object.entries(item)) {
      if (key === '__proto__') say('key-ignored', 'A key with the name __proto__ is not read')
      else result[key] = inside(key, entry)
    }
    return result
  }

  function inside(key: string | number, item: unknown): unknown {
    path.push(key)
    const result = copy(item)
    path.pop()
    return result
  }

  try {
    return { value: copy(value), problems }
  } catch (error) {
    if (!(error instanceof TooMany)) throw error
    const message = `The definition has more than ${maxValues.toLocaleString('en-GB')} values, with its aliases written out`
    return { value: undefined, problems: [{ severity: 'error', rule: 'too-large', message }] }
  }
}

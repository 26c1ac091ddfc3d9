import { inputError } from '@portico/core/common'
import type { z } from 'zod'

/** A body can be wrong in thousands of places: nobody reads them all. */
const maxShown = 20

/** The parsed value, or an InputError that names the field and what is wrong with it. */
export function parseInput<Z extends z.ZodType>(schema: Z, value: unknown, where: string): z.output<Z> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const { issues } = result.error
  const shown = issues.slice(0, maxShown)
  throw inputError(
    listOf(
      shown.map(issue => describe(issue, where)),
      '; ',
      issues.length,
    ),
    {
      code: 'core.invalid-input',
      details: { issues: shown.map(issue => ({ path: issue.path.map(String), message: issue.message })) },
    },
  )
}

function describe(issue: z.core.$ZodIssue, where: string): string {
  const path = issue.path.map(String).join('.')
  if (issue.code === 'unrecognized_keys') {
    const keys = issue.keys.slice(0, maxShown).map(key => `'${path ? `${path}.` : ''}${key}'`)
    return `Unknown ${where} ${listOf(keys, ', ', issue.keys.length)}`
  }
  return path ? `${where} '${path}': ${issue.message}` : `${where}: ${issue.message}`
}

function listOf(shown: readonly string[], separator: string, count: number): string {
  const more = count - shown.length
  return more > 0 ? `${shown.join(separator)} and ${more} more` : shown.join(separator)
}

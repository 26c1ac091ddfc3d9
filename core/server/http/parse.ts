import { inputError } from '@portico/core/common'
import type { z } from 'zod'

/** The parsed value, or an InputError that names the field and what is wrong with it. */
export function parseInput<Z extends z.ZodType>(schema: Z, value: unknown, where: string): z.output<Z> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const problems = result.error.issues.map(issue => describe(issue, where))
  throw inputError(problems.join('; '), { code: 'core.invalid-input', details: { issues: result.error.issues.slice(0, 20).map(toPlain) } })
}

function describe(issue: z.core.$ZodIssue, where: string): string {
  const path = issue.path.map(String).join('.')
  if (issue.code === 'unrecognized_keys') return `Unknown ${where} ${issue.keys.map(key => `'${path ? `${path}.` : ''}${key}'`).join(', ')}`
  return path ? `${where} '${path}': ${issue.message}` : `${where}: ${issue.message}`
}

function toPlain(issue: z.core.$ZodIssue) {
  return { path: issue.path.map(String), message: issue.message }
}

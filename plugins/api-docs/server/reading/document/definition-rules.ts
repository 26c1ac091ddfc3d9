import type { DefinitionProblem } from '@portico/api-docs/common'

/** Every rule about definitions with its severity. Errors: the definition is wrong. Warnings: readers are misled. Hints: readers miss it. */
const severities = {
  syntax: 'error',
  'too-large': 'error',
  'duplicate-key': 'error',
  invalid: 'error',
  'not-checked': 'warning',
  'reference-missing': 'error',
  'too-deep': 'warning',
  'key-ignored': 'warning',
  'security-missing': 'error',
  'duplicate-operation-id': 'error',
  'path-parameter-missing': 'error',
  'path-parameter-unused': 'warning',
  'link-missing': 'warning',
  'no-responses': 'warning',
  'deprecated-without-reason': 'hint',
  'no-description': 'hint',
  'no-operation-id': 'hint',
  'no-example': 'hint',
  'no-servers': 'hint',
  'schema-unused': 'hint',
  'message-unused': 'hint',
} as const satisfies Record<string, DefinitionProblem['severity']>

export type DefinitionRule = keyof typeof severities

export function severityOf(rule: DefinitionRule): DefinitionProblem['severity'] {
  return severities[rule]
}

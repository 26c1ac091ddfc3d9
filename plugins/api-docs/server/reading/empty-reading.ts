import { aboutId, type DefinitionProblem, type Outline, type Reading } from '@portico/api-docs/common'

/** A reading with nothing in it: of plain text, and of what could not be read. */
export function emptyReading(
  outline: Pick<Outline, 'format'> & Partial<Pick<Outline, 'formatVersion' | 'title' | 'version' | 'failure'>>,
  problems: readonly DefinitionProblem[] = [],
): Reading {
  const about = { kind: 'about', id: aboutId, servers: [], security: [], securitySchemes: [], facts: [] } as const
  return { outline: { ...outline, groups: [], items: [], counts: countsOf([], problems) }, parts: { [aboutId]: about }, problems }
}

/** Counts what is in an outline, and what is wrong with it. */
export function countsOf(items: Outline['items'], problems: readonly DefinitionProblem[]): Outline['counts'] {
  const byKind: Outline['counts']['items'] = {}
  for (const { kind } of items) byKind[kind] = (byKind[kind] ?? 0) + 1
  const rules: Record<string, number> = {}
  for (const { rule } of problems) rules[rule] = (rules[rule] ?? 0) + 1
  const ofSeverity = (severity: DefinitionProblem['severity']) => problems.filter(problem => problem.severity === severity).length
  return {
    items: byKind,
    deprecated: items.filter(({ isDeprecated }) => isDeprecated).length,
    errors: ofSeverity('error'),
    warnings: ofSeverity('warning'),
    hints: ofSeverity('hint'),
    rules,
  }
}

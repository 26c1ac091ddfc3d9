import { aboutId, type DefinitionProblem, type Outline, type Reading } from '@portico/api-docs/common'

/** A reading with nothing in it: of plain text, and of what could not be read. */
export function emptyReading(
  outline: Pick<Outline, 'format'> & Partial<Pick<Outline, 'formatVersion' | 'title' | 'version' | 'failure'>>,
  problems: readonly DefinitionProblem[] = [],
): Reading {
  const about = { kind: 'about', id: aboutId, servers: [], security: [], securitySchemes: [], facts: [] } as const
  const { failure } = outline
  const line = problems.find(({ severity, line: at }) => severity === 'error' && at !== undefined)?.line
  const why = failure === undefined ? {} : { failure: line === undefined ? failure : `Line ${line}: ${failure}` }
  return { outline: { ...outline, ...why, groups: [], items: [], counts: countsOf([], problems) }, parts: { [aboutId]: about }, problems }
}

/** Counts what is in an outline, and what is wrong with it. `all` has the counts of problems, where not all of them are listed. */
export function countsOf(items: Outline['items'], problems: readonly DefinitionProblem[], all?: RuleCounts): Outline['counts'] {
  const byKind: Outline['counts']['items'] = {}
  for (const { kind } of items) byKind[kind] = (byKind[kind] ?? 0) + 1
  const counted = [...(all ?? countRules(problems))]
  const ofSeverity = (wanted: DefinitionProblem['severity']) =>
    counted.reduce((sum, [, { severity, count }]) => (severity === wanted ? sum + count : sum), 0)
  return {
    items: byKind,
    deprecated: items.filter(({ isDeprecated }) => isDeprecated).length,
    errors: ofSeverity('error'),
    warnings: ofSeverity('warning'),
    hints: ofSeverity('hint'),
    rules: Object.fromEntries(counted.map(([rule, { count }]) => [rule, count])),
  }
}

/** How many problems each rule has. */
export type RuleCounts = ReadonlyMap<string, { readonly severity: DefinitionProblem['severity']; readonly count: number }>

function countRules(problems: readonly DefinitionProblem[]): RuleCounts {
  const counts = new Map<string, { severity: DefinitionProblem['severity']; count: number }>()
  for (const { rule, severity } of problems) {
    const known = counts.get(rule)
    if (known) known.count += 1
    else counts.set(rule, { severity, count: 1 })
  }
  return counts
}

import type { DefinitionProblem } from '@portico/api-docs/common'
import type { RuleCounts } from '../empty-reading.ts'
import { severityOf, type DefinitionRule } from './definition-rules.ts'
import type { DocumentPath, OpenedDocument } from './open-document.ts'

/** Of each rule. All are counted. */
const maxListed = 100

export interface ProblemList {
  /** The line is that of the path. `item` is the id of the item that it is in. */
  readonly add: (rule: DefinitionRule, message: string, where?: { readonly path?: DocumentPath; readonly item?: string }) => void
  /** Errors first, then by line. */
  readonly list: () => readonly DefinitionProblem[]
  /** Of all problems, by rule. */
  readonly counts: () => RuleCounts
}

/** Collects what is wrong with a definition. It begins with what was found when its text was read. */
export function createProblemList(document: Pick<OpenedDocument, 'problems' | 'locate'>): ProblemList {
  const counts = new Map<string, { severity: DefinitionProblem['severity']; count: number }>()
  const listed: DefinitionProblem[] = []
  const seen = new Set<string>()

  function note(problem: DefinitionProblem): void {
    const known = counts.get(problem.rule)
    if (known) known.count += 1
    else counts.set(problem.rule, { severity: problem.severity, count: 1 })
    if (!known || known.count <= maxListed) listed.push(problem)
  }
  for (const problem of document.problems) note(problem)

  return {
    add(rule, message, { path, item } = {}) {
      // The same place may be read several times, by those who refer to it.
      const key = `${rule}\n${path ? path.join('/') : item}\n${message}`
      if (seen.has(key)) return
      seen.add(key)
      const isListed = (counts.get(rule)?.count ?? 0) < maxListed
      const place = isListed && path ? document.locate(path) : undefined
      note({ severity: severityOf(rule), rule, message, ...place, ...(item !== undefined && { item }) })
    },
    list: () => listed.toSorted((a, b) => ranks[a.severity] - ranks[b.severity] || (a.line ?? 0) - (b.line ?? 0)),
    counts: () => counts,
  }
}

const ranks = { error: 0, warning: 1, hint: 2 }

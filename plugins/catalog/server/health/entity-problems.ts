import type { HealthProblem } from '@portico/catalog/common'
import { describeProblem } from './describe-problem.ts'
import type { DetailStore } from './detail-store.ts'
import type { ProblemRow } from './problem-row.ts'
import type { Snapshots } from './snapshot.ts'

/** What is wrong with an entity, for other plugins. */
export type EntityProblem = Pick<HealthProblem, 'id' | 'type' | 'cause'>

/** What is wrong with some entities, by ref: their own problems and those of the sources they come from. It is the list of the health page. */
export function createEntityProblems({
  snapshots,
  detailsOf,
  isHidingNames,
}: {
  readonly snapshots: Pick<Snapshots, 'next'>
  readonly detailsOf: DetailStore
  /** Whether names of entities are told only to those who may read them. */
  readonly isHidingNames: () => boolean
}) {
  return async function problemsOf(refs: readonly string[]): Promise<ReadonlyMap<string, readonly EntityProblem[]>> {
    const wanted = new Set(refs)
    const found = new Map<string, EntityProblem[]>()
    if (wanted.size === 0) return found
    const snapshot = await snapshots.next()
    const ofSources = await snapshot.refsOfSources()
    const affected = ({ ref, sourceId, type }: ProblemRow): readonly string[] => {
      if (ref !== undefined) return [ref]
      return type === 'failed-document' ? [] : (ofSources.get(sourceId ?? -1) ?? [])
    }
    const rows = snapshot.rows.flatMap(row => {
      const concerned = affected(row).filter(ref => wanted.has(ref))
      return concerned.length === 0 ? [] : [{ row, concerned }]
    })
    const details = await detailsOf(rows.map(({ row }) => row))
    for (const [at, { row, concerned }] of rows.entries()) {
      const { id, type, cause } = describeProblem({ row, detail: details[at] ?? {}, hasFailed: ref => snapshot.failedRefs.has(ref) }, false)
      const problem = { id, type, cause: row.target !== undefined && isHidingNames() ? '' : cause }
      for (const ref of concerned) found.set(ref, [...(found.get(ref) ?? []), problem])
    }
    return found
  }
}

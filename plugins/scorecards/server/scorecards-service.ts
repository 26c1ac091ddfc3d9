import { defineService, type Principal } from '@portico/core/server'
import type { CheckDocument, CheckResult } from '@portico/scorecards/common'
import type { EntityHistory } from './scoring/entity-history.ts'
import type { Reading } from './scoring/reading.ts'
import { documentOf } from './scoring/board.ts'

/** Checks and results for other plugins. */
export interface Scorecards {
  /** Active checks. */
  checks(): CheckDocument[]
  /** The results of entities by ref, as they are stored; of some checks, or of all. Callers get only what they may see. */
  results(caller: Principal, refs: readonly string[], checks?: readonly string[]): Promise<ReadonlyMap<string, readonly CheckResult[]>>
  /** Which entities with results a caller may see: of some, or of all. */
  visibleOf(caller: Principal, refs?: readonly string[]): Promise<string[]>
  canSee(caller: Principal, ref: string): Promise<boolean>
}

export const scorecardsService = defineService<Scorecards>('scorecards')

export function createScorecardsService({ reading, history }: { readonly reading: Reading; readonly history: EntityHistory }): Scorecards {
  async function visibleOf(caller: Principal, refs?: readonly string[]): Promise<string[]> {
    const { view, visible } = await reading.sightOf(caller)
    return (refs ?? [...view.entities.keys()]).filter(ref => view.entities.has(ref) && visible.has(ref))
  }
  return {
    visibleOf,
    canSee: reading.canSee,
    checks: () => reading.board().checks.map(({ name }) => documentOf(reading.board(), name)),
    async results(caller, refs, names) {
      const wanted = reading.board().checks.filter(({ name }) => names === undefined || names.includes(name))
      const found = new Map<string, readonly CheckResult[]>()
      for (const ref of await visibleOf(caller, refs)) found.set(ref, [...(await history.resultsOf(caller, ref, wanted)).values()])
      return found
    },
  }
}

import type { Principal } from '@portico/core/server'
import type { CheckResult, HistoryEntry, ResultState } from '@portico/scorecards/common'
import type { Causes } from '../results/cause-store.ts'
import { decodeDetails, type ResultDetail } from '../results/result-details.ts'
import type { ResultStore, StoredChange } from '../results/result-store.ts'
import type { Visibility } from '../results/visibility.ts'
import type { CountedCheck } from './board.ts'
import { withoutHiddenRefs } from './hidden-inputs.ts'

export interface HistoryDependencies {
  readonly store: Pick<ResultStore, 'changesOf'>
  readonly causes: Causes
  readonly visibility: Pick<Visibility, 'among'>
}

/** The results of an entity with everything that is known of them, made of its changes. */
export function createEntityHistory({ store, causes, visibility }: HistoryDependencies) {
  const stateOf = (cause: number): ResultState | undefined => {
    const state = causes.cause(cause)?.state
    return state === 'member' ? undefined : state
  }

  async function changesOf(ref: string, options: Parameters<ResultStore['changesOf']>[1]): Promise<StoredChange[]> {
    const changes = await store.changesOf(ref, options)
    await causes.learn([...new Set(changes.flatMap(change => change.changes.flatMap(([, from, to]) => [from, to])))])
    return changes
  }

  /** The results of some checks by name, as the caller may know them. */
  async function resultsOf(
    caller: Principal,
    ref: string,
    checks: readonly CountedCheck[],
    asOf?: string,
  ): Promise<ReadonlyMap<string, CheckResult>> {
    const changes = await changesOf(ref, { until: asOf === undefined ? undefined : new Date(asOf) })
    const details = changes.map(change => decodeDetails(change.details))
    const [newest] = changes
    if (!newest) return new Map()
    const results = checks.flatMap(check => {
      const state = stateOf(newest.cells[check.number] ?? 0)
      const at = details.findIndex(each => each.has(check.number))
      if (!state || at === -1) return []
      const detail = details[at]!.get(check.number)!
      const began = changes.find(each =>
        each.changes.some(([number, from, to]) => number === check.number && stateOf(from) !== stateOf(to)),
      )
      const since = (began ?? changes[changes.length - 1]!).at.toISOString()
      return [toResult(check.name, detail, { since, checkedAt: changes[at]!.at.toISOString() })]
    })
    return new Map((await withoutHiddenRefs(results, caller, visibility)).map(result => [result.check, result]))
  }

  return {
    resultsOf,
    resultOf: async (caller: Principal, ref: string, check: CountedCheck, asOf: string | undefined) =>
      (await resultsOf(caller, ref, [check], asOf)).get(check.name),
    /** When results changed, the newest first. */
    async entries(
      caller: Principal,
      ref: string,
      {
        check,
        before,
        limit,
        titleOf,
      }: {
        readonly check?: string | undefined
        readonly before?: string | undefined
        readonly limit: number
        readonly titleOf: (name: string) => string
      },
    ): Promise<{ readonly items: HistoryEntry[]; readonly hasMore: boolean }> {
      const changes = await changesOf(ref, { before: before === undefined ? undefined : new Date(before) })
      const items: HistoryEntry[] = []
      for (const change of changes) {
        const details = decodeDetails(change.details)
        for (const [number, from, to] of change.changes) {
          const name = causes.checkName(number)
          if (name === undefined || name.includes('/') || (check !== undefined && name !== check) || stateOf(from) === stateOf(to)) continue
          const detail = details.get(number)
          const [fromState, toState] = [stateOf(from), stateOf(to)]
          items.push({
            at: change.at.toISOString(),
            check: name,
            title: titleOf(name),
            ...(fromState && { from: fromState }),
            ...(toState && { to: toState }),
            ...(detail?.reason && { reason: detail.reason }),
            inputs: [...(detail?.inputs ?? [])],
          })
        }
      }
      // Those of one moment belong together: the next page begins before it.
      const end = items[limit - 1]?.at
      const page = end === undefined ? items : items.filter(({ at }) => at >= end)
      return { items: await withoutHiddenRefs(page, caller, visibility), hasMore: page.length < items.length }
    },
  }
}

export type EntityHistory = ReturnType<typeof createEntityHistory>

function toResult(check: string, { state, reason, inputs }: ResultDetail, times: { since: string; checkedAt: string }): CheckResult {
  return { check, state, ...times, ...(reason && { reason }), inputs: [...inputs] }
}

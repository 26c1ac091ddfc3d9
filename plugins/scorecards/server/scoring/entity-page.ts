import { createMatcher, type CheckResult, type EntityResult, type EntityScorecards } from '@portico/scorecards/common'
import type { Principal } from '@portico/core/server'
import type { Exemptions } from '../exemptions/exemptions.ts'
import type { ExemptionStore } from '../exemptions/exemption-store.ts'
import { entityNotFound } from '../errors.ts'
import type { EntityResults } from '../results/result-store.ts'
import type { Catalog } from '@portico/catalog/server'
import { campaignState, documentOf, failCode, isMember, levelOf, unknownCode, type Board, type BoardScorecard } from './board.ts'
import { phaseOf } from './campaign-views.ts'
import type { EntityHistory } from './entity-history.ts'
import { checksIn } from './entity-rows.ts'
import { inOrder, stepsOf, type Steps } from './next-steps.ts'
import type { Reading } from './reading.ts'
import { addCells, emptyTally, toScore } from './tally.ts'

const shownSteps = 5

export interface EntityPageDependencies {
  readonly reading: Reading
  readonly history: EntityHistory
  readonly steps: Steps
  readonly exemptions: Pick<Exemptions, 'toExemptions'>
  readonly exemptionStore: Pick<ExemptionStore, 'ofEntity'>
  readonly catalog: Pick<Catalog, 'getEntity'>
}

/** Everything about one entity. */
export function createEntityPage({ reading, history, steps, exemptions, exemptionStore, catalog }: EntityPageDependencies) {
  async function resultsOf(caller: Principal, board: Board, each: EntityResults, asOf: string | undefined): Promise<EntityResult[]> {
    const applying = board.checks.filter(({ number }) => (each.cells[number] ?? 0) !== 0)
    const [results, rows] = await Promise.all([history.resultsOf(caller, each.ref, applying, asOf), exemptionStore.ofEntity(each.ref)])
    const open = rows.filter(({ state }) => state === 'asked' || state === 'approved')
    const shown = await exemptions.toExemptions(caller, open)
    const failing = applying.filter(({ name }) => results.get(name)?.state !== 'pass')
    const fixes = await steps.fillFixes(
      caller,
      each.ref,
      failing.map(({ name }) => documentOf(board, name)),
    )
    return applying.flatMap(({ name, weight }): EntityResult[] => {
      const result: CheckResult | undefined = results.get(name)
      if (!result) return []
      const { metadata, spec } = documentOf(board, name)
      const { severity, effort, owner, why, pack } = spec
      const fix = fixes.get(name)
      const exemption = shown.find(({ check }) => check === name)
      const about = {
        title: metadata.title,
        ...(metadata.description !== undefined && { description: metadata.description }),
        severity,
        weight,
        effort,
        owner,
        why,
      }
      return [{ ...result, ...about, ...(pack !== undefined && { pack }), ...(fix && { fix }), ...(exemption && { exemption }) }]
    })
  }

  function scorecardOf(board: Board, each: EntityResults, scorecard: BoardScorecard): EntityScorecards['scorecards'][number] {
    const tally = emptyTally()
    addCells(tally, each.cells, scorecard.checks, board.codes)
    const reached = levelOf(scorecard, each.cells, board.codes)
    const applies = ({ number }: { readonly number: number }) => (each.cells[number] ?? 0) !== 0
    const level = scorecard.levels[reached - 1]
    const next = scorecard.levels[reached]
    const inLevels = new Set(scorecard.levels.flatMap(({ checks }) => checks.map(({ name }) => name)))
    return {
      ...toScore(tally),
      scorecard: scorecard.name,
      title: scorecard.known.document.metadata.title,
      ...(level && { level: level.name }),
      ...(next && {
        next: {
          level: next.name,
          failing: checksIn(each, next.checks, board, failCode),
          unknown: checksIn(each, next.checks, board, unknownCode),
        },
      }),
      levels: scorecard.levels.map(({ name, title, checks }, at) => ({
        name,
        title,
        isReached: at < reached,
        checks: checks.filter(applies).map(check => check.name),
      })),
      checks: scorecard.checks.filter(check => applies(check) && !inLevels.has(check.name)).map(({ name }) => name),
    }
  }

  return {
    async entity(caller: Principal, given: string, asOf: string | undefined): Promise<EntityScorecards> {
      const ref = given.toLowerCase()
      if (!(await reading.canSee(caller, ref))) throw entityNotFound(given)
      const { board, view, asOf: moment } = await reading.sightOf(caller, asOf)
      const each = view.entities.get(ref)
      const empty = { entityRef: ref, asOf: moment, total: toScore(emptyTally()), scorecards: [], results: [], campaigns: [], next: [] }
      if (!each) {
        const entity = await catalog.getEntity(ref)
        if (!entity) throw entityNotFound(given)
        const matches = createMatcher(entity)
        const isPending = asOf === undefined && board.checks.some(({ name }) => matches(documentOf(board, name).spec.filter))
        return { ...empty, isPending }
      }
      const tally = emptyTally()
      addCells(tally, each.cells, board.checks, board.codes)
      const drafts = stepsOf(board, each).sort(inOrder).slice(0, shownSteps)
      const [results, next] = await Promise.all([
        resultsOf(caller, board, each, asOf),
        asOf === undefined ? steps.show(caller, board, drafts) : [],
      ])
      return {
        ...empty,
        isPending: false,
        total: toScore(tally),
        scorecards: board.scorecards
          .filter(({ member }) => isMember(each.cells, member))
          .map(scorecard => scorecardOf(board, each, scorecard)),
        results,
        campaigns: board.campaigns
          .filter(({ member }) => isMember(each.cells, member))
          .map(campaign => ({
            name: campaign.name,
            title: campaign.known.document.metadata.title,
            due: campaign.known.document.spec.due,
            phase: phaseOf(campaign.known.document),
            isDone: campaignState(campaign, each.cells, board.codes) === 'done',
            open: [...checksIn(each, campaign.checks, board, failCode), ...checksIn(each, campaign.checks, board, unknownCode)],
          })),
        next,
      }
    },
  }
}

export type EntityPage = ReturnType<typeof createEntityPage>

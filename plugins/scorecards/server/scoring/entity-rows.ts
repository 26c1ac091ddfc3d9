import type { CheckResult, EntitiesQuery, EntityRow, EntitySummary } from '@portico/scorecards/common'
import type { Principal } from '@portico/core/server'
import { campaignNotFound, checkNotFound } from '../errors.ts'
import { stateCodes } from '../results/cause-store.ts'
import type { EntityResults } from '../results/result-store.ts'
import { campaignState, documentOf, failCode, isMember, levelOf, unknownCode, type Board, type CountedCheck } from './board.ts'
import { scorecardOf } from './overview.ts'
import type { Reading, Sight } from './reading.ts'
import { createSelection } from './selection.ts'
import { addCells, emptyTally, toScore } from './tally.ts'

const namedChecks = 10
const severityRank = { critical: 0, high: 1, medium: 2, low: 3 } as const

export interface RowsDependencies {
  readonly reading: Reading
  /** The result of a check with its reason and inputs. */
  readonly resultOf: (caller: Principal, ref: string, check: CountedCheck, asOf: string | undefined) => Promise<CheckResult | undefined>
}

/** The names of the checks of an entity with one of some states, the most important first. */
export function checksIn({ cells }: EntityResults, checks: readonly CountedCheck[], board: Board, code: number): string[] {
  return checks
    .filter(({ number }) => board.codes[cells[number] ?? 0] === code)
    .map(check => ({ check, severity: severityRank[documentOf(board, check.name).spec.severity] }))
    .sort((a, b) => a.severity - b.severity || b.check.weight - a.check.weight)
    .map(({ check }) => check.name)
}

/** Entities with their scores. */
export function createEntityRows({ reading, resultOf }: RowsDependencies) {
  interface Found {
    readonly each: EntityResults
    readonly score: ReturnType<typeof toScore>
    readonly level: number
  }

  async function find(
    sight: Sight,
    query: EntitiesQuery,
  ): Promise<{ readonly found: readonly Found[]; readonly checks: readonly CountedCheck[] }> {
    const { board } = sight
    const scorecard = query.scorecard === undefined ? undefined : scorecardOf(board, query.scorecard)
    const campaign = query.campaign === undefined ? undefined : board.campaigns.find(({ name }) => name === query.campaign)
    if (query.campaign !== undefined && !campaign) throw campaignNotFound(query.campaign)
    const check = query.check === undefined ? undefined : board.checks.find(({ name }) => name === query.check)
    if (query.check !== undefined && !check && !board.documents.checks.has(query.check)) throw checkNotFound(query.check)
    const checks = scorecard?.checks ?? campaign?.checks ?? board.checks
    const { offset: _offset, limit: _limit, ...rest } = query
    const found = await reading.cached(`entities ${sight.key} ${JSON.stringify(rest)}`, () => {
      const isAsked = createSelection(query)
      const codes = new Set(query.state?.map(state => stateCodes[state]))
      const states = query.check === undefined ? checks : check ? [check] : []
      const rows: Found[] = []
      for (const each of reading.entitiesOf(sight)) {
        const { ref, facets, cells } = each
        if ((scorecard && !isMember(cells, scorecard.member)) || (campaign && !isMember(cells, campaign.member)) || !isAsked(ref, facets))
          continue
        if (query.check !== undefined && (!check || (cells[check.number] ?? 0) === 0)) continue
        if (codes.size > 0 && !states.some(({ number }) => codes.has(board.codes[cells[number] ?? 0] ?? 0))) continue
        const level = scorecard ? levelOf(scorecard, cells, board.codes) : 0
        if (scorecard && query.level?.length && !query.level.includes(scorecard.levels[level - 1]?.name ?? '')) continue
        if (campaign && query.open !== undefined && (query.open === 'true') === (campaignState(campaign, cells, board.codes) === 'done'))
          continue
        const tally = emptyTally()
        if (addCells(tally, cells, checks, board.codes) || campaign) rows.push({ each, score: toScore(tally), level })
      }
      return rows.sort(orders[query.order])
    })
    return { found, checks }
  }

  async function toRow(
    sight: Sight,
    query: EntitiesQuery,
    checks: readonly CountedCheck[],
    { each, score, level }: Found,
  ): Promise<EntityRow> {
    const { board } = sight
    const { ref, facets } = each
    const levelName = query.scorecard === undefined ? undefined : scorecardOf(board, query.scorecard).levels[level - 1]?.name
    const check = board.checks.find(({ name }) => name === query.check)
    const result = check && (await resultOf(sight.caller, ref, check, query.asOf))
    return {
      ...score,
      ...facets,
      entityRef: ref,
      ...(levelName !== undefined && { level: levelName }),
      failing: checksIn(each, checks, board, failCode).slice(0, namedChecks),
      unknown: checksIn(each, checks, board, unknownCode).slice(0, namedChecks),
      ...(result && { result }),
    }
  }

  return {
    async list(caller: Principal, query: EntitiesQuery) {
      const sight = await reading.sightOf(caller, query.asOf)
      const { found, checks } = await find(sight, query)
      const items = await Promise.all(found.slice(query.offset, query.offset + query.limit).map(each => toRow(sight, query, checks, each)))
      return { asOf: sight.asOf, items, total: found.length }
    },
    /** All of them, a batch at a time, without single results. */
    async *all(caller: Principal, query: EntitiesQuery): AsyncGenerator<EntityRow[]> {
      const sight = await reading.sightOf(caller, query.asOf)
      const { found, checks } = await find(sight, query)
      for (let at = 0; at < found.length; at += 500)
        yield await Promise.all(found.slice(at, at + 500).map(each => toRow(sight, { ...query, check: undefined }, checks, each)))
    },
    async summaries(caller: Principal, refs: readonly string[]): Promise<EntitySummary[]> {
      const sight = await reading.sightOf(caller)
      return [...new Set(refs.map(ref => ref.toLowerCase()))].flatMap(ref => {
        const each = sight.view.entities.get(ref)
        return each && sight.visible.has(ref) ? summaryOf(sight.board, each) : []
      })
    },
  }
}

export type EntityRows = ReturnType<typeof createEntityRows>

/** The numbers of an entity on all of its scorecards; nothing where no check applies. */
export function summaryOf(board: Board, each: EntityResults): EntitySummary[] {
  const tally = emptyTally()
  if (!addCells(tally, each.cells, board.checks, board.codes)) return []
  const scorecards = board.scorecards
    .filter(({ member }) => isMember(each.cells, member))
    .map(scorecard => {
      const own = emptyTally()
      addCells(own, each.cells, scorecard.checks, board.codes)
      const { score, coverage } = toScore(own)
      const level = scorecard.levels[levelOf(scorecard, each.cells, board.codes) - 1]
      const { title } = scorecard.known.document.metadata
      return {
        name: scorecard.name,
        title,
        coverage,
        ...(score !== undefined && { score }),
        ...(level && { level: level.name, levelTitle: level.title }),
      }
    })
  return [{ entityRef: each.ref, ...toScore(tally), scorecards, failing: tally.fail }]
}

interface Comparable {
  readonly each: EntityResults
  readonly score: { readonly score?: number | undefined; readonly coverage: number }
}
const name = (a: Comparable, b: Comparable) => a.each.facets.title.localeCompare(b.each.facets.title) || (a.each.ref < b.each.ref ? -1 : 1)
const orders: Readonly<Record<EntitiesQuery['order'], (a: Comparable, b: Comparable) => number>> = {
  worst: (a, b) => (a.score.score ?? 101) - (b.score.score ?? 101) || name(a, b),
  best: (a, b) => (b.score.score ?? -1) - (a.score.score ?? -1) || name(a, b),
  title: name,
  unknown: (a, b) => a.score.coverage - b.score.coverage || name(a, b),
}

import type { Overview, OverviewGroup, OverviewQuery, Sum, TrendPoint, TrendQuery } from '@portico/scorecards/common'
import type { Principal } from '@portico/core/server'
import type { PendingStore } from '../results/pending-store.ts'
import type { ResultStore } from '../results/result-store.ts'
import type { Causes } from '../results/cause-store.ts'
import { checkNotFound, scorecardNotFound } from '../errors.ts'
import { documentOf, isMember, levelOf, type Board, type BoardScorecard, type CountedCheck } from './board.ts'
import type { Reading, Sight } from './reading.ts'
import { replay } from './replay.ts'
import { createSelection, groupOf, hasEntities, plainTitle, type Selection } from './selection.ts'
import { addCells, emptyTally, toScore, type Tally } from './tally.ts'

const changeDays = 30
const defaultTrendDays = 90
const dayMs = 86_400_000
/** How old the number of those that wait may be. */
const pendingMs = 2000

interface Group {
  readonly tally: Tally
  readonly levels: Map<number, number>
  readonly cells: Tally[]
}

/** The scorecard of that name. One that is not active has no numbers. */
export function scorecardOf(board: Board, name: string): BoardScorecard {
  const found = board.scorecards.find(each => each.name === name)
  if (!found) throw scorecardNotFound(name)
  return found
}

/** The numbers of levels by name; '' is none. */
export function toLevels(scorecard: BoardScorecard, levels: ReadonlyMap<number, number>): Record<string, number> {
  return Object.fromEntries([['', levels.get(0) ?? 0], ...scorecard.levels.map(({ name }, at) => [name, levels.get(at + 1) ?? 0] as const)])
}

/** One sum of all entities that are asked for. */
export function sumOf(reading: Reading, sight: Sight, { selection = {}, scorecard, checks }: SumRequest): Sum {
  const { board } = sight
  const isAsked = createSelection(selection)
  const tally = emptyTally()
  const levels = new Map<number, number>()
  const counted = checks ?? scorecard?.checks ?? board.checks
  for (const { ref, facets, cells } of reading.entitiesOf(sight)) {
    if ((scorecard && !isMember(cells, scorecard.member)) || !isAsked(ref, facets)) continue
    if (addCells(tally, cells, counted, board.codes) && scorecard) count(levels, levelOf(scorecard, cells, board.codes))
  }
  return { ...toScore(tally), entities: tally.entities, ...(scorecard && { levels: toLevels(scorecard, levels) }) }
}

interface SumRequest {
  readonly selection?: Selection
  readonly scorecard?: BoardScorecard | undefined
  readonly checks?: readonly CountedCheck[]
}

const count = (levels: Map<number, number>, level: number) => void levels.set(level, (levels.get(level) ?? 0) + 1)

/** The difference of two scores; undefined where one is not known. */
export const changeOf = (now: number | undefined, then: number | undefined): number | undefined =>
  now === undefined || then === undefined ? undefined : Math.round((now - then) * 10) / 10

export interface OverviewDependencies {
  readonly reading: Reading
  readonly pending: Pick<PendingStore, 'count'>
  readonly store: Pick<ResultStore, 'at' | 'between'>
  readonly causes: Pick<Causes, 'learn'>
}

/** Scores by group, and over time. */
export function createOverview({ reading, pending, store, causes }: OverviewDependencies) {
  function group(
    sight: Sight,
    query: OverviewQuery,
  ): { readonly groups: Map<string, Group>; readonly total: Group; readonly columns: Overview['columns'] } {
    const { board } = sight
    const scorecard = query.scorecard === undefined ? undefined : scorecardOf(board, query.scorecard)
    const counted = scorecard?.checks ?? board.checks
    const isAsked = createSelection(query)
    const width = scorecard ? counted.length : board.scorecards.length
    const create = (): Group => ({ tally: emptyTally(), levels: new Map(), cells: Array.from({ length: width }, emptyTally) })
    const total = create()
    const groups = new Map<string, Group>()
    for (const { ref, facets, cells } of reading.entitiesOf(sight)) {
      if ((scorecard && !isMember(cells, scorecard.member)) || !isAsked(ref, facets)) continue
      const key = groupOf(facets, query.by)
      const into = groups.get(key) ?? create()
      if (!addCells(into.tally, cells, counted, board.codes)) continue
      groups.set(key, into)
      addCells(total.tally, cells, counted, board.codes)
      if (scorecard) {
        const level = levelOf(scorecard, cells, board.codes)
        count(into.levels, level)
        count(total.levels, level)
        counted.forEach((check, at) => addCells(into.cells[at]!, cells, [check], board.codes))
      } else
        board.scorecards.forEach((each, at) => isMember(cells, each.member) && addCells(into.cells[at]!, cells, each.checks, board.codes))
    }
    const columns: Overview['columns'] = scorecard
      ? counted.map(({ name }) => {
          const { metadata, spec } = documentOf(board, name)
          return { type: 'check', name, title: metadata.title, severity: spec.severity }
        })
      : board.scorecards.map(({ name, known }) => ({ type: 'scorecard', name, title: known.document.metadata.title }))
    return { groups, total, columns }
  }

  function toSum({ tally, levels }: Group, scorecard: BoardScorecard | undefined): Sum {
    return { ...toScore(tally), entities: tally.entities, ...(scorecard && { levels: toLevels(scorecard, levels) }) }
  }

  async function all(sight: Sight, query: OverviewQuery) {
    const { offset: _offset, limit: _limit, ...rest } = query
    return reading.cached(`overview ${sight.key} ${JSON.stringify(rest)}`, async () => {
      const scorecard = query.scorecard === undefined ? undefined : scorecardOf(sight.board, query.scorecard)
      const { groups, total, columns } = group(sight, query)
      const before = group(await reading.earlier(sight, changeDays), query)
      const titles = hasEntities(query.by) ? await reading.titlesOf(sight, [...groups.keys()]) : new Map<string, string>()
      const rows = [...groups].map(([key, each]): OverviewGroup => {
        const sum = toSum(each, scorecard)
        const then = before.groups.get(key)
        const change = changeOf(sum.score, then && toScore(then.tally).score)
        const cells = each.cells.map(tally => (tally.entities === 0 ? null : toScore(tally)))
        return { ...sum, key, title: titles.get(key) ?? plainTitle(key, query.by), ...(change !== undefined && { change }), cells }
      })
      const sum = toSum(total, scorecard)
      const change = changeOf(sum.score, toScore(before.total.tally).score)
      return { rows: ordered(rows, query.order), total: { ...sum, ...(change !== undefined && { change }) }, columns }
    })
  }

  async function overview(caller: Principal, query: OverviewQuery): Promise<Overview> {
    const sight = await reading.sightOf(caller, query.asOf)
    const [{ rows, total, columns }, since, waiting] = await Promise.all([
      all(sight, query),
      reading.cached('beginning', () => reading.beginning()),
      reading.cached(`pending ${Math.floor(Date.now() / pendingMs)}`, () => pending.count()),
    ])
    return {
      asOf: sight.asOf,
      ...(since && { since: since.toISOString() }),
      // How many wait would tell of entities that the caller may not see.
      pending: sight.visible.isAll ? waiting : Math.min(waiting, 1),
      total,
      columns,
      groups: rows.slice(query.offset, query.offset + query.limit),
      totalGroups: rows.length,
    }
  }

  async function trend(caller: Principal, query: TrendQuery): Promise<{ since?: string; points: TrendPoint[] }> {
    const sight = await reading.sightOf(caller)
    const { board, visible } = sight
    const scorecard = query.scorecard === undefined ? undefined : scorecardOf(board, query.scorecard)
    const checks = query.check === undefined ? (scorecard?.checks ?? board.checks) : board.checks.filter(({ name }) => name === query.check)
    if (query.check !== undefined && !board.documents.checks.has(query.check)) throw checkNotFound(query.check)
    const to = query.to === undefined ? new Date() : new Date(query.to)
    const since = await reading.cached('beginning', () => reading.beginning())
    const wanted = query.from === undefined ? new Date(to.getTime() - defaultTrendDays * dayMs) : new Date(query.from)
    const from = new Date(Math.min(Math.max(wanted.getTime(), since?.getTime() ?? 0), to.getTime()))
    const isAsked = createSelection(query)
    const points = await reading.cached(`trend ${sight.key} ${JSON.stringify(query)}`, async () => {
      const tally = emptyTally()
      const levels = new Map<number, number>()
      const found: TrendPoint[] = []
      await replay(
        { store, causes },
        {
          from,
          to,
          points: query.points,
          includes: (ref, facets) => (visible.isAll || visible.has(ref)) && isAsked(ref, facets),
          add(cells, sign) {
            if (scorecard && !isMember(cells, scorecard.member)) return
            if (!addCells(tally, cells, checks, board.codes, sign) || !scorecard) return
            const level = levelOf(scorecard, cells, board.codes)
            levels.set(level, (levels.get(level) ?? 0) + sign)
          },
          sample: at =>
            void found.push({
              at: at.toISOString(),
              entities: tally.entities,
              ...toScore(tally),
              ...(scorecard && { levels: toLevels(scorecard, levels) }),
            }),
        },
      )
      return found
    })
    return { ...(since && { since: since.toISOString() }), points }
  }

  return { overview, trend, all: async (caller: Principal, query: OverviewQuery) => all(await reading.sightOf(caller, query.asOf), query) }
}

export type OverviewRules = ReturnType<typeof createOverview>

const byScore = (a: OverviewGroup, b: OverviewGroup) => (a.score ?? 101) - (b.score ?? 101) || b.entities - a.entities
const orders: Readonly<Record<OverviewQuery['order'], (a: OverviewGroup, b: OverviewGroup) => number>> = {
  worst: byScore,
  best: (a, b) => (b.score ?? -1) - (a.score ?? -1) || b.entities - a.entities,
  title: (a, b) => a.title.localeCompare(b.title),
  entities: (a, b) => b.entities - a.entities,
  unknown: (a, b) => a.coverage - b.coverage,
}

const ordered = (rows: OverviewGroup[], order: OverviewQuery['order']) =>
  rows.sort((a, b) => orders[order](a, b) || a.key.localeCompare(b.key))

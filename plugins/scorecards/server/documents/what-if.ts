import {
  createMatcher,
  toEntityPredicate,
  type Cause,
  type CheckDocument,
  type Flip,
  type ResultInput,
  type ResultState,
  type ScorecardDocument,
  type StateCounts,
  type WhatIf,
} from '@portico/scorecards/common'
import type { Catalog } from '@portico/catalog/server'
import type { Facts } from '@portico/connectors/server'
import type { Principal } from '@portico/core/server'
import { createTurn } from '@portico/core/server/worker'
import type { Evaluator } from '../evaluating/evaluator.ts'
import { needsOf, readInputs, withoutHidden, type SeenAmong } from '../evaluating/read-inputs.ts'
import type { ExemptionStore } from '../exemptions/exemption-store.ts'
import type { CauseKey } from '../results/cells.ts'
import { facetsOf, type Facets } from '../results/facets.ts'
import { levelOf, type Board, type CountedCheck } from '../scoring/board.ts'
import { toLevels } from '../scoring/overview.ts'
import type { Reading, Sight } from '../scoring/reading.ts'
import { toEvaluatedCheck } from './documents.ts'
import type { Editing } from './editing.ts'

const batch = 1000
/** Of entities: two batches are evaluated while others are read. */
const draftReading = { batch: 500, atOnce: 4 } as const
const shownCauses = 12

export interface WhatIfDependencies {
  readonly reading: Reading
  readonly editing: Pick<Editing, 'check'>
  readonly evaluator: Pick<Evaluator, 'evaluate' | 'inspect'>
  readonly catalog: Pick<Catalog, 'getEntities' | 'problemsOf' | 'versions'>
  readonly facts: Pick<Facts, 'latest' | 'definitions'> | undefined
  readonly exemptions: Pick<ExemptionStore, 'active'>
}

interface Row {
  readonly ref: string
  readonly facets: Facets
  readonly from?: ResultState | undefined
  readonly to?: ResultState | undefined
  readonly drafted?: Drafted | undefined
}

/** What the draft says about an entity. */
interface Drafted {
  readonly facets: Facets
  readonly cause: CauseKey
  readonly inputs: readonly ResultInput[]
  readonly to: ResultState
}

/** What a draft would change, before anybody sees it. Nothing is stored. */
export function createWhatIf({ reading, editing, evaluator, catalog, facts, exemptions }: WhatIfDependencies) {
  /** What somebody tries reads no more than they may see, also of what is beyond a relation. */
  const seenBy = ({ visible, caller }: Sight): SeenAmong | undefined =>
    visible.isAll ? undefined : refs => reading.visibleAmong(caller, refs)

  async function evaluateDraft(sight: Sight, document: CheckDocument): Promise<Map<string, Drafted>> {
    const needs = needsOf(await evaluator.inspect([document.spec.expression]))
    const found = new Map<string, Drafted>()
    const check = toEvaluatedCheck(document)
    const key = sight.caller.type === 'user' ? sight.caller.userEntityRef : 'service'
    const seenAmong = seenBy(sight)
    const running: Promise<void>[] = []
    async function evaluate(matching: readonly string[]): Promise<void> {
      // Entities without any result yet are no part of what the sight knows.
      const seen = await seenAmong?.(matching)
      const refs = seen ? matching.filter(ref => seen.has(ref)) : matching
      const [{ entities, related }, exempt] = await Promise.all([
        readInputs({ catalog, facts }, refs, needs, seenAmong),
        exemptions.active(refs),
      ])
      const present = entities.flatMap((given, at) => (given ? [{ ref: refs[at]!, given }] : []))
      const message = { kind: 'evaluate' as const, checks: [check], entities: present.map(({ given }) => given), related, now: Date.now() }
      const answer = await evaluator.evaluate(message, key)
      present.forEach(({ ref, given }, at) => {
        const { results, inputs } = answer.entities[at]!
        const [result] = results
        if (!result) return
        const cause = answer.causes[result[1]]!
        const isExempt = cause.state !== 'pass' && exempt.has(`${ref} ${document.metadata.name}`)
        const to = isExempt ? 'exempt' : (cause.state as ResultState)
        const facets = sight.view.entities.get(ref)?.facets ?? facetsOf(given.entity, undefined)
        found.set(ref, { facets, cause, to, inputs: result[2].map(place => inputs[place]!) })
      })
    }
    for await (const versions of catalog.versions({ predicate: toEntityPredicate(document.spec.filter), batchSize: draftReading.batch })) {
      running.push(evaluate(versions.map(({ ref }) => ref)))
      if (running.length >= draftReading.atOnce) await running.shift()
    }
    await Promise.all(running)
    return found
  }

  async function whatIfCheck(sight: Sight, document: CheckDocument): Promise<Row[]> {
    const number = sight.board.checks.find(({ name }) => name === document.metadata.name)?.number
    const drafts = await evaluateDraft(sight, document)
    const rows = new Map<string, Row>()
    if (number !== undefined)
      for (const { ref, facets, cells } of reading.entitiesOf(sight)) {
        const from = stateOf(sight.board, cells[number] ?? 0)
        if (from) rows.set(ref, { ref, facets, from })
      }
    for (const [ref, drafted] of drafts) rows.set(ref, { ref, facets: drafted.facets, from: rows.get(ref)?.from, to: drafted.to, drafted })
    return [...rows.values()]
  }

  async function whatIfScorecard(
    sight: Sight,
    document: ScorecardDocument,
  ): Promise<Pick<WhatIf, 'levelsNow' | 'levelsAfter' | 'entities'>> {
    const { board } = sight
    const now = board.scorecards.find(({ name }) => name === document.metadata.name)
    const counted = (names: readonly string[]): CountedCheck[] =>
      names.flatMap(name => board.checks.find(check => check.name === name) ?? [])
    const levels = document.spec.levels.map(({ name, title, checks }) => ({ name, title, checks: counted(checks) }))
    const then = { name: '', member: -1, known: now?.known ?? ({} as never), checks: levels.flatMap(({ checks }) => checks), levels }
    const [countsNow, countsThen] = [new Map<number, number>(), new Map<number, number>()]
    const add = (counts: Map<number, number>, level: number) => void counts.set(level, (counts.get(level) ?? 0) + 1)
    const known = [...reading.entitiesOf(sight)]
    const turn = createTurn()
    let entities = 0
    for (let at = 0; at < known.length; at += batch) {
      const some = known.slice(at, at + batch)
      const stored = await catalog.getEntities(
        some.map(({ ref }) => ref),
        { isBulk: true },
      )
      const found = await withoutHidden(stored, seenBy(sight))
      for (const [index, { cells }] of some.entries()) {
        if (now && (cells[now.member] ?? 0) !== 0) add(countsNow, levelOf(now, cells, board.codes))
        const entity = found[index]
        if (!entity || !createMatcher(entity)(document.spec.filter)) continue
        entities += 1
        add(countsThen, levelOf(then, cells, board.codes))
        if (turn.isOver()) await turn.next()
      }
    }
    return { entities, levelsNow: now ? toLevels(now, countsNow) : {}, levelsAfter: toLevels(then, countsThen) }
  }

  return {
    async whatIf(caller: Principal, { text, offset, limit }: { text: string; offset: number; limit: number }): Promise<WhatIf> {
      const began = performance.now()
      const { document, problems } = await editing.check(text)
      const none = {
        problems: [...problems],
        entities: 0,
        now: noCounts(),
        after: noCounts(),
        owners: [],
        flips: [],
        totalFlips: 0,
        causes: [],
        tookMs: 0,
      }
      const took = () => Math.round(performance.now() - began)
      if (!document || problems.some(({ severity }) => severity === 'error')) return { ...none, tookMs: took() }
      const about = { ...none, kind: document.kind, name: document.metadata.name }
      const sight = await reading.sightOf(caller)
      if (document.kind === 'Scorecard') return { ...about, ...(await whatIfScorecard(sight, document)), tookMs: took() }
      if (document.kind === 'Campaign') return { ...about, tookMs: took() }
      const rows = await whatIfCheck(sight, document)
      const flips = rows.filter(({ from, to }) => from !== to).sort((a, b) => rank(a) - rank(b) || (a.ref < b.ref ? -1 : 1))
      const owners = ownersOf(rows)
      const titles = await reading.titlesOf(sight, [...owners.keys()])
      return {
        ...about,
        entities: rows.filter(({ to }) => to !== undefined).length,
        now: countsOf(rows.map(({ from }) => from)),
        after: countsOf(rows.map(({ to }) => to)),
        owners: [...owners]
          .map(([key, own]) => ({ key, title: titles.get(key) ?? key, ...own }))
          .sort((a, b) => b.after.fail - a.after.fail || b.entities - a.entities),
        flips: flips.slice(offset, offset + limit).map(row => toFlip(row, document.metadata.name)),
        totalFlips: flips.length,
        causes: causesOf(rows),
        tookMs: took(),
      }
    },
  }
}

export type WhatIfRules = ReturnType<typeof createWhatIf>

/** What gets worse comes first. */
const rank = ({ from, to }: Row) => (to === 'fail' ? (from === undefined ? 1 : 0) : to === 'unknown' ? 2 : 3)

const codeStates: readonly (ResultState | undefined)[] = [undefined, undefined, 'pass', 'fail', 'unknown', 'exempt']
export const stateOf = ({ codes }: Board, cause: number): ResultState | undefined => codeStates[codes[cause] ?? 0]

const noCounts = (): StateCounts => ({ pass: 0, fail: 0, unknown: 0, exempt: 0 })

function countsOf(states: readonly (ResultState | undefined)[]): StateCounts {
  const counts = noCounts()
  for (const state of states) if (state) counts[state] += 1
  return counts
}

function ownersOf(rows: readonly Row[]): Map<string, { entities: number; now: StateCounts; after: StateCounts }> {
  const owners = new Map<string, { entities: number; now: StateCounts; after: StateCounts }>()
  for (const { facets, from, to } of rows) {
    const key = facets.owner ?? ''
    const own = owners.get(key) ?? { entities: 0, now: noCounts(), after: noCounts() }
    owners.set(key, own)
    if (to) {
      own.entities += 1
      own.after[to] += 1
    }
    if (from) own.now[from] += 1
  }
  return owners
}

function causesOf(rows: readonly Row[]): Cause[] {
  const causes = new Map<string, Cause>()
  for (const { drafted, to } of rows) {
    if (!drafted || (to !== 'fail' && to !== 'unknown')) continue
    const { code, input, message } = drafted.cause
    const known = causes.get(message) ?? { state: to, code, ...(input !== '' && { input }), message, count: 0 }
    known.count += 1
    causes.set(message, known)
  }
  return [...causes.values()].sort((a, b) => b.count - a.count).slice(0, shownCauses)
}

function toFlip({ ref, facets, from, to, drafted }: Row, check: string): Flip {
  const reason = drafted?.cause.message ?? ''
  return {
    entityRef: ref,
    title: facets.title,
    ...(facets.owner !== undefined && { owner: facets.owner }),
    check,
    ...(from && { from }),
    ...(to && { to }),
    ...(reason !== '' && { reason }),
    inputs: [...(drafted?.inputs ?? [])],
  }
}

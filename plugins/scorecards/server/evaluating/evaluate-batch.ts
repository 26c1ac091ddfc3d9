import type { ResultState } from '@portico/scorecards/common'
import type { Kysely, Transaction } from 'kysely'
import { toEvaluated, type DocumentSet } from '../documents/documents.ts'
import type { ActiveExemption } from '../exemptions/exemption-store.ts'
import type { ScorecardsTables } from '../migrations/tables.ts'
import { differenceOf, encodeCells, encodeDifference, type CauseKey, type CellChange, type Cells } from '../results/cells.ts'
import type { Causes } from '../results/cause-store.ts'
import type { Facets } from '../results/facets.ts'
import { encodeDetails, type ResultDetail } from '../results/result-details.ts'
import type { EvaluatedRow, ResultStore, StoredEntity } from '../results/result-store.ts'
import type { PendingEntity } from '../results/pending-store.ts'
import { rawStates, type EvaluatedCheck, type RawEntity, type RawResult } from './evaluation.ts'
import type { Evaluator } from './evaluator.ts'
import { needsOf, readInputs, type InputDependencies } from './read-inputs.ts'

/** Every so many changes of an entity one holds everything, so that older ones can go. */
const fullEvery = 40
const gone: Facets = { title: '', kind: '' }

/** What an evaluation has changed of an entity. */
export interface ChangedEntity {
  readonly ref: string
  readonly facets: Facets
  readonly before: Cells
  readonly after: Cells
  readonly changes: readonly CellChange[]
  readonly isNew: boolean
}

export interface BatchDependencies extends InputDependencies {
  readonly db: Kysely<ScorecardsTables>
  readonly store: Pick<ResultStore, 'stored' | 'write'>
  readonly causes: Causes
  readonly evaluator: Pick<Evaluator, 'evaluate'>
  readonly exemptionsOf: (refs: readonly string[]) => Promise<ReadonlyMap<string, ActiveExemption>>
}

/** Evaluates some entities with all active checks, and stores what changed. */
export async function evaluateBatch(
  { store, causes, evaluator, exemptionsOf, ...inputs }: BatchDependencies,
  {
    documents,
    pending,
    signal,
  }: { readonly documents: DocumentSet; readonly pending: readonly PendingEntity[]; readonly signal: AbortSignal },
  within: Transaction<ScorecardsTables>,
): Promise<ChangedEntity[]> {
  const refs = pending.map(({ ref }) => ref)
  const checks = toEvaluated(documents)
  const numbers = await causes.checkNumbers(checks.map(({ name }) => name))
  const [{ entities, facets, related }, stored, exemptions] = await Promise.all([
    readInputs(inputs, refs, needsOf(documents)),
    store.stored(refs, within),
    exemptionsOf(refs),
  ])
  const present = entities.flatMap((each, at) => {
    const createdAt = stored.get(refs[at]!)?.createdAt ?? pending[at]!.createdAt
    return each ? [{ at, given: { ...each, createdAt: createdAt?.getTime() } }] : []
  })
  const message = { kind: 'evaluate' as const, checks, entities: present.map(({ given }) => given), related, now: Date.now() }
  const answers = present.length > 0 && checks.length > 0 ? await evaluator.evaluate(message, 'background', signal) : []
  const byRef = new Map(present.map(({ at }, index) => [refs[at]!, answers[index] ?? { results: [] }]))

  const outcomes = refs.map(ref => toOutcome(byRef.get(ref), { ref, checks, exemptions }))
  const keys = outcomes.flatMap(({ results }) => results.map(({ cause }) => cause))
  const causeNumbers = await causes.numbersOf(keys)
  let next = 0
  const rows: EvaluatedRow[] = []
  const changed: ChangedEntity[] = []
  for (const [at, { results, dueAt }] of outcomes.entries()) {
    const ref = refs[at]!
    const before = stored.get(ref)
    const cells = new Uint16Array(Math.max(0, ...results.map(({ check }) => numbers.get(check)! + 1)))
    const details = new Map<number, ResultDetail>()
    for (const { check, detail } of results) {
      const number = numbers.get(check)!
      cells[number] = causeNumbers[next++]!
      if (detail) details.set(number, detail)
    }
    if (results.length === 0 && !before) continue
    const { row, change } = toRow({
      ref,
      before,
      cells,
      details,
      facets: facets[at] ?? before?.facets ?? gone,
      createdAt: pending[at]!.createdAt,
      dueAt,
    })
    rows.push(row)
    if (change) changed.push(change)
  }
  await store.write(rows, new Date(), within)
  return changed
}

interface Outcome {
  readonly check: string
  readonly cause: CauseKey
  readonly detail?: ResultDetail
}

function toOutcome(
  raw: RawEntity | undefined,
  { ref, checks, exemptions }: { ref: string; checks: readonly EvaluatedCheck[]; exemptions: ReadonlyMap<string, ActiveExemption> },
): { readonly results: readonly Outcome[]; readonly dueAt: number | undefined } {
  let dueAt = raw?.dueAt
  const results = (raw?.results ?? []).map((result): Outcome => {
    const check = checks[result[0]]!.name
    const exemption = exemptions.get(`${ref} ${check}`)
    if (exemption) dueAt = Math.min(dueAt ?? Number.POSITIVE_INFINITY, exemption.endsAt.getTime())
    return toResult(check, result, exemption)
  })
  return { results, dueAt }
}

function toResult(check: string, [, state, inputs, message, reason]: RawResult, exemption: ActiveExemption | undefined): Outcome {
  const name = rawStates[state]!
  if (name === 'member') return { check, cause: { state: 'member', code: '', input: '', message: '' } }
  if (exemption && name !== 'pass') {
    const why = { code: 'exemption' as const, until: exemption.endsAt.toISOString(), message: exemption.reason.slice(0, 200) }
    return {
      check,
      cause: { state: 'exempt', code: 'exemption', input: '', message: 'Has an exemption' },
      detail: { state: 'exempt', reason: why, inputs },
    }
  }
  const cause: CauseKey = { state: name, code: reason?.code ?? '', input: reason?.input ?? '', message }
  return { check, cause, detail: { state: name as ResultState, inputs, ...(reason && { reason }) } }
}

function toRow(given: {
  readonly ref: string
  readonly before: StoredEntity | undefined
  readonly cells: Cells
  readonly details: Map<number, ResultDetail>
  readonly facets: Facets
  readonly createdAt: Date | undefined
  readonly dueAt: number | undefined
}): { readonly row: EvaluatedRow; readonly change?: ChangedEntity } {
  const { ref, before, cells, details, facets, dueAt } = given
  const known = before?.cells ?? new Uint16Array(0)
  const changes = differenceOf(known, cells)
  const base = {
    ref,
    facets: JSON.stringify(facets),
    cells: encodeCells(cells),
    createdAt: before?.createdAt ?? given.createdAt,
    dueAt: dueAt === undefined ? undefined : new Date(dueAt),
  }
  if (changes.length === 0 && before && JSON.stringify(before.facets) === base.facets) return { row: base }
  const isFull = !before || before.changesSinceFull + 1 >= fullEvery
  const told = isFull ? details : new Map([...details].filter(([check]) => changes.some(([changed]) => changed === check)))
  const change = { difference: encodeDifference(changes), details: encodeDetails(told), isFull }
  return { row: { ...base, change }, change: { ref, facets, before: known, after: cells, changes, isNew: !before } }
}

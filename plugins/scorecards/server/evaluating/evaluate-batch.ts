import type { Kysely, Transaction } from 'kysely'
import { toEvaluated, type DocumentSet } from '../documents/documents.ts'
import type { ActiveExemption } from '../exemptions/exemption-store.ts'
import type { ScorecardsTables } from '../migrations/tables.ts'
import { differenceOf, encodeCells, encodeDifference, type CauseKey, type CellChange, type Cells } from '../results/cells.ts'
import type { Causes } from '../results/cause-store.ts'
import type { Facets } from '../results/facets.ts'
import { encodeDetails, reasonOf, type ResultDetail } from '../results/result-details.ts'
import type { EvaluatedRow, ResultStore, StoredEntity } from '../results/result-store.ts'
import type { PendingEntity } from '../results/pending-store.ts'
import type { EvaluationAnswer, RawEntity, RawTimes } from './evaluation.ts'
import type { Evaluator } from './evaluator.ts'
import { needsOfAll, readFacets, readInputs, type InputDependencies } from './read-inputs.ts'

/** Every so many changes of an entity one holds everything, so that older ones can go. */
const fullEvery = 40
const maxReason = 200
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
  const [{ entities, related }, stored, exemptions] = await Promise.all([
    readInputs(inputs, refs, needsOfAll(documents)),
    store.stored(refs, within),
    exemptionsOf(refs),
  ])
  const present = entities.flatMap((each, at) => {
    const createdAt = stored.get(refs[at]!)?.createdAt ?? pending[at]!.createdAt
    return each ? [{ at, given: { ...each, createdAt: createdAt?.getTime() } }] : []
  })
  const message = { kind: 'evaluate' as const, checks, entities: present.map(({ given }) => given), related, now: Date.now() }
  const isEmpty = present.length === 0 || checks.length === 0
  const [facets, answer] = await Promise.all([
    readFacets(inputs, { entities }),
    isEmpty ? noAnswer : evaluator.evaluate(message, 'background', signal),
  ])
  const evaluated = new Map(present.map(({ at }, index) => [refs[at]!, answer.entities[index]]))
  const kept = [...answer.causes, exempted]
  const causeNumbers = await causes.numbersOf(kept)

  const rows: EvaluatedRow[] = []
  const changed: ChangedEntity[] = []
  for (const [at, ref] of refs.entries()) {
    const before = stored.get(ref)
    const raw = evaluated.get(ref) ?? { inputs: [], results: [] }
    if (raw.results.length === 0 && !before) continue
    const results = new Map<number, Result>()
    for (const [place, cause, inputs, times] of raw.results) {
      const { name } = checks[place]!
      const exemption = isExempted(answer.causes[cause]!) ? exemptions.get(`${ref} ${name}`) : undefined
      results.set(numbers.get(name)!, { cause: exemption ? kept.length - 1 : cause, inputs, times, exemption })
    }
    const cells = new Uint16Array(Math.max(-1, ...results.keys()) + 1)
    for (const [number, { cause }] of results) cells[number] = causeNumbers[cause]!
    const { row, change } = toRow({
      ref,
      before,
      cells,
      detailsOf: numbers => toDetails(raw, numbers, { results, causes: kept }),
      facets: facets[at] ?? before?.facets ?? gone,
      createdAt: pending[at]!.createdAt,
      dueAt: Math.min(raw.dueAt ?? never, ...[...results.values()].map(({ exemption }) => exemption?.endsAt.getTime() ?? never)),
    })
    if (row) rows.push(row)
    if (change) changed.push(change)
  }
  await store.write(rows, new Date(), within)
  return changed
}

interface Result {
  /** Its place among the causes of the batch. */
  readonly cause: number
  readonly inputs: readonly number[]
  readonly times: RawTimes | undefined
  readonly exemption: ActiveExemption | undefined
}

const noAnswer: EvaluationAnswer = { causes: [], entities: [] }
const never = Number.POSITIVE_INFINITY
const exempted: CauseKey = { state: 'exempt', code: 'exemption', input: '', message: 'Has an exemption' }
const isExempted = ({ state }: CauseKey) => state !== 'member' && state !== 'pass'

/** Why results are as they are, and what was read. Membership needs no reason. */
function toDetails(
  raw: Pick<RawEntity, 'inputs'>,
  numbers: Iterable<number>,
  { results, causes }: { readonly results: ReadonlyMap<number, Result>; readonly causes: readonly CauseKey[] },
): Map<number, ResultDetail> {
  const details = new Map<number, ResultDetail>()
  for (const number of numbers) {
    const result = results.get(number)
    const cause = result && causes[result.cause]!
    if (!result || !cause || cause.state === 'member') continue
    const { inputs, times, exemption } = result
    details.set(number, {
      state: cause.state,
      inputs: inputs.map(place => raw.inputs[place]!),
      reason: exemption
        ? { code: 'exemption', until: exemption.endsAt.toISOString(), message: exemption.reason.slice(0, maxReason) }
        : reasonOf(cause, times),
    })
  }
  return details
}

function toRow(given: {
  readonly ref: string
  readonly before: StoredEntity | undefined
  readonly cells: Cells
  readonly detailsOf: (numbers: Iterable<number>) => ReadonlyMap<number, ResultDetail>
  readonly facets: Facets
  readonly createdAt: Date | undefined
  readonly dueAt: number
}): { readonly row?: EvaluatedRow; readonly change?: ChangedEntity } {
  const { ref, before, cells, detailsOf, facets, dueAt } = given
  const known = before?.cells ?? new Uint16Array(0)
  const changes = differenceOf(known, cells)
  const base = {
    ref,
    facets: JSON.stringify(facets),
    cells: encodeCells(cells),
    createdAt: before?.createdAt ?? given.createdAt,
    dueAt: dueAt === never ? undefined : new Date(dueAt),
  }
  if (changes.length === 0 && before && JSON.stringify(before.facets) === base.facets) {
    const isSame = before.dueAt?.getTime() === base.dueAt?.getTime() && before.createdAt?.getTime() === base.createdAt?.getTime()
    return isSame ? {} : { row: base }
  }
  const isFull = !before || before.changesSinceFull + 1 >= fullEvery
  const details = detailsOf(isFull ? cells.keys() : changes.map(([number]) => number))
  const change = { difference: encodeDifference(changes), details: encodeDetails(details), isFull }
  return { row: { ...base, change }, change: { ref, facets, before: known, after: cells, changes, isNew: !before } }
}

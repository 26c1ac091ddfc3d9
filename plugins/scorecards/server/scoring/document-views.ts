import {
  manageScorecardsPermission,
  type Cause,
  type CheckDetail,
  type CheckSummary,
  type ScorecardDetail,
  type ScorecardSummary,
} from '@portico/scorecards/common'
import type { Permissions, Principal } from '@portico/core/server'
import type { Documents, KnownDocument } from '../documents/documents.ts'
import { checkNotFound, scorecardNotFound } from '../errors.ts'
import type { Exemptions } from '../exemptions/exemptions.ts'
import type { Causes } from '../results/cause-store.ts'
import { sumOf } from './overview.ts'
import type { Reading, Sight } from './reading.ts'
import { emptyTally, toScore } from './tally.ts'

const shownCauses = 12

export interface DocumentViewsDependencies {
  readonly reading: Reading
  readonly documents: Pick<Documents, 'current'>
  readonly causes: Pick<Causes, 'cause'>
  readonly permissions: Pick<Permissions, 'authorize'>
  readonly exemptions: () => Pick<Exemptions, 'rightsOf' | 'list'>
}

const isShown = (known: KnownDocument, manages: boolean) => manages || known.document.spec.state !== 'draft'

/** Checks and scorecards with their numbers. */
export function createDocumentViews({ reading, documents, causes, permissions, exemptions }: DocumentViewsDependencies) {
  async function mayManage(caller: Principal): Promise<boolean> {
    const [decision] = await permissions.authorize(caller, [{ permission: manageScorecardsPermission }])
    return decision?.result === 'ALLOW'
  }

  /** Undefined for a check that is not there, and for a draft where the caller may not see drafts. */
  function checkSummary(sight: Sight, name: string, manages: boolean): CheckSummary | undefined {
    const known = documents.current().checks.get(name)
    if (!known || !isShown(known, manages)) return undefined
    const { metadata, spec } = known.document
    const counted = sight.board.checks.filter(each => each.name === name)
    const { levels: _levels, ...sum } =
      counted.length > 0 ? sumOf(reading, sight, { checks: counted }) : { ...toScore(emptyTally()), entities: 0 }
    const { scorecards, campaigns } = documents.current()
    return {
      ...sum,
      name,
      title: metadata.title,
      ...(metadata.description !== undefined && { description: metadata.description }),
      ...(metadata.tags && { tags: metadata.tags }),
      state: spec.state,
      ...(spec.pack !== undefined && { pack: spec.pack }),
      severity: spec.severity,
      weight: spec.weight,
      effort: spec.effort,
      owner: spec.owner,
      source: known.source,
      scorecards: [...scorecards.values()]
        .filter(each => isShown(each, manages) && checksOf(each.document.spec).includes(name))
        .map(({ document }) => document.metadata.name),
      campaigns: [...campaigns.values()]
        .filter(each => isShown(each, manages) && each.document.spec.checks.includes(name))
        .map(({ document }) => document.metadata.name),
    }
  }

  /** The most common causes of fail and unknown among what the caller sees. */
  function causesOf(sight: Sight, name: string): Cause[] {
    const number = sight.board.checks.find(check => check.name === name)?.number
    if (number === undefined) return []
    const counts = new Map<number, number>()
    for (const { cells } of reading.entitiesOf(sight)) {
      const cause = cells[number] ?? 0
      if (cause !== 0) counts.set(cause, (counts.get(cause) ?? 0) + 1)
    }
    return [...counts]
      .flatMap(([id, count]): Cause[] => {
        const cause = causes.cause(id)
        if (!cause || (cause.state !== 'fail' && cause.state !== 'unknown')) return []
        return [{ state: cause.state, code: cause.code, ...(cause.input !== '' && { input: cause.input }), message: cause.message, count }]
      })
      .sort((a, b) => b.count - a.count)
      .slice(0, shownCauses)
  }

  function scorecardSummary(sight: Sight, { document, source }: KnownDocument<'Scorecard'>): ScorecardSummary {
    const { metadata, spec } = document
    const scorecard = sight.board.scorecards.find(({ name }) => name === metadata.name)
    const sum = scorecard ? sumOf(reading, sight, { scorecard }) : { ...toScore(emptyTally()), entities: 0 }
    return {
      ...sum,
      name: metadata.name,
      title: metadata.title,
      ...(metadata.description !== undefined && { description: metadata.description }),
      ...(metadata.tags && { tags: metadata.tags }),
      state: spec.state,
      owner: spec.owner,
      source,
      levelTitles: spec.levels.map(({ name, title }) => ({ name, title })),
    }
  }

  return {
    mayManage,
    checkSummary,
    async checks(
      caller: Principal,
      { asOf, state }: { asOf?: string | undefined; state?: readonly string[] | undefined },
    ): Promise<CheckSummary[]> {
      const [sight, manages] = await Promise.all([reading.sightOf(caller, asOf), mayManage(caller)])
      const shown = [...documents.current().checks.values()].filter(
        known => isShown(known, manages) && (!state?.length || state.includes(known.document.spec.state)),
      )
      return reading.cached(`checks ${sight.key} ${manages} ${state?.join() ?? ''}`, () =>
        shown
          .flatMap(({ document }) => checkSummary(sight, document.metadata.name, manages) ?? [])
          .sort((a, b) => a.title.localeCompare(b.title)),
      )
    },
    async check(caller: Principal, name: string, asOf: string | undefined): Promise<CheckDetail> {
      const known = documents.current().checks.get(name)
      const [sight, manages] = await Promise.all([reading.sightOf(caller, asOf), mayManage(caller)])
      if (!known || !isShown(known, manages)) throw checkNotFound(name)
      const [{ mayDecide }, open] = await Promise.all([
        exemptions().rightsOf(caller),
        exemptions().list(caller, { check: name, state: ['asked', 'approved'], offset: 0, limit: 1 }),
      ])
      const { inspection } = known
      return {
        ...checkSummary(sight, name, manages)!,
        document: known.document,
        inputs: inspection && !('error' in inspection) ? [...inspection.inputs] : [],
        causes: causesOf(sight, name),
        openExemptions: open.total,
        mayManage: manages,
        mayDecide: mayDecide(name),
      }
    },
    async scorecards(caller: Principal, asOf: string | undefined): Promise<ScorecardSummary[]> {
      const [sight, manages] = await Promise.all([reading.sightOf(caller, asOf), mayManage(caller)])
      const shown = [...documents.current().scorecards.values()].filter(known => isShown(known, manages))
      return shown.map(known => scorecardSummary(sight, known)).sort((a, b) => a.title.localeCompare(b.title))
    },
    async scorecard(caller: Principal, name: string, asOf: string | undefined): Promise<ScorecardDetail> {
      const known = documents.current().scorecards.get(name)
      const [sight, manages] = await Promise.all([reading.sightOf(caller, asOf), mayManage(caller)])
      if (!known || !isShown(known, manages)) throw scorecardNotFound(name)
      const { spec } = known.document
      const levelOfCheck = new Map(spec.levels.flatMap(level => level.checks.map(check => [check, level.name] as const)))
      const names = [...new Set(checksOf(spec))]
      return {
        ...scorecardSummary(sight, known),
        document: known.document,
        checks: names.flatMap(check => {
          const summary = checkSummary(sight, check, manages)
          const level = levelOfCheck.get(check)
          return summary ? [{ ...summary, ...(level !== undefined && { level }) }] : []
        }),
        missing: names.filter(check => !documents.current().checks.has(check)),
        mayManage: manages,
      }
    },
  }
}

export type DocumentViews = ReturnType<typeof createDocumentViews>

const checksOf = ({
  levels,
  checks,
}: {
  readonly levels: readonly { readonly checks: readonly string[] }[]
  readonly checks: readonly string[]
}) => [...levels.flatMap(level => level.checks), ...checks]

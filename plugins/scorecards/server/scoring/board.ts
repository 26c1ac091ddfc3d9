import type { CheckDocument, ScorecardDocument, CampaignDocument } from '@portico/scorecards/common'
import { memberName, type DocumentSet, type KnownDocument } from '../documents/documents.ts'
import type { Causes } from '../results/cause-store.ts'
import { stateCodes } from '../results/cause-store.ts'
import type { Cells } from '../results/cells.ts'

/** A check as it counts in a score. */
export interface CountedCheck {
  readonly name: string
  readonly number: number
  readonly weight: number
}

export interface BoardScorecard {
  readonly name: string
  readonly member: number
  readonly known: KnownDocument<'Scorecard'>
  readonly checks: readonly CountedCheck[]
  readonly levels: readonly { readonly name: string; readonly title: string; readonly checks: readonly CountedCheck[] }[]
}

export interface BoardCampaign {
  readonly name: string
  readonly member: number
  readonly known: KnownDocument<'Campaign'>
  readonly checks: readonly CountedCheck[]
}

/** Everything by which scores are made of cells. */
export interface Board {
  readonly documents: DocumentSet
  /** Active checks that have results, in the order of their names. */
  readonly checks: readonly CountedCheck[]
  readonly scorecards: readonly BoardScorecard[]
  readonly campaigns: readonly BoardCampaign[]
  readonly codes: Uint8Array
  readonly stamp: string
}

const isActive = ({ document }: KnownDocument) => document.spec.state === 'active'

/** Puts documents and numbers together. */
export function createBoard(documents: DocumentSet, causes: Pick<Causes, 'checkId' | 'codes'>): Board {
  const counted = (name: string, weight?: number): CountedCheck[] => {
    const known: KnownDocument<'Check'> | undefined = documents.checks.get(name)
    const number = causes.checkId(name)
    return known && isActive(known) && number !== undefined ? [{ name, number, weight: weight ?? known.document.spec.weight }] : []
  }
  const member = (kind: 'Scorecard' | 'Campaign', name: string) => causes.checkId(memberName(kind, name)) ?? -1
  const checks = [...documents.checks.keys()].sort().flatMap(name => counted(name))
  const scorecards = [...documents.scorecards.values()].filter(isActive).map((known): BoardScorecard => {
    const { metadata, spec } = known.document as ScorecardDocument
    const weighted = (names: readonly string[]) => names.flatMap(name => counted(name, spec.weights?.[name]))
    const levels = spec.levels.map(level => ({ name: level.name, title: level.title, checks: weighted(level.checks) }))
    const all = new Map([...levels.flatMap(level => level.checks), ...weighted(spec.checks)].map(check => [check.number, check]))
    return { name: metadata.name, member: member('Scorecard', metadata.name), known, checks: [...all.values()], levels }
  })
  const campaigns = [...documents.campaigns.values()].filter(isActive).map((known): BoardCampaign => {
    const { metadata, spec } = known.document as CampaignDocument
    return { name: metadata.name, member: member('Campaign', metadata.name), known, checks: spec.checks.flatMap(name => counted(name)) }
  })
  return { documents, checks, scorecards, campaigns, codes: causes.codes(), stamp: `${documents.stamp} ${checks.length}` }
}

/** The document of a check that counts. */
export const documentOf = ({ documents }: Board, name: string): CheckDocument => documents.checks.get(name)!.document

const { pass, fail, unknown, exempt } = stateCodes

/** The place of the level that an entity has reached, from 1; 0 is none. What does not apply, and what is exempt, holds nobody back. */
export function levelOf({ levels }: BoardScorecard, cells: Cells, codes: Uint8Array): number {
  let reached = 0
  for (const { checks } of levels) {
    for (const { number } of checks) {
      const code = codes[cells[number] ?? 0]
      if (code === fail || code === unknown) return reached
    }
    reached += 1
  }
  return reached
}

/** Whether everything that a campaign asks for is done. */
export function campaignState({ checks }: Pick<BoardCampaign, 'checks'>, cells: Cells, codes: Uint8Array): 'done' | 'failing' | 'unknown' {
  let isUnknown = false
  for (const { number } of checks) {
    const code = codes[cells[number] ?? 0]
    if (code === fail) return 'failing'
    if (code === unknown) isUnknown = true
  }
  return isUnknown ? 'unknown' : 'done'
}

export { pass as passCode, fail as failCode, unknown as unknownCode, exempt as exemptCode }

/** Whether an entity belongs to a scorecard or campaign. */
export const isMember = (cells: Cells, member: number): boolean => (cells[member] ?? 0) !== 0

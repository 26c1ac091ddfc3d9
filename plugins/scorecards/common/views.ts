import { z } from 'zod'
import {
  CampaignDocument,
  CheckDocument,
  CheckEffort,
  CheckSeverity,
  DocumentSource,
  DocumentState,
  ScorecardDocument,
} from './document.ts'
import { CheckResult, EntityScore, ResultInput, ResultReason, ResultState, Score, StateCounts } from './result.ts'

const count = z.number().int()
const text = z.string()

/** By what entities are grouped. */
export const groupings = ['owner', 'domain', 'system', 'kind', 'type', 'lifecycle'] as const
export const Grouping = z.enum(groupings)
export type Grouping = z.output<typeof Grouping>

/** The sum of some entities: results are added up, so that each entity counts by what is known of it. */
export const Sum = Score.extend({
  entities: count,
  /** How many entities are at each level of the scorecard; '' is none. Absent without a scorecard. */
  levels: z.record(text, count).optional(),
})
export type Sum = z.output<typeof Sum>

/** One row of the overview: a team, a domain, a system. */
export const OverviewGroup = Sum.extend({
  /** The entity ref of the owner, domain or system, else the plain value; '' is none. */
  key: text,
  title: text,
  /** By how much the score has changed in the last 30 days; absent where it was not known. */
  change: z.number().optional(),
  /** In the order of `columns`; null where no entity of the group is concerned. */
  cells: z.array(z.object({ score: z.number().optional(), coverage: z.number(), counts: StateCounts }).nullable()),
})
export type OverviewGroup = z.output<typeof OverviewGroup>

export const Overview = z.object({
  /** The moment that the numbers are of. */
  asOf: text,
  /** Before this nothing is known. */
  since: text.optional(),
  /** Whether something is still to be evaluated: results of a first evaluation come in. */
  pending: count,
  total: Sum.extend({ change: z.number().optional() }),
  /** Of the heat map: the checks of the scorecard, or without one all scorecards. */
  columns: z.array(z.object({ type: z.enum(['check', 'scorecard']), name: text, title: text, severity: CheckSeverity.optional() })),
  groups: z.array(OverviewGroup),
  totalGroups: count,
})
export type Overview = z.output<typeof Overview>

/** A check as lists show it. */
export const CheckSummary = Sum.omit({ levels: true }).extend({
  name: text,
  title: text,
  description: text.optional(),
  tags: z.array(text).optional(),
  state: DocumentState,
  pack: text.optional(),
  severity: CheckSeverity,
  weight: z.number(),
  effort: CheckEffort,
  owner: text,
  source: DocumentSource,
  /** Names of the scorecards and campaigns with it. */
  scorecards: z.array(text),
  campaigns: z.array(text),
})
export type CheckSummary = z.output<typeof CheckSummary>

/** A cause that several entities share. */
export const Cause = z.object({ state: ResultState, code: text, input: text.optional(), message: text, count })
export type Cause = z.output<typeof Cause>

export const CheckDetail = CheckSummary.extend({
  document: CheckDocument,
  /** What its expression reads: facts (`argocd.sync`) and fields (`entity.spec.owner`). */
  inputs: z.array(text),
  /** The most common causes of fail and unknown. */
  causes: z.array(Cause),
  openExemptions: count,
  mayManage: z.boolean(),
  mayDecide: z.boolean(),
})
export type CheckDetail = z.output<typeof CheckDetail>

export const ScorecardSummary = Sum.extend({
  name: text,
  title: text,
  description: text.optional(),
  tags: z.array(text).optional(),
  state: DocumentState,
  owner: text,
  source: DocumentSource,
  /** From the lowest to the highest. */
  levelTitles: z.array(z.object({ name: text, title: text })),
})
export type ScorecardSummary = z.output<typeof ScorecardSummary>

export const ScorecardDetail = ScorecardSummary.extend({
  document: ScorecardDocument,
  /** Every check of it, level by level, those without a level last. Names of checks that do not exist are in `missing`. */
  checks: z.array(CheckSummary.extend({ level: text.optional() })),
  missing: z.array(text),
  mayManage: z.boolean(),
})
export type ScorecardDetail = z.output<typeof ScorecardDetail>

export const campaignPhases = ['draft', 'planned', 'running', 'over', 'retired'] as const
export const CampaignSummary = z.object({
  name: text,
  title: text,
  description: text.optional(),
  state: DocumentState,
  phase: z.enum(campaignPhases),
  owner: text,
  source: DocumentSource,
  start: text,
  due: text,
  goal: z.number(),
  entities: count,
  /** Entities of which all checks pass or are exempt. */
  done: count,
  /** Not done, and at least one check fails. */
  failing: count,
  /** Not done, nothing fails, something is unknown. */
  unknown: count,
})
export type CampaignSummary = z.output<typeof CampaignSummary>
export const CampaignDetail = CampaignSummary.extend({
  document: CampaignDocument,
  checks: z.array(CheckSummary),
  /** How many are done, by owner, those with the most left first. */
  owners: z.array(z.object({ key: text, title: text, entities: count, done: count, failing: count, unknown: count })),
  /** How many were done at the end of each day since the start. */
  progress: z.array(z.object({ at: text, entities: count, done: count })),
  mayManage: z.boolean(),
})
export type CampaignDetail = z.output<typeof CampaignDetail>

export const exemptionStates = ['asked', 'approved', 'refused', 'withdrawn', 'ended'] as const
export const Exemption = z.object({
  id: text,
  check: text,
  checkTitle: text,
  entityRef: text,
  entityTitle: text,
  /** `ended`: approved, and its end is over. */
  state: z.enum(exemptionStates),
  reason: text,
  until: text,
  askedBy: text,
  askedAt: text,
  decidedBy: text.optional(),
  decidedAt: text.optional(),
  note: text.optional(),
  mayDecide: z.boolean(),
  mayWithdraw: z.boolean(),
})
export type Exemption = z.output<typeof Exemption>

/** A fix, with what its expressions give for one entity. */
export const FilledFix = z.object({
  text: text.optional(),
  links: z.array(z.object({ title: text, url: text })),
  /** A path of the portal that opens the template with the answers filled in. */
  template: z.object({ ref: text, values: z.record(text, z.json()), path: text }).optional(),
})
export type FilledFix = z.output<typeof FilledFix>

/** A row of a list of entities. */
export const EntityRow = Score.extend({
  entityRef: text,
  title: text,
  kind: text,
  type: text.optional(),
  owner: text.optional(),
  system: text.optional(),
  lifecycle: text.optional(),
  /** Its level on the scorecard that was asked for. */
  level: text.optional(),
  /** What fails and what is unknown, the most important first, at most ten. */
  failing: z.array(text),
  unknown: z.array(text),
  /** With `check`: its result. */
  result: CheckResult.optional(),
})
export type EntityRow = z.output<typeof EntityRow>

/** A result on the page of an entity. */
export const EntityResult = CheckResult.extend({
  title: text,
  description: text.optional(),
  severity: CheckSeverity,
  weight: z.number(),
  effort: CheckEffort,
  owner: text,
  pack: text.optional(),
  why: text,
  /** Only where it does not pass. */
  fix: FilledFix.optional(),
  exemption: Exemption.optional(),
})
export type EntityResult = z.output<typeof EntityResult>

/** What to do next, the most gain for the least effort first. */
export const NextStep = z.object({
  check: text,
  title: text,
  severity: CheckSeverity,
  effort: CheckEffort,
  /** By how many points, of a hundred of the entity's scorecards together, it raises the score. */
  gain: z.number(),
  /** Gain for effort, by which steps are ordered. */
  rank: z.number(),
  entityRef: text,
  entityTitle: text,
  state: ResultState,
  since: text,
  /** The level, and of which scorecard, that is reached by this alone. */
  unlocks: z.object({ scorecard: text, level: text, title: text }).optional(),
  reason: text.optional(),
  fix: FilledFix.optional(),
})
export type NextStep = z.output<typeof NextStep>

export const EntityScorecards = z.object({
  entityRef: text,
  asOf: text,
  /** Not evaluated yet: it is new, or a check is. */
  isPending: z.boolean(),
  total: Score,
  scorecards: z.array(
    EntityScore.extend({
      title: text,
      levels: z.array(z.object({ name: text, title: text, isReached: z.boolean(), checks: z.array(text) })),
      /** Checks without a level. */
      checks: z.array(text),
    }),
  ),
  results: z.array(EntityResult),
  campaigns: z.array(
    CampaignSummary.pick({ name: true, title: true, due: true, phase: true }).extend({ isDone: z.boolean(), open: z.array(text) }),
  ),
  next: z.array(NextStep),
})
export type EntityScorecards = z.output<typeof EntityScorecards>

/** A change of a result. */
export const HistoryEntry = z.object({
  at: text,
  check: text,
  title: text,
  from: ResultState.optional(),
  /** Absent: the check does not apply any more. */
  to: ResultState.optional(),
  reason: ResultReason.optional(),
  inputs: z.array(ResultInput),
})
export type HistoryEntry = z.output<typeof HistoryEntry>

/** The numbers of one entity for lists of the catalog. */
export const EntitySummary = Score.extend({
  entityRef: text,
  scorecards: z.array(
    z.object({
      name: text,
      title: text,
      score: z.number().optional(),
      coverage: z.number(),
      level: text.optional(),
      levelTitle: text.optional(),
    }),
  ),
  failing: count,
})
export type EntitySummary = z.output<typeof EntitySummary>

export const Team = Sum.omit({ levels: true }).extend({
  ref: text,
  title: text,
  change: z.number().optional(),
  scorecards: z.array(Sum.extend({ name: text, title: text, levelTitles: z.array(z.object({ name: text, title: text })) })),
  /** The worst entities first. */
  entities: z.array(EntityRow),
  campaigns: z.array(CampaignSummary),
  exemptions: z.array(Exemption),
})
export type Team = z.output<typeof Team>

import { z } from 'zod'

/** Unknown is neither a pass nor a fail: something that the check needs is missing, too old or failing. */
export const resultStates = ['pass', 'fail', 'unknown', 'exempt'] as const
export const ResultState = z.enum(resultStates)
export type ResultState = z.output<typeof ResultState>

export const reasonCodes = [
  'fact-missing',
  'fact-stale',
  'fact-failing',
  'expression-failed',
  'expression-too-long',
  'not-a-boolean',
  'grace',
  'exemption',
] as const
export const ReasonCode = z.enum(reasonCodes)
export type ReasonCode = z.output<typeof ReasonCode>

/** Why a result is unknown or exempt. */
export const ResultReason = z.object({
  code: ReasonCode,
  /** The fact that it is about. */
  input: z.string().optional(),
  /** Since when the fact is missing, too old or failing. */
  since: z.string().optional(),
  /** Until when: of a grace period or an exemption. */
  until: z.string().optional(),
  message: z.string(),
})
export type ResultReason = z.output<typeof ResultReason>

/** What an expression has read: a fact (`argocd.sync`) or a field (`entity.spec.owner`), with the value that it had. */
export const ResultInput = z.object({ name: z.string(), value: z.json().optional(), at: z.string().optional() })
export type ResultInput = z.output<typeof ResultInput>

/** What a check says about an entity. */
export const CheckResult = z.object({
  check: z.string(),
  state: ResultState,
  /** Since when it is in this state. */
  since: z.string(),
  checkedAt: z.string(),
  reason: ResultReason.optional(),
  inputs: z.array(ResultInput),
})
export type CheckResult = z.output<typeof CheckResult>

/** How many results there are of each state. */
export const StateCounts = z.object({
  pass: z.number().int(),
  fail: z.number().int(),
  unknown: z.number().int(),
  exempt: z.number().int(),
})
export type StateCounts = z.output<typeof StateCounts>

/** How good, and how much of it is known. */
export const Score = z.object({
  /** 0 to 100: the weights of what passes of what passes or fails; absent where nothing is known. */
  score: z.number().optional(),
  /** 0 to 100: how much of what counts is known. */
  coverage: z.number(),
  counts: StateCounts,
})
export type Score = z.output<typeof Score>

/** The score of an entity on a scorecard. */
export const EntityScore = Score.extend({
  scorecard: z.string(),
  /** The level that it has reached, by name. */
  level: z.string().optional(),
  /** The level after it, and what is missing for it. */
  next: z.object({ level: z.string(), failing: z.array(z.string()), unknown: z.array(z.string()) }).optional(),
})
export type EntityScore = z.output<typeof EntityScore>

/** A moment of a trend. */
export const TrendPoint = Score.extend({
  at: z.string(),
  entities: z.number().int(),
  /** How many entities are at each level; '' is none. */
  levels: z.record(z.string(), z.number().int()).optional(),
})
export type TrendPoint = z.output<typeof TrendPoint>

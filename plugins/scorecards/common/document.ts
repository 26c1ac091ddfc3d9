import { z } from 'zod'

/** The apiVersion of our documents. */
export const documentVersion = 'portico/v1'
export const documentKinds = ['Check', 'Scorecard', 'Campaign'] as const
export const DocumentKind = z.enum(documentKinds)
export type DocumentKind = z.output<typeof DocumentKind>

/** How many documents there may be of a kind, and how long each may be. */
export const documentLimits = { count: 5000, textLength: 100_000, expressionLength: 4000, levels: 10, checksPerScorecard: 500 } as const

/** A draft is seen by those who write checks and has no results that others see. What is retired keeps its history. */
export const documentStates = ['draft', 'active', 'retired'] as const
export const DocumentState = z.enum(documentStates)
export type DocumentState = z.output<typeof DocumentState>

/** From the most to the least important. */
export const checkSeverities = ['critical', 'high', 'medium', 'low'] as const
export const CheckSeverity = z.enum(checkSeverities)
export type CheckSeverity = z.output<typeof CheckSeverity>

/** How much work it is to pass a check. */
export const checkEfforts = ['small', 'medium', 'large'] as const
export const CheckEffort = z.enum(checkEfforts)
export type CheckEffort = z.output<typeof CheckEffort>

const name = z.string().regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/, 'must be 1 to 63 lower-case letters, digits and hyphens')
const title = z.string().trim().min(1).max(120)
const longText = z.string().max(5000)
const duration = z.string().regex(/^\d{1,4}[smhdw]$/, 'must be a number and a unit: 30m, 12h, 14d or 2w')
const entityRef = z.string().min(1).max(500)
const day = z.iso.date()

const filterValue = z.union([z.string().max(200), z.number(), z.boolean()])
const filterGroup = z.record(z.string().min(1).max(200), z.union([filterValue, z.array(filterValue).min(1).max(200)]))

/** Which entities: a group of conditions that must all hold, or a list of groups of which any may hold. `'*'` is any value. */
export const DocumentFilter = z.union([filterGroup, z.array(filterGroup).min(1).max(20)])
export type DocumentFilter = z.output<typeof DocumentFilter>

const metadata = z.strictObject({
  name: name.describe('Unique among the documents of its kind'),
  title: title.describe('What people read'),
  description: longText.optional().describe('One or two sentences, as Markdown'),
  tags: z.array(name).max(20).optional(),
})

const shared = {
  state: DocumentState.default('active').describe(
    'draft: only for those who write checks; active; retired: no results any more, but its history',
  ),
  owner: entityRef.describe('Who answers questions and decides exemptions, such as group:default/platform'),
}

/** How a check is passed. */
export const CheckFix = z.strictObject({
  text: longText.optional().describe('What to do, as Markdown. {…} is an expression, such as {entity.metadata.name}'),
  links: z
    .array(
      z.strictObject({
        title,
        url: z.string().min(1).max(2000).describe('An http or https address or a path of the portal; {…} is an expression'),
      }),
    )
    .max(10)
    .optional(),
  template: z
    .strictObject({
      ref: entityRef.describe('The template, such as template:default/add-docs'),
      values: z.record(z.string().max(200), z.json()).optional().describe('Answers that are filled in; {…} in texts is an expression'),
    })
    .optional(),
})
export type CheckFix = z.output<typeof CheckFix>

export const CheckDocument = z.strictObject({
  apiVersion: z.literal(documentVersion),
  kind: z.literal('Check'),
  metadata,
  spec: z.strictObject({
    ...shared,
    pack: name.optional().describe('What it belongs to: ownership, docs, api, runtime, security, delivery, or one of your own'),
    severity: CheckSeverity.default('medium').describe('Owners are told at once when a critical or high check begins to fail'),
    weight: z.number().min(0).max(100).default(1).describe('How much it counts in a score'),
    effort: CheckEffort.default('medium').describe('How much work it is to pass'),
    grace: duration.optional().describe('How long new entities are exempt, such as 14d'),
    filter: DocumentFilter.default({ kind: 'Component' }).describe('Which entities it is about'),
    parameters: z
      .record(z.string().max(60), z.union([z.number(), z.boolean(), z.string().max(500)]))
      .optional()
      .describe('Thresholds: parameter.max in the expression'),
    maxAge: duration.optional().describe('Facts that are older count as unknown; otherwise what their source says'),
    expression: z
      .string()
      .min(1)
      .max(documentLimits.expressionLength)
      .describe(
        'JSONata that gives true or false. In scope: entity, annotation, parameter, $fact(name), $related(type), $known(name), $now(), $daysSince(date)',
      ),
    why: longText.describe('Why it matters, as Markdown'),
    fix: CheckFix.optional(),
  }),
})
export type CheckDocument = z.output<typeof CheckDocument>

export const ScorecardLevel = z.strictObject({
  name,
  title,
  checks: z.array(name).min(1).max(documentLimits.checksPerScorecard).describe('Reached when these, and those of the levels before, pass'),
})
export type ScorecardLevel = z.output<typeof ScorecardLevel>

export const ScorecardDocument = z.strictObject({
  apiVersion: z.literal(documentVersion),
  kind: z.literal('Scorecard'),
  metadata,
  spec: z
    .strictObject({
      ...shared,
      filter: DocumentFilter.default({ kind: 'Component' }),
      levels: z.array(ScorecardLevel).max(documentLimits.levels).default([]).describe('From the lowest to the highest'),
      checks: z
        .array(name)
        .max(documentLimits.checksPerScorecard)
        .default([])
        .describe('Checks that count in the score but belong to no level'),
      weights: z
        .record(name, z.number().min(0).max(100))
        .optional()
        .describe('Weights in this scorecard, where they are not those of the checks'),
    })
    .refine(({ levels, checks }) => levels.length + checks.length > 0, 'must have levels or checks'),
})
export type ScorecardDocument = z.output<typeof ScorecardDocument>

export const CampaignDocument = z.strictObject({
  apiVersion: z.literal(documentVersion),
  kind: z.literal('Campaign'),
  metadata,
  spec: z
    .strictObject({
      ...shared,
      filter: DocumentFilter.default({ kind: 'Component' }),
      checks: z.array(name).min(1).max(50).describe('An entity is done when all of these pass'),
      start: day,
      due: day,
      goal: z.number().min(1).max(100).default(100).describe('How many of a hundred entities are to be done'),
      reminders: z.array(duration).max(10).default(['14d', '3d']).describe('How long before it is due owners are reminded'),
    })
    .refine(({ start, due }) => start < due, { message: 'must be after the start', path: ['due'] }),
})
export type CampaignDocument = z.output<typeof CampaignDocument>

export const ScorecardsDocument = z.discriminatedUnion('kind', [CheckDocument, ScorecardDocument, CampaignDocument])
export type ScorecardsDocument = z.output<typeof ScorecardsDocument>

/** Something wrong in the text of a document. Lines and columns count from 1. */
export const DocumentProblem = z.object({
  line: z.number().int(),
  column: z.number().int(),
  /** Where in the document, such as `spec.filter`; empty for the whole. */
  path: z.string(),
  message: z.string(),
  severity: z.enum(['error', 'warning']),
})
export type DocumentProblem = z.output<typeof DocumentProblem>

/** Where a document comes from: a file or address of the config, a shipped pack, or the portal itself. */
export const DocumentSource = z.object({
  type: z.enum(['location', 'pack', 'portal']),
  /** The file or address, or the name of the pack. */
  target: z.string().optional(),
  line: z.number().int().optional(),
  changedAt: z.string().optional(),
  changedBy: z.string().optional(),
})
export type DocumentSource = z.output<typeof DocumentSource>

import { durationMs, secret } from '@portico/core/server'
import { z } from 'zod'

const webhook = z.strictObject({
  id: z.string().min(1).max(60),
  url: z.url({ protocol: /^https?$/ }),
  secret: secret(z.string().min(16)).describe('Signs what is sent'),
  events: z
    .array(z.enum(['flip', 'level', 'exemption', 'campaign']))
    .min(1)
    .default(['flip', 'level', 'exemption', 'campaign']),
})
export type WebhookSettings = z.output<typeof webhook>

const choice = z.union([z.literal(true), z.array(z.string()).min(1)])

/** `scorecards`. */
export const ScorecardsSection = z
  .strictObject({
    locations: z
      .array(z.strictObject({ type: z.enum(['file', 'url']).default('url'), target: z.string().min(1) }))
      .default([])
      .describe('Files with documents (Check, Scorecard, Campaign); patterns as in catalog.locations'),
    packs: z
      .record(z.string(), choice)
      .default({})
      .describe('Which checks that come with the portal are used: `docs: true`, or a list of names'),
    owner: z.string().default('group:default/platform').describe('Who owns the checks that come with the portal'),
    approvers: z.array(z.string()).default([]).describe('Users and groups who decide any exemption, besides the owners of its check'),
    history: durationMs.prefault('400d').describe('How long changes of results are kept'),
    readEvery: durationMs.prefault('5m').describe('How often documents are read again'),
    digest: z
      .strictObject({ cron: z.string().default('0 8 * * 1-5') })
      .prefault({})
      .describe('When owners are told what changed'),
    webhooks: z.array(webhook).default([]).describe('Programs that are told of flips, levels, exemptions and campaigns'),
    proposals: z
      .string()
      .max(2000)
      .optional()
      .describe('The folder of a repository to which new documents are proposed, as the address of it'),
  })
  .prefault({})
export type ScorecardsSection = z.output<typeof ScorecardsSection>

export const scorecardsSections = { scorecards: ScorecardsSection }

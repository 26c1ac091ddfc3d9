import { Entity } from '@portico/catalog/common'
import { defineContract, del, get, listParam, post, put } from '@portico/core/common'
import { z } from 'zod'
import { DocumentKind, DocumentProblem, documentLimits } from './document.ts'
import { askExemptionPermission, manageScorecardsPermission, readScorecardsPermission } from './permissions.ts'
import { asOf, EntitiesQuery, moment, OverviewQuery, page, TrendQuery } from './queries.ts'
import { TrendPoint } from './result.ts'
import { Completions, EntityPreview, Pack, StoredDocument, WhatIf } from './planning.ts'
import {
  CampaignDetail,
  CampaignSummary,
  CheckDetail,
  CheckSummary,
  EntityRow,
  EntityScorecards,
  EntitySummary,
  Exemption,
  exemptionStates,
  HistoryEntry,
  NextStep,
  Overview,
  ScorecardDetail,
  ScorecardSummary,
  Team,
} from './views.ts'

const read = { permission: readScorecardsPermission } as const
const manage = { permission: manageScorecardsPermission } as const
const name = z.string().min(1).max(63)
const entityRef = z.string().min(1).max(500)
const documentText = z.string().min(1).max(documentLimits.textLength)

const ProposeBody = z.object({
  text: documentText,
  /** Where it is to be: the address of a folder or file in a repository; by default where the document is now. */
  target: z.string().max(2000).optional(),
  title: z.string().trim().min(1).max(200).optional(),
  message: z.string().max(5000).optional(),
})

export const scorecardsApi = defineContract('scorecards', {
  getOverview: get('/overview', {
    access: read,
    summary: 'Scores by team, domain, system and so on, the worst first, with the cells of the heat map',
    query: OverviewQuery,
    reply: Overview,
  }),
  downloadOverview: get('/overview.csv', {
    access: 'cookie',
    summary: 'The groups of the overview as CSV',
    query: OverviewQuery,
    raw: true,
  }),
  getTrend: get('/trend', {
    access: read,
    summary: 'The scores of some entities over time',
    query: TrendQuery,
    reply: z.object({ since: z.string().optional(), points: z.array(TrendPoint) }),
  }),
  listEntities: get('/entities', {
    access: read,
    summary: 'Entities with their score, on a scorecard or for a check, the worst first',
    query: EntitiesQuery,
    reply: z.object({ asOf: z.string(), items: z.array(EntityRow), total: z.number().int() }),
  }),
  downloadEntities: get('/entities.csv', { access: 'cookie', summary: 'All these entities as CSV', query: EntitiesQuery, raw: true }),
  listSummaries: post('/summaries', {
    access: read,
    reads: true,
    summary: 'Scores and levels of up to 1,000 entities; those without results are left out',
    body: z.object({ entityRefs: z.array(entityRef).max(1000) }),
    reply: z.object({ items: z.array(EntitySummary) }),
  }),
  getEntity: get('/entities/:namespace/:kind/:name', {
    access: read,
    summary: 'Everything about one entity: scores, levels, results with their reasons and fixes, campaigns, what to do next',
    query: z.object({ asOf }),
    reply: EntityScorecards,
  }),
  listHistory: get('/entities/:namespace/:kind/:name/history', {
    access: read,
    summary: 'When results of an entity changed, and why, the newest first',
    query: z.object({ check: name.optional(), before: moment.optional(), limit: z.coerce.number().int().min(1).max(200).default(50) }),
    reply: z.object({ items: z.array(HistoryEntry), hasMore: z.boolean() }),
  }),
  getBadge: get('/entities/:namespace/:kind/:name/badge', {
    access: read,
    summary: 'The signed address of a badge, which shows the score to everybody who has the address',
    query: z.object({ scorecard: name.optional() }),
    reply: z.object({ url: z.string(), markdown: z.string() }),
  }),
  showBadge: get('/badges/:token', { access: 'public', summary: 'A badge as SVG', raw: true }),

  getTeam: get('/teams/:namespace/:kind/:name', {
    access: read,
    summary: 'A team: its scores, its worst entities, its campaigns and exemptions',
    query: z.object({ asOf }),
    reply: Team,
  }),
  listNextSteps: get('/next-steps', {
    access: read,
    summary: 'What some owners can do next, the most gain for the least effort first; for the teams of the caller by default',
    query: z.object({
      owner: listParam(entityRef).optional(),
      scorecard: name.optional(),
      limit: z.coerce.number().int().min(1).max(100).default(20),
      offset: z.coerce.number().int().min(0).max(100_000).default(0),
    }),
    reply: z.object({ items: z.array(NextStep), total: z.number().int() }),
  }),
  getMine: get('/mine', {
    access: 'user',
    summary: 'What the home page shows: the scores of the teams of the calling user, next steps, campaigns',
    reply: z.object({
      teams: z.array(
        Team.pick({ ref: true, title: true, score: true, coverage: true, counts: true, entities: true, change: true })
          .omit({ entities: true })
          .extend({ entities: z.number().int() }),
      ),
      next: z.array(NextStep),
      campaigns: z.array(CampaignSummary),
      toDecide: z.number().int(),
    }),
  }),

  listChecks: get('/checks', {
    access: read,
    summary: 'All checks with their numbers; drafts only for those who write checks',
    query: z.object({ asOf, state: listParam(z.enum(['draft', 'active', 'retired'])).optional() }),
    reply: z.object({ items: z.array(CheckSummary) }),
  }),
  getCheck: get('/checks/:name', {
    access: read,
    summary: 'A check, its numbers and its most common causes',
    query: z.object({ asOf }),
    reply: CheckDetail,
  }),
  listScorecards: get('/scorecards', {
    access: read,
    summary: 'All scorecards with their numbers; drafts only for those who write checks',
    query: z.object({ asOf }),
    reply: z.object({ items: z.array(ScorecardSummary) }),
  }),
  getScorecard: get('/scorecards/:name', {
    access: read,
    summary: 'A scorecard, its levels and checks',
    query: z.object({ asOf }),
    reply: ScorecardDetail,
  }),
  listCampaigns: get('/campaigns', {
    access: read,
    summary: 'All campaigns, those that are due first',
    reply: z.object({ items: z.array(CampaignSummary) }),
  }),
  getCampaign: get('/campaigns/:name', {
    access: read,
    summary: 'A campaign, how far it is, and who has how much left',
    reply: CampaignDetail,
  }),

  listExemptions: get('/exemptions', {
    access: read,
    summary: 'Exemptions, those to be decided first, then those that end soonest',
    query: z.object({
      check: name.optional(),
      entityRef: entityRef.optional(),
      owner: listParam(z.string().max(500)).optional(),
      state: listParam(z.enum(exemptionStates)).optional(),
      toDecide: z.enum(['true']).optional().describe('Those that the caller may decide'),
      endsWithinDays: z.coerce.number().int().min(1).max(366).optional(),
      ...page,
    }),
    reply: z.object({ items: z.array(Exemption), total: z.number().int() }),
  }),
  getExemption: get('/exemptions/:id', { access: read, summary: 'One exemption', reply: Exemption }),
  askExemption: post('/exemptions', {
    access: { permission: askExemptionPermission },
    summary: 'Asks that an entity be exempt from a check until a day',
    body: z.object({ check: name, entityRef, reason: z.string().trim().min(10).max(2000), until: z.iso.date() }),
    reply: Exemption,
    status: 201,
  }),
  decideExemption: post('/exemptions/:id/decision', {
    access: 'user',
    summary: 'Approves or refuses an exemption: for owners of the check and those with the permission',
    body: z.object({
      decision: z.enum(['approve', 'refuse']),
      note: z.string().trim().max(2000).optional(),
      until: z.iso.date().optional(),
    }),
    reply: Exemption,
  }),
  withdrawExemption: post('/exemptions/:id/withdrawal', {
    access: 'user',
    summary: 'Takes an exemption back, or ends it: for who asked, and who may decide',
    reply: Exemption,
  }),

  listDocuments: get('/documents', {
    access: manage,
    summary: 'All documents, also those that cannot be read, with what is wrong',
    query: z.object({ kind: DocumentKind.optional() }),
    reply: z.object({ items: z.array(StoredDocument), problems: z.array(DocumentProblem.extend({ source: z.string() })) }),
  }),
  getDocument: get('/documents/:kind/:name', {
    access: manage,
    summary: 'The text of a document',
    reply: StoredDocument.extend({ text: z.string() }),
  }),
  checkDocument: post('/documents/check', {
    access: manage,
    reads: true,
    summary: 'What is wrong in a text, by line',
    body: z.object({ text: z.string().max(documentLimits.textLength) }),
    reply: z.object({ problems: z.array(DocumentProblem), kind: DocumentKind.optional(), name: z.string().optional() }),
  }),
  putDocument: put('/documents/:kind/:name', {
    access: manage,
    summary: 'Saves a document in the portal',
    body: z.object({ text: documentText }),
    reply: StoredDocument,
  }),
  removeDocument: del('/documents/:kind/:name', { access: manage, summary: 'Removes a document of the portal; history stays' }),
  proposeDocument: post('/documents/propose', {
    access: manage,
    summary: 'Proposes a document as a pull request',
    body: ProposeBody,
    reply: z.object({ url: z.string() }),
    status: 201,
  }),
  whatIf: post('/what-if', {
    access: manage,
    reads: true,
    summary: 'What a draft of a check or scorecard would change',
    body: z.object({ text: documentText, offset: z.int().min(0).max(1_000_000).default(0), limit: z.int().min(1).max(200).default(50) }),
    reply: WhatIf,
  }),
  previewEntities: post('/preview', {
    access: read,
    reads: true,
    summary: 'What entities as they are given would flip; for pipelines',
    body: z.object({ entities: z.array(Entity).min(1).max(100) }),
    bodyLimit: 2_000_000,
    reply: z.object({ items: z.array(EntityPreview) }),
  }),
  getCompletions: get('/completions', { access: manage, summary: 'What an editor of expressions offers', reply: Completions }),
  getSchema: get('/schemas/:kind', {
    access: 'public',
    summary: 'The JSON schema of Check, Scorecard or Campaign, for editors of files',
    raw: true,
  }),
  listPacks: get('/packs', {
    access: read,
    summary: 'The checks that come with the portal, and which are chosen',
    reply: z.object({ items: z.array(Pack) }),
  }),
})

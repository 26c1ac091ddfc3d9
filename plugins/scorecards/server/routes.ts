import { CampaignDocument, CheckDocument, ScorecardDocument, type scorecardsApi } from '@portico/scorecards/common'
import { readScorecardsPermission } from '@portico/scorecards/common'
import { bytes, type Handlers, type Permissions } from '@portico/core/server'
import { Readable } from 'node:stream'
import { z } from 'zod'
import type { ScorecardsSection } from './config.ts'
import type { Editing } from './documents/editing.ts'
import type { createPreview } from './documents/preview.ts'
import type { WhatIfRules } from './documents/what-if.ts'
import { documentNotFound, entityNotFound } from './errors.ts'
import type { Exemptions } from './exemptions/exemptions.ts'
import { listPacks } from './packs/packs.ts'
import type { createBadges } from './programs/badges.ts'
import { entityHead, entityLine, groupHead, groupLine } from './programs/csv.ts'
import type { Campaigns } from './scoring/campaign-views.ts'
import type { DocumentViews } from './scoring/document-views.ts'
import type { EntityHistory } from './scoring/entity-history.ts'
import type { EntityPage } from './scoring/entity-page.ts'
import type { EntityRows } from './scoring/entity-rows.ts'
import type { OverviewRules } from './scoring/overview.ts'
import type { Reading } from './scoring/reading.ts'
import type { Teams } from './scoring/teams.ts'

export interface RouteDependencies {
  readonly overview: OverviewRules
  readonly rows: EntityRows
  readonly page: EntityPage
  readonly history: EntityHistory
  readonly teams: Teams
  readonly views: DocumentViews
  readonly campaigns: Campaigns
  readonly exemptions: Exemptions
  readonly editing: Editing
  readonly whatIf: WhatIfRules
  readonly preview: ReturnType<typeof createPreview>
  readonly badges: ReturnType<typeof createBadges>
  readonly reading: Reading
  readonly permissions: Pick<Permissions, 'require'>
  readonly section: () => ScorecardsSection
}

const refOf = ({ kind, namespace, name }: { kind: string; namespace: string; name: string }) => `${kind}:${namespace}/${name}`.toLowerCase()
const csv = (name: string) => ({
  headers: { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': `attachment; filename="${name}.csv"` },
})
const schemas = { check: CheckDocument, scorecard: ScorecardDocument, campaign: CampaignDocument } as const

/** The routes of scorecards. */
export function scorecardsRoutes(dependencies: RouteDependencies): Handlers<typeof scorecardsApi> {
  const {
    overview,
    rows,
    page,
    history,
    teams,
    views,
    campaigns,
    exemptions,
    editing,
    whatIf,
    preview,
    badges,
    reading,
    permissions,
    section,
  } = dependencies
  return {
    getOverview: ({ query, caller }) => overview.overview(caller, query),
    async downloadOverview({ query, caller }) {
      await permissions.require(caller, readScorecardsPermission)
      const { rows: groups } = await overview.all(caller, query)
      return bytes(groupHead() + groups.map(groupLine).join(''), csv('scores'))
    },
    getTrend: ({ query, caller }) => overview.trend(caller, query),
    listEntities: ({ query, caller }) => rows.list(caller, query),
    async downloadEntities({ query, caller }) {
      await permissions.require(caller, readScorecardsPermission)
      const parts = rows.all(caller, query)
      // What is wrong with the query shows here, before anything is sent.
      const first = await parts.next()
      async function* lines() {
        yield entityHead()
        if (!first.done) yield first.value.map(entityLine).join('')
        for await (const some of parts) yield some.map(entityLine).join('')
      }
      return bytes(Readable.from(lines()), csv('entities'))
    },
    listSummaries: async ({ body, caller }) => ({ items: await rows.summaries(caller, body.entityRefs) }),
    getEntity: ({ params, query, caller }) => page.entity(caller, refOf(params), query.asOf),
    async listHistory({ params, query, caller }) {
      if (!(await reading.canSee(caller, refOf(params)))) throw entityNotFound(refOf(params))
      const titleOf = (name: string) => reading.board().documents.checks.get(name)?.document.metadata.title ?? name
      return history.entries(caller, refOf(params), { ...query, titleOf })
    },
    getBadge: ({ params, query, caller }) => badges.address(caller, refOf(params), query.scorecard),
    async showBadge({ params }) {
      const headers = { 'content-type': 'image/svg+xml; charset=utf-8', 'cache-control': 'public, max-age=300' }
      return bytes(await badges.svg(params.token), { headers })
    },
    getTeam: ({ params, query, caller }) => teams.team(caller, refOf(params), query.asOf),
    listNextSteps: ({ query, caller }) => teams.next(caller, query),
    getMine: ({ caller }) => teams.mine(caller),
    listChecks: async ({ query, caller }) => ({ items: await views.checks(caller, query) }),
    getCheck: ({ params, query, caller }) => views.check(caller, params.name, query.asOf),
    listScorecards: async ({ query, caller }) => ({ items: await views.scorecards(caller, query.asOf) }),
    getScorecard: ({ params, query, caller }) => views.scorecard(caller, params.name, query.asOf),
    listCampaigns: async ({ caller }) => ({ items: await campaigns.summaries(caller) }),
    getCampaign: ({ params, caller }) => campaigns.detail(caller, params.name),
    listExemptions: ({ query, caller }) => exemptions.list(caller, query),
    askExemption: ({ body, caller }) => exemptions.ask(caller, body),
    getExemption: ({ params, caller }) => exemptions.read(caller, params.id),
    decideExemption: ({ params, body, caller }) => exemptions.decide(caller, params.id, body),
    withdrawExemption: ({ params, caller }) => exemptions.withdraw(caller, params.id),
    listDocuments: ({ query }) => editing.list(query.kind),
    getDocument: ({ params }) => editing.get(params.kind, params.name),
    async checkDocument({ body }) {
      const { document, problems } = await editing.check(body.text)
      return { problems: [...problems], ...(document && { kind: document.kind, name: document.metadata.name }) }
    },
    putDocument: ({ params, body, caller }) => editing.put(caller, { ...params, text: body.text }),
    removeDocument: ({ params, caller }) => editing.remove(caller, params.kind, params.name),
    proposeDocument: ({ body, caller }) => editing.propose(caller, body),
    whatIf: ({ body, caller }) => whatIf.whatIf(caller, body),
    previewEntities: async ({ body, caller }) => ({ items: await preview(caller, body.entities) }),
    getCompletions: () => editing.completions(),
    getSchema({ params }) {
      const kind = params.kind.toLowerCase().replace(/\.json$/, '')
      if (!Object.hasOwn(schemas, kind)) throw documentNotFound(params.kind)
      const schema = z.toJSONSchema(schemas[kind as keyof typeof schemas], { io: 'input', unrepresentable: 'any' })
      return bytes(JSON.stringify(schema), { headers: { 'content-type': 'application/schema+json; charset=utf-8' } })
    },
    listPacks: () => ({ items: listPacks(section()) }),
  }
}

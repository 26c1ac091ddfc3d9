import type { CampaignDetail, CampaignDocument, CampaignSummary } from '@portico/scorecards/common'
import type { Principal } from '@portico/core/server'
import type { Documents, KnownDocument } from '../documents/documents.ts'
import { campaignNotFound } from '../errors.ts'
import type { Causes } from '../results/cause-store.ts'
import type { ResultStore } from '../results/result-store.ts'
import { campaignState, isMember, type BoardCampaign } from './board.ts'
import type { DocumentViews } from './document-views.ts'
import type { Reading, Sight } from './reading.ts'
import { replay } from './replay.ts'

const dayMs = 86_400_000
const maxPoints = 60

/** What a campaign is at today. */
export function phaseOf({ spec }: CampaignDocument, now = new Date()): CampaignSummary['phase'] {
  if (spec.state !== 'active') return spec.state
  const today = now.toISOString().slice(0, 10)
  return today < spec.start ? 'planned' : today > spec.due ? 'over' : 'running'
}

export interface CampaignDependencies {
  readonly reading: Reading
  readonly documents: Pick<Documents, 'current'>
  readonly views: Pick<DocumentViews, 'checkSummary' | 'mayManage'>
  readonly store: Pick<ResultStore, 'at' | 'between'>
  readonly causes: Pick<Causes, 'learn'>
}

interface Progress {
  entities: number
  done: number
  failing: number
  unknown: number
}
const nobody = (): Progress => ({ entities: 0, done: 0, failing: 0, unknown: 0 })

/** Campaigns, and how far they are. */
export function createCampaigns({ reading, documents, views, store, causes }: CampaignDependencies) {
  function progressOf(sight: Sight, campaign: BoardCampaign | undefined) {
    const total = nobody()
    const owners = new Map<string, Progress>()
    const members = new Set<string>()
    if (campaign)
      for (const { ref, cells, facets } of reading.entitiesOf(sight)) {
        if (!isMember(cells, campaign.member)) continue
        members.add(ref)
        const owner = owners.get(facets.owner ?? '') ?? nobody()
        owners.set(facets.owner ?? '', owner)
        const state = campaignState(campaign, cells, sight.board.codes)
        for (const each of [total, owner]) {
          each.entities += 1
          each[state] += 1
        }
      }
    return { total, owners, members }
  }

  function summaryOf({ document, source }: KnownDocument<'Campaign'>, total: Progress): CampaignSummary {
    const { metadata, spec } = document
    const { name, title, description } = metadata
    const { state, owner, start, due, goal } = spec
    return {
      name,
      title,
      ...(description !== undefined && { description }),
      state,
      phase: phaseOf(document),
      owner,
      source,
      start,
      due,
      goal,
      ...total,
    }
  }

  async function summaries(
    caller: Principal,
    isShown: (known: KnownDocument<'Campaign'>) => boolean = () => true,
  ): Promise<CampaignSummary[]> {
    const sight = await reading.sightOf(caller)
    const mayManage = await views.mayManage(caller)
    const shown = [...documents.current().campaigns.values()].filter(
      known => (mayManage || known.document.spec.state !== 'draft') && isShown(known),
    )
    const phases = { running: 0, planned: 1, draft: 2, over: 3, retired: 4 }
    return shown
      .map(known =>
        summaryOf(
          known,
          progressOf(
            sight,
            sight.board.campaigns.find(({ name }) => name === known.document.metadata.name),
          ).total,
        ),
      )
      .sort((a, b) => phases[a.phase] - phases[b.phase] || a.due.localeCompare(b.due))
  }

  return {
    summaries,
    progressOf,
    async detail(caller: Principal, name: string): Promise<CampaignDetail> {
      const known = documents.current().campaigns.get(name)
      const mayManage = await views.mayManage(caller)
      if (!known || (known.document.spec.state === 'draft' && !mayManage)) throw campaignNotFound(name)
      const sight = await reading.sightOf(caller)
      const campaign = sight.board.campaigns.find(each => each.name === name)
      const { total, owners, members } = progressOf(sight, campaign)
      const titles = await reading.titlesOf(sight, [...owners.keys()])
      const progress = await reading.cached(`campaign ${name} ${sight.key}`, () => progressSince(sight, campaign, members))
      return {
        ...summaryOf(known, total),
        document: known.document,
        checks: known.document.spec.checks.flatMap(check => views.checkSummary(sight, check, mayManage) ?? []),
        owners: [...owners]
          .map(([key, each]) => ({ key, title: titles.get(key) ?? key, ...each }))
          .sort((a, b) => b.entities - b.done - (a.entities - a.done) || a.title.localeCompare(b.title)),
        progress,
        mayManage,
      }
    },
  }

  async function progressSince(
    { board }: Sight,
    campaign: BoardCampaign | undefined,
    members: ReadonlySet<string>,
  ): Promise<CampaignDetail['progress']> {
    if (!campaign) return []
    const { start, due } = campaign.known.document.spec
    const from = new Date(start)
    const to = new Date(Math.min(Date.now(), Date.parse(due) + dayMs))
    if (from >= to) return []
    const points: { at: string; entities: number; done: number }[] = []
    let [entities, done] = [0, 0]
    await replay(
      { store, causes },
      {
        from,
        to,
        points: Math.min(Math.max(Math.ceil((to.getTime() - from.getTime()) / dayMs) + 1, 2), maxPoints),
        includes: ref => members.has(ref),
        add(cells, sign) {
          if (!campaign.checks.some(({ number }) => (cells[number] ?? 0) !== 0)) return
          entities += sign
          if (campaignState(campaign, cells, board.codes) === 'done') done += sign
        },
        sample: at => void points.push({ at: at.toISOString(), entities, done }),
      },
    )
    return points
  }
}

export type Campaigns = ReturnType<typeof createCampaigns>

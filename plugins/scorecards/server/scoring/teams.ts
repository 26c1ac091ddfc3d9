import type { Catalog } from '@portico/catalog/server'
import type { IdentityPort, Principal } from '@portico/core/server'
import type { CampaignSummary, NextStep, Team } from '@portico/scorecards/common'
import type { Exemptions } from '../exemptions/exemptions.ts'
import { entityNotFound } from '../errors.ts'
import { isMember } from './board.ts'
import type { Campaigns } from './campaign-views.ts'
import type { EntityRows } from './entity-rows.ts'
import { inOrder, stepsOf, type Steps } from './next-steps.ts'
import { changeOf, scorecardOf, sumOf } from './overview.ts'
import type { Reading } from './reading.ts'

const worst = 20
const changeDays = 30
const homeSteps = 5

export interface TeamsDependencies {
  readonly reading: Reading
  readonly rows: EntityRows
  readonly steps: Steps
  readonly campaigns: Campaigns
  readonly exemptions: Exemptions
  readonly identity: Pick<IdentityPort, 'userInfo'>
  readonly catalog: Pick<Catalog, 'getEntity'>
}

/** Teams: how they stand, and what they can do next. */
export function createTeams({ reading, rows, steps, campaigns, exemptions, identity, catalog }: TeamsDependencies) {
  async function ownersOf(caller: Principal): Promise<string[]> {
    if (caller.type !== 'user') return []
    const info = await identity.userInfo(caller.userEntityRef)
    return (info?.ownershipEntityRefs ?? [caller.userEntityRef]).map(ref => ref.toLowerCase())
  }

  async function headOf(caller: Principal, ref: string, asOf?: string) {
    const sight = await reading.sightOf(caller, asOf)
    const selection = { owner: [ref] }
    const { levels: _levels, ...sum } = sumOf(reading, sight, { selection })
    const before = sumOf(reading, await reading.earlier(sight, changeDays), { selection })
    const change = changeOf(sum.score, before.score)
    const title = (await reading.titlesOf(sight, [ref])).get(ref) ?? ref
    return { sight, head: { ...sum, ref, title, ...(change !== undefined && { change }) } }
  }

  async function campaignsOf(caller: Principal, owners: readonly string[]): Promise<CampaignSummary[]> {
    const sight = await reading.sightOf(caller)
    const summaries = await campaigns.summaries(caller, ({ document }) => document.spec.state === 'active')
    return summaries.flatMap(summary => {
      const own = campaigns.progressOf(
        sight,
        sight.board.campaigns.find(({ name }) => name === summary.name),
      ).owners
      const mine = owners.flatMap(owner => own.get(owner) ?? [])
      if (mine.length === 0 || summary.phase === 'retired') return []
      const add = (key: 'entities' | 'done' | 'failing' | 'unknown') => mine.reduce((sum, each) => sum + each[key], 0)
      return [{ ...summary, entities: add('entities'), done: add('done'), failing: add('failing'), unknown: add('unknown') }]
    })
  }

  async function next(
    caller: Principal,
    {
      owner,
      scorecard,
      limit,
      offset,
    }: { owner?: readonly string[] | undefined; scorecard?: string | undefined; limit: number; offset: number },
  ): Promise<{ items: NextStep[]; total: number }> {
    const owners = new Set(owner?.map(ref => ref.toLowerCase()) ?? (await ownersOf(caller)))
    const sight = await reading.sightOf(caller)
    const only = scorecard === undefined ? undefined : scorecardOf(sight.board, scorecard)
    const drafts = await reading.cached(`steps ${sight.key} ${scorecard ?? ''} ${[...owners].join()}`, () => {
      const found = [...reading.entitiesOf(sight)].filter(({ facets }) => owners.has(facets.owner ?? ''))
      return found.flatMap(each => stepsOf(sight.board, each, only)).sort(inOrder)
    })
    return { items: await steps.show(sight.caller, sight.board, drafts.slice(offset, offset + limit)), total: drafts.length }
  }

  return {
    next,
    async team(caller: Principal, ref: string, asOf: string | undefined): Promise<Team> {
      if (!(await reading.canSee(caller, ref)) || !(await catalog.getEntity(ref))) throw entityNotFound(ref)
      const { sight, head } = await headOf(caller, ref, asOf)
      const { board } = sight
      const query = { owner: [ref], order: 'worst' as const, offset: 0, limit: worst, asOf }
      const owned = [...reading.entitiesOf(sight)].filter(({ facets }) => facets.owner === ref)
      const [entities, own, open] = await Promise.all([
        rows.list(caller, query),
        campaignsOf(caller, [ref]),
        exemptions.list(caller, { owner: [ref], state: ['asked', 'approved'], offset: 0, limit: 50 }),
      ])
      return {
        ...head,
        scorecards: board.scorecards
          .filter(({ member }) => owned.some(({ cells }) => isMember(cells, member)))
          .map(scorecard => ({
            ...sumOf(reading, sight, { selection: { owner: [ref] }, scorecard }),
            name: scorecard.name,
            title: scorecard.known.document.metadata.title,
            levelTitles: scorecard.levels.map(({ name, title }) => ({ name, title })),
          })),
        entities: entities.items,
        campaigns: own,
        exemptions: open.items,
      }
    },
    /** What the home page shows. */
    async mine(caller: Principal) {
      const owners = await ownersOf(caller)
      const heads = await Promise.all(owners.map(async ref => (await headOf(caller, ref)).head))
      const [best, own, toDecide] = await Promise.all([
        next(caller, { owner: owners, limit: homeSteps, offset: 0 }),
        campaignsOf(caller, owners),
        exemptions.list(caller, { toDecide: 'true', offset: 0, limit: 1 }),
      ])
      return { teams: heads.filter(({ entities }) => entities > 0), next: best.items, campaigns: own, toDecide: toDecide.total }
    },
  }
}

export type Teams = ReturnType<typeof createTeams>

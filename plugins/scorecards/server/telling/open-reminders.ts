import { parseDuration } from '@portico/core/common'
import { scorecardsPaths, scorecardTopics } from '@portico/scorecards/common'
import type { Core } from '@portico/core/server'
import type { Documents } from '../documents/documents.ts'
import { endOf, type ExemptionStore } from '../exemptions/exemption-store.ts'
import type { DocumentStore } from '../documents/document-store.ts'
import { decodeDifference } from '../results/cells.ts'
import type { Facets } from '../results/facets.ts'
import { shortName } from '../results/facets.ts'
import type { ResultStore } from '../results/result-store.ts'
import { campaignState, documentOf, failCode, isMember, passCode, unknownCode, type BoardCampaign } from '../scoring/board.ts'
import type { Reading } from '../scoring/reading.ts'
import type { Tell } from './tell.ts'
import type { Webhooks } from './webhooks.ts'

const dayMs = 86_400_000
const digestMark = 'digest'

export interface ReminderDependencies {
  readonly store: Pick<ResultStore, 'between'>
  readonly documentStore: Pick<DocumentStore, 'mark' | 'putMark' | 'markOnce'>
  readonly exemptions: Pick<ExemptionStore, 'all'>
  readonly documents: Pick<Documents, 'current'>
  readonly reading: Pick<Reading, 'board'>
  readonly causes: { readonly learn: (causes: readonly number[]) => Promise<void> }
  readonly view: () => ReadonlyMap<string, { readonly ref: string; readonly facets: Facets; readonly cells: Uint16Array }>
  readonly tell: Tell
  readonly webhooks: Webhooks
  readonly cron: string
}

/** Digests for owners, and reminders of campaigns. */
export function openReminders({ work: { scheduler } }: Pick<Core, 'work'>, dependencies: ReminderDependencies) {
  const { store, documentStore, exemptions, documents, reading, causes, view, tell, webhooks, cron } = dependencies

  /** One message for each owner with what changed since the last one. What came and went in between is no news. */
  async function tellDigest(): Promise<void> {
    const now = new Date()
    const last = await documentStore.mark(digestMark)
    await documentStore.putMark(digestMark, now.toISOString())
    if (!last) return
    const board = reading.board()
    const flips = new Map<
      string,
      { readonly owner: string; readonly check: string; readonly ref: string; readonly from: number; to: number }
    >()
    for await (const rows of store.between(new Date(last.value), now)) {
      for (const row of rows) {
        const { owner } = JSON.parse(row.facets) as Facets
        if (owner === undefined) continue
        const changes = decodeDifference(row.difference)
        await causes.learn(changes.flatMap(([, from, to]) => [from, to]))
        for (const [number, from, to] of changes) {
          const check = board.checks.find(each => each.number === number)?.name
          if (check === undefined) continue
          const key = `${row.ref} ${check}`
          const known = flips.get(key)
          if (known) known.to = board.codes[to] ?? 0
          else flips.set(key, { owner, check, ref: row.ref, from: board.codes[from] ?? 0, to: board.codes[to] ?? 0 })
        }
      }
    }
    const byOwner = new Map<string, { failed: string[]; passed: number }>()
    for (const { owner, check, ref, from, to } of flips.values()) {
      const news = byOwner.get(owner) ?? { failed: [], passed: 0 }
      const isFail = to === failCode && (from === passCode || from === unknownCode)
      const isPass = to === passCode && from === failCode
      if (isFail) news.failed.push(`${shortName(ref)}: ${documentOf(board, check).metadata.title}`)
      if (isPass) news.passed += 1
      if (isFail || isPass) byOwner.set(owner, news)
    }
    for (const [owner, news] of byOwner) await tell.digest(owner, { ...news, path: scorecardsPaths.team(owner) })
  }

  function leftOf(campaign: BoardCampaign): Map<string, number> {
    const left = new Map<string, number>()
    const { codes } = reading.board()
    for (const { cells, facets } of view().values()) {
      if (facets.owner === undefined || !isMember(cells, campaign.member) || campaignState(campaign, cells, codes) === 'done') continue
      left.set(facets.owner, (left.get(facets.owner) ?? 0) + 1)
    }
    return left
  }

  /** Each reminder is sent once; one whose time was long ago is left out. */
  async function remind(): Promise<void> {
    const now = Date.now()
    for (const campaign of reading.board().campaigns) {
      const { metadata, spec } = campaign.known.document
      const [start, due] = [Date.parse(spec.start), Date.parse(spec.due)]
      const moments = [{ key: 'start', at: start }, ...spec.reminders.map(each => ({ key: each, at: due - (parseDuration(each) ?? 0) }))]
      for (const { key, at } of moments) {
        if (at > now || now - at > 2 * dayMs || now > due + dayMs) continue
        if (!(await documentStore.markOnce(`campaign ${campaign.name} ${spec.due} ${key}`))) continue
        const left = leftOf(campaign)
        for (const [owner, count] of left)
          await tell.campaign(owner, { name: campaign.name, title: metadata.title, due: spec.due, left: count, isStart: key === 'start' })
        await webhooks.send({
          event: 'campaign',
          items: [{ campaign: campaign.name, reminder: key, due: spec.due, left: [...left.values()].reduce((sum, each) => sum + each, 0) }],
        })
      }
    }
  }

  /** Whoever asked is told once that an exemption ends soon. */
  async function tellEnding(): Promise<void> {
    const now = Date.now()
    for (const { id, check, entityRef, state, until, askedBy } of await exemptions.all()) {
      const left = endOf(until).getTime() - now
      if (state !== 'approved' || left > 7 * dayMs || !(await documentStore.markOnce(`exemption ${id}`))) continue
      const title = documents.current().checks.get(check)?.document.metadata.title ?? check
      await tell.exemption({ kind: 'ending', to: askedBy, check: title, entityRef, by: askedBy, topic: scorecardTopics.exemptions })
    }
  }

  scheduler.schedule({
    id: 'tell-owners',
    description: 'Tells owners what began to fail and to pass since the last time',
    frequency: { cron },
    timeout: { minutes: 10 },
    run: tellDigest,
  })
  scheduler.schedule({
    id: 'remind-of-campaigns',
    description: 'Reminds owners of campaigns that begin or are due, and of exemptions that end',
    frequency: { hours: 1 },
    timeout: { minutes: 10 },
    initialDelay: { minutes: 2 },
    async run() {
      await remind()
      await tellEnding()
    },
  })
}

import { scorecardsOrigin, scorecardsPaths, scorecardTopics, scoreWatchEvent } from '@portico/scorecards/common'
import { approvalPaths } from '@portico/notifications/common'
import type { Notifications } from '@portico/notifications/server'
import { shortName } from '../results/facets.ts'

export interface ExemptionNews {
  readonly kind: 'asked' | 'approved' | 'refused' | 'ending'
  readonly to: string
  readonly check: string
  readonly entityRef: string
  readonly by: string
  readonly topic: string
  /** What is to be decided. */
  readonly id?: string
}

const words = {
  asked: 'An exemption is asked for',
  approved: 'An exemption was approved',
  refused: 'An exemption was refused',
  ending: 'An exemption ends within a week',
} as const
const options = { origin: scorecardsOrigin }

/** Tells people, by notifications. */
export function createTell(notifications: Notifications) {
  return {
    async exemption({ kind, to, check, entityRef, by, topic, id }: ExemptionNews): Promise<void> {
      if (!to.includes(':')) return
      const title = `${words[kind]}: ${check}`
      const description = `For ${shortName(entityRef)}, by ${shortName(by)}.`
      const link = id === undefined ? scorecardsPaths.exemptions() : approvalPaths.one('scorecards', id)
      const payload = { title, description, link, topic, severity: 'normal' as const }
      await notifications.send({ recipients: { type: 'entity', entityRef: to }, payload }, options)
    },
    /** A severe check begins to fail: told at once, one message for all entities of an owner. */
    async severe(
      owner: string,
      check: { readonly name: string; readonly title: string; readonly severity: string },
      refs: readonly string[],
    ): Promise<void> {
      const [first] = refs
      const link = refs.length === 1 && first !== undefined ? scorecardsPaths.entity(first) : scorecardsPaths.check(check.name)
      const names = refs.slice(0, 10).map(shortName).join(', ')
      const payload = {
        title: `${check.title}: ${refs.length === 1 ? shortName(first!) : `${refs.length} entities`} began to fail`,
        description: refs.length > 10 ? `${names} and ${refs.length - 10} more` : names,
        link,
        topic: scorecardTopics.severe,
        severity: check.severity === 'critical' ? ('critical' as const) : ('high' as const),
      }
      await notifications.send({ recipients: { type: 'entity', entityRef: owner }, payload }, options)
    },
    async digest(
      owner: string,
      news: { readonly failed: readonly string[]; readonly passed: number; readonly path: string },
    ): Promise<void> {
      const { failed, passed, path } = news
      const payload = {
        title: `Scorecards: ${failed.length} began to fail, ${passed} began to pass`,
        description: [...failed.slice(0, 15), ...(failed.length > 15 ? [`and ${failed.length - 15} more`] : [])].join('\n'),
        link: path,
        topic: scorecardTopics.digest,
        scope: `digest:${owner}`,
        severity: 'low' as const,
      }
      await notifications.send({ recipients: { type: 'entity', entityRef: owner }, payload }, options)
    },
    async campaign(
      owner: string,
      news: { readonly name: string; readonly title: string; readonly due: string; readonly left: number; readonly isStart: boolean },
    ): Promise<void> {
      const { name, title, due, left, isStart } = news
      const payload = {
        title: isStart ? `The campaign "${title}" has begun` : `The campaign "${title}" is due on ${due}`,
        description: `${left} of your entities ${left === 1 ? 'is' : 'are'} not done yet.`,
        link: scorecardsPaths.campaign(name),
        topic: scorecardTopics.campaigns,
        scope: `campaign:${name}:${owner}`,
        severity: 'normal' as const,
      }
      await notifications.send({ recipients: { type: 'entity', entityRef: owner }, payload }, options)
    },
    async watchers(entityRef: string, title: string, description: string): Promise<void> {
      const payload = { title, description, link: scorecardsPaths.entity(entityRef), severity: 'normal' as const }
      await notifications.tellWatchers({ entityRef, event: scoreWatchEvent, payload }, options)
    },
  }
}

export type Tell = ReturnType<typeof createTell>

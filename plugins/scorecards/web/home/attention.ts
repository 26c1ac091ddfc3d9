import type { AttentionContext, AttentionItem } from '@portico/core/web'
import { approvalPaths } from '@portico/notifications/common'
import type { WaitingApproval } from '@portico/notifications/web'
import { scorecardsApi, scorecardsPaths } from '@portico/scorecards/common'
import { scorecardsHomeMessages } from './messages.ts'

/** Exemptions that the user is to decide, and campaigns that are due and not done. */
export async function findScorecardWork({ client, text, date }: AttentionContext): Promise<readonly AttentionItem[]> {
  const { toDecide, campaigns } = await client.call(scorecardsApi.getMine)
  const decisions: readonly AttentionItem[] =
    toDecide === 0
      ? []
      : [
          {
            id: 'exemptions',
            title: text(scorecardsHomeMessages.decide),
            reason: text(scorecardsHomeMessages.toDecide, { count: toDecide }),
            to: approvalPaths.list,
            severity: 'warning',
            icon: 'user',
          },
        ]
  const open = campaigns.filter(({ phase, done, entities }) => phase === 'running' && done < entities)
  return [
    ...decisions,
    ...open.map(({ name, title, due, done, entities }): AttentionItem => ({
      id: `campaign:${name}`,
      title,
      reason: text(scorecardsHomeMessages.campaignDue, { day: date(due, { dateStyle: 'medium', timeZone: 'UTC' }), done, count: entities }),
      to: scorecardsPaths.campaign(name),
      severity: 'info',
      icon: 'dashboard',
    })),
  ]
}

const maxListed = 100

/** The exemptions that the user is to decide, each by itself. */
export async function findExemptions({ client, text }: AttentionContext): Promise<readonly WaitingApproval[]> {
  const { items } = await client.call(scorecardsApi.listExemptions, { query: { toDecide: 'true', limit: maxListed } })
  return items.map(({ id, entityTitle: name, checkTitle: check, reason, askedBy, askedAt }) => ({
    id,
    title: text(scorecardsHomeMessages.exempt, { name, check }),
    reason,
    to: approvalPaths.one('scorecards', id),
    severity: 'info',
    askedBy,
    since: askedAt,
    icon: 'dashboard',
  }))
}

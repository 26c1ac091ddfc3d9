import type { AttentionContext, AttentionItem } from '@portico/core/web'
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
            to: scorecardsPaths.exemptions('decide'),
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

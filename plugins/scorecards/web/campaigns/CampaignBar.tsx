import { useText } from '@portico/core/web'
import type { CampaignSummary } from '@portico/scorecards/common'
import { StackedBar } from '@portico/ui'
import { detailMessages } from '../parts/detail-messages.ts'
import { scoreMessages } from '../parts/score-messages.ts'
import { usePercent } from '../parts/ScoreNumber.tsx'
import styles from './Campaigns.module.css'

/** How many entities are done, fail and are unknown, with a mark at the goal. */
export function CampaignBar({
  campaign,
}: {
  campaign: Pick<CampaignSummary, 'title' | 'done' | 'failing' | 'unknown' | 'entities' | 'goal'>
}) {
  const text = useText()
  const percent = usePercent()
  const { title, done, failing, unknown, goal } = campaign
  const goalWords = `${text(detailMessages.goal)} ${percent(goal)}`
  return (
    <div className={styles.progress}>
      <StackedBar
        label={`${title}. ${goalWords}`}
        hasLegend={false}
        parts={[
          { label: text(detailMessages.doneWord), value: done, tone: 'ok' },
          { label: text(scoreMessages.failing), value: failing, tone: 'error' },
          { label: text(scoreMessages.notKnown), value: unknown, tone: 'unknown' },
        ]}
      />
      <span className={styles.goal} style={{ insetInlineStart: `${Math.min(100, goal)}%` }} title={goalWords} />
    </div>
  )
}

import { useText } from '@portico/core/web'
import type { CampaignSummary } from '@portico/scorecards/common'
import { useNumber } from '@portico/ui'
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
  const number = useNumber()
  const percent = usePercent()
  const { title, done, failing, unknown, goal } = campaign
  const parts = [
    { state: 'done', count: done, name: text(detailMessages.doneWord) },
    { state: 'fail', count: failing, name: text(scoreMessages.failing) },
    { state: 'unknown', count: unknown, name: text(scoreMessages.notKnown) },
  ].filter(({ count }) => count > 0)
  const words = parts.map(({ name, count }) => `${name} ${number(count)}`).join(', ')
  const goalWords = `${text(detailMessages.goal)} ${percent(goal)}`
  return (
    <div className={styles.progress} role="img" aria-label={`${title}: ${words}. ${goalWords}`}>
      <div className={styles.track}>
        {parts.map(({ state, count, name }) => (
          <span key={state} className={styles.part} data-state={state} style={{ flexGrow: count }} title={`${name} ${number(count)}`} />
        ))}
      </div>
      <span className={styles.goal} style={{ insetInlineStart: `${Math.min(100, goal)}%` }} title={goalWords} />
    </div>
  )
}

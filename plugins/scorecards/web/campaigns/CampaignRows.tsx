import { Link, useText } from '@portico/core/web'
import { scorecardsPaths, type CampaignSummary } from '@portico/scorecards/common'
import { Chip, useNumber } from '@portico/ui'
import { detailMessages } from '../parts/detail-messages.ts'
import { useDay } from '../use-day.ts'
import styles from './Campaigns.module.css'
import { CampaignBar } from './CampaignBar.tsx'

const phases = {
  draft: 'draftPhase',
  planned: 'plannedPhase',
  running: 'runningPhase',
  over: 'overPhase',
  retired: 'retiredPhase',
} as const

/** The phase of a campaign, as a word. */
export function PhaseChip({ phase }: { phase: CampaignSummary['phase'] }) {
  const text = useText()
  return <Chip>{text(detailMessages[phases[phase]])}</Chip>
}

/** Campaigns, each with how far it is. */
export function CampaignRows({ campaigns }: { campaigns: readonly CampaignSummary[] }) {
  const text = useText()
  const number = useNumber()
  const day = useDay()
  return (
    <ul className={styles.rows}>
      {campaigns.map(campaign => (
        <li key={campaign.name} className={styles.row}>
          <span className={styles.title}>
            <Link to={scorecardsPaths.campaign(campaign.name)}>{campaign.title}</Link> <PhaseChip phase={campaign.phase} />
          </span>
          <span className={styles.due}>
            {text(detailMessages.due)} {day(campaign.due)}
          </span>
          <CampaignBar campaign={campaign} />
          <span className={styles.done}>
            {text(detailMessages.done, { done: number(campaign.done), count: number(campaign.entities) })}
          </span>
        </li>
      ))}
    </ul>
  )
}

import { useText } from '@portico/core/web'
import type { CheckEffort, CheckSeverity, DocumentState } from '@portico/scorecards/common'
import { Chip } from '@portico/ui'
import { pageMessages } from './page-messages.ts'
import { scoreMessages } from './score-messages.ts'
import styles from './SeverityBadge.module.css'

/** How important a check is: its word, with a bar for each step. */
export function SeverityBadge({ severity }: { severity: CheckSeverity }) {
  const text = useText()
  return (
    <span className={styles.severity} data-severity={severity}>
      <span className={styles.steps} aria-hidden>
        <span />
        <span />
        <span />
        <span />
      </span>
      {text(scoreMessages[severity])}
    </span>
  )
}

const efforts = { small: 'small', medium: 'mediumEffort', large: 'large' } as const

/** How much work it is to pass a check. */
export function EffortText({ effort }: { effort: CheckEffort }) {
  const text = useText()
  return text(scoreMessages[efforts[effort]])
}

/** A document that is not active says so. */
export function StateChip({ state }: { state: DocumentState }) {
  const text = useText()
  return state === 'active' ? undefined : <Chip>{text(pageMessages[state])}</Chip>
}

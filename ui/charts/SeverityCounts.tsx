import { useNumber } from '../locale.tsx'
import { uiMessages } from '../messages.ts'
import { useText } from '../text.tsx'
import styles from './SeverityCounts.module.css'

/** From the worst. */
export const severities = ['critical', 'high', 'medium', 'low', 'info'] as const
export type Severity = (typeof severities)[number]

const names = {
  critical: uiMessages.severityCritical,
  high: uiMessages.severityHigh,
  medium: uiMessages.severityMedium,
  low: uiMessages.severityLow,
  info: uiMessages.severityInfo,
} as const

export interface SeverityCountsProps {
  /** What is counted, for screen readers. */
  readonly label: string
  /** Severities that are not named are not shown. */
  readonly counts: Readonly<Partial<Record<Severity, number>>>
}

/** How many findings there are of each severity, the worst first. */
export function SeverityCounts({ label, counts }: SeverityCountsProps) {
  const text = useText()
  const number = useNumber()
  const shown = severities.filter(severity => counts[severity] !== undefined)
  return (
    <ul className={styles.counts} aria-label={label}>
      {shown.map(severity => (
        <li key={severity} className={`${styles.count} ${counts[severity] === 0 ? styles.none : styles[severity]}`}>
          <span className={styles.number}>{number(counts[severity] ?? 0)}</span> {text(names[severity])}
        </li>
      ))}
    </ul>
  )
}

import { useText } from '@portico/core/web'
import type { StateCounts } from '@portico/scorecards/common'
import { StackedBar } from '@portico/ui'
import { scoreMessages } from './score-messages.ts'

/** How many results there are of each kind, as one bar. */
export function ResultBar({ label, counts, hasLegend = true }: { label: string; counts: StateCounts; hasLegend?: boolean }) {
  const text = useText()
  return (
    <StackedBar
      label={label}
      hasLegend={hasLegend}
      parts={[
        { label: text(scoreMessages.passing), value: counts.pass, tone: 'ok' },
        { label: text(scoreMessages.failing), value: counts.fail, tone: 'error' },
        { label: text(scoreMessages.notKnown), value: counts.unknown, tone: 'unknown' },
        { label: text(scoreMessages.exempted), value: counts.exempt, tone: 'info' },
      ]}
    />
  )
}

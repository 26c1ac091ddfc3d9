import type { ViewFact, severityLevels } from '@portico/connectors/common'
import { useText } from '@portico/core/web'
import { SeverityCounts } from '@portico/ui'
import { toolMessages } from '../messages.ts'
import { FactMark } from './FactMark.tsx'
import styles from './Sections.module.css'

interface Count {
  readonly level: (typeof severityLevels)[number]
  readonly fact: ViewFact
}

/** How many findings of each severity. */
export function SeveritySection({ counts }: { readonly counts: readonly Count[] }) {
  const text = useText()
  const known = counts.flatMap(({ level, fact }) => (typeof fact.value?.value === 'number' ? [[level, fact.value.value] as const] : []))
  const marked = counts.find(({ fact }) => fact.value?.error ?? fact.value?.stale)
  if (known.length === 0) return <span className={styles.muted}>{text(toolMessages.unknown)}</span>
  return (
    <div className={styles.line}>
      <SeverityCounts label={counts.map(({ fact }) => fact.title).join(', ')} counts={Object.fromEntries(known)} />
      {marked && <FactMark fact={marked.fact} />}
    </div>
  )
}

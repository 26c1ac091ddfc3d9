import type { SourceRun } from '@portico/catalog-sources/common'
import { useText } from '@portico/core/web'
import { Status, useNumber } from '@portico/ui'
import { sourceMessages } from '../messages.ts'
import styles from './SourceCard.module.css'

/** What a run did, how long it took, and what it left out and why; or what went wrong and what to do. */
export function RunResult({ run }: { run: SourceRun }) {
  const text = useText()
  const number = useNumber()
  if (run.error !== undefined) {
    return (
      <div className={styles.failure}>
        <span>{run.error}</span>
        <span className={styles.quiet}>{run.advice}</span>
      </div>
    )
  }
  const { found, added, changed, removed, skippedCount: skipped, isUnchanged, durationMs } = run
  const duration = number(durationMs / 1000, { style: 'unit', unit: 'second', maximumFractionDigits: 1 })
  return (
    <div className={styles.failure}>
      <span>
        {isUnchanged ? text(sourceMessages.unchanged, { found }) : text(sourceMessages.counts, { found, added, changed, removed, skipped })}{' '}
        <span className={styles.quiet}>{text(sourceMessages.took, { duration })}</span>
      </span>
      {Boolean(run.skippedPeople) && (
        <Status kind="warning">{text(sourceMessages.peopleLeftOut, { count: run.skippedPeople ?? 0 })}</Status>
      )}
      {run.skipped.length > 0 && <LeftOut run={run} />}
    </div>
  )
}

function LeftOut({ run: { skipped, skippedCount } }: { run: SourceRun }) {
  const text = useText()
  const rest = skippedCount - skipped.length
  return (
    <details>
      <summary className={styles.summary}>{text(sourceMessages.whyLeftOut)}</summary>
      <ul className={styles.leftOut}>
        {skipped.map(({ what, why }) => (
          <li key={`${what} ${why}`}>{text(sourceMessages.leftOut, { what, why })}</li>
        ))}
        {rest > 0 && <li>{text(sourceMessages.moreLeftOut, { count: rest })}</li>}
      </ul>
    </details>
  )
}

import { durationOf, verdictOf, type BuildSummary } from '@portico/builds/common'
import { useText } from '@portico/core/web'
import { buildsMessages } from '../messages.ts'
import styles from './BuildPlot.module.css'
import { statusKindOf } from './BuildStatusBadge.tsx'

/** Short builds are still seen. */
const minShare = 0.12

/** One bar for each build, the oldest first: its height is how long it took, its colour how it ended. */
export function BuildPlot({ builds }: { readonly builds: BuildSummary['builds'] }) {
  const text = useText()
  const max = Math.max(1, ...builds.map(build => durationOf(build) ?? 0))
  const of = (verdict: string) => builds.filter(({ status }) => verdictOf(status) === verdict).length
  return (
    <div
      role="img"
      aria-label={text(buildsMessages.plotLabel, { count: builds.length, good: of('good'), bad: of('bad') })}
      className={styles.plot}
    >
      {builds.toReversed().map(build => (
        <span
          key={build.id}
          className={styles.bar}
          data-kind={statusKindOf(build.status)}
          style={{ height: `${Math.max(minShare, (durationOf(build) ?? 0) / max) * 100}%` }}
          title={text(buildsMessages.buildAt, { number: build.number, status: text(buildsMessages[build.status]) })}
        />
      ))}
    </div>
  )
}

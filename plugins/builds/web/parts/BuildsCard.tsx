import { buildsApi, durationOf, toRates, verdictOf, type BuildSummary } from '@portico/builds/common'
import { compoundRefOf, entityRefOf } from '@portico/catalog/common'
import { entityRoute, useEntity } from '@portico/catalog/web'
import { Link, query, useQuery, useRouteRef, useText } from '@portico/core/web'
import { Fact, Facts, InfoCard, RelativeTime, SkeletonRows, useDuration, useNumber } from '@portico/ui'
import { buildsMessages } from '../messages.ts'
import styles from './BuildsCard.module.css'
import { BuildStatusBadge, statusKindOf } from './BuildStatusBadge.tsx'

const count = 20

/** The last builds of the default branch. Nothing where no system of the entity is set up. */
export function BuildsCard() {
  const text = useText()
  const entity = useEntity()
  const toEntity = useRouteRef(entityRoute)
  const { kind, namespace, name } = compoundRefOf(entity)
  const tab = `${toEntity({ kind: kind.toLowerCase(), namespace: namespace.toLowerCase(), name })}/ci-cd`
  const { data, error } = useQuery({
    ...query(buildsApi.listSummaries, { body: { entityRefs: [entityRefOf(entity)], count } }),
    staleTime: 30_000,
  })
  const summary = data?.items[0]
  // Who may not read builds is not told about them on every page.
  if (error || (data && (!summary || summary.system === undefined))) return undefined
  return (
    <InfoCard
      title={text(buildsMessages.builds)}
      subtitle={summary?.branch !== undefined && text(buildsMessages.onBranch, { branch: summary.branch })}
      action={<Link to={tab}>{text(buildsMessages.allBuilds)}</Link>}
    >
      {summary ? <Summary summary={summary} tab={tab} /> : <SkeletonRows rows={2} />}
    </InfoCard>
  )
}

function Summary({ summary: { builds, error }, tab }: { readonly summary: BuildSummary; readonly tab: string }) {
  const text = useText()
  const number = useNumber()
  const duration = useDuration()
  const [last] = builds
  if (error !== undefined) return <p className={styles.muted}>{error}</p>
  if (!last) return <p className={styles.muted}>{text(buildsMessages.none)}</p>
  const { successRate, medianMs } = toRates(builds)
  return (
    <div className={styles.summary}>
      <p className={styles.last}>
        <BuildStatusBadge status={last.status} />
        <Link to={`${tab}/${encodeURIComponent(last.id)}`}>#{last.number}</Link>
        {last.startedAt !== undefined && (
          <span className={styles.muted}>
            <RelativeTime at={last.startedAt} />
          </span>
        )}
      </p>
      <BuildPlot builds={builds} />
      <Facts>
        {successRate !== undefined && (
          <Fact label={text(buildsMessages.successRate)}>{number(successRate, { style: 'percent', maximumFractionDigits: 0 })}</Fact>
        )}
        {medianMs !== undefined && <Fact label={text(buildsMessages.medianDuration)}>{duration(medianMs)}</Fact>}
      </Facts>
    </div>
  )
}

/** Short builds are still seen. */
const minShare = 0.12

/** One bar for each build, the oldest first: its height is how long it took, its colour how it ended. */
function BuildPlot({ builds }: { readonly builds: BuildSummary['builds'] }) {
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

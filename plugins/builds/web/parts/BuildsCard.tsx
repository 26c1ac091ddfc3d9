import { buildsApi, toRates, type BuildSummary } from '@portico/builds/common'
import { compoundRefOf, entityRefOf } from '@portico/catalog/common'
import { entityRoute, useEntity } from '@portico/catalog/web'
import { Link, query, useQuery, useRouteRef, useText } from '@portico/core/web'
import { Fact, Facts, InfoCard, RelativeTime, SkeletonRows, useDuration, useNumber } from '@portico/ui'
import { buildsMessages } from '../messages.ts'
import { BuildPlot } from './BuildPlot.tsx'
import styles from './BuildsCard.module.css'
import { BuildStatusBadge } from './BuildStatusBadge.tsx'

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

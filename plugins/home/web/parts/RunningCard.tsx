import { Link, query, RequestErrorPanel, useQuery, useText } from '@portico/core/web'
import { devtoolsApi, devtoolsPaths, type System } from '@portico/devtools/common'
import { InfoCard, RelativeTime, SkeletonRows, Status, StructuredMetadata } from '@portico/ui'
import { homeMessages } from '../messages.ts'
import styles from './RunningCard.module.css'

/** What the server behind this page runs, in five lines. */
export function RunningCard() {
  const text = useText()
  const { data, error, refetch } = useQuery(query(devtoolsApi.getSystem))
  if (error) return <RequestErrorPanel error={error} title={text(homeMessages.runsFailed)} onRetry={() => void refetch()} />
  return <InfoCard title={text(homeMessages.runs)}>{data ? <Running system={data} /> : <SkeletonRows rows={5} />}</InfoCard>
}

function Running({ system }: { system: System }) {
  const text = useText()
  const running = system.plugins.filter(plugin => plugin.state === 'started').length
  const well = running === system.plugins.length
  return (
    <>
      <p className={styles.state}>
        <Status kind={well ? 'ok' : 'warning'}>{text(well ? homeMessages.allWell : homeMessages.someFailed)}</Status>
      </p>
      <StructuredMetadata
        facts={{
          [text(homeMessages.plugins)]: system.plugins.map(plugin => plugin.id).join(', '),
          [text(homeMessages.version)]: system.version,
          [text(homeMessages.upSince)]: <RelativeTime at={system.startedAt} />,
          [text(homeMessages.warnings)]: system.configWarnings.length,
        }}
      />
      <p className={styles.more}>
        <Link to={devtoolsPaths.system()}>{text(homeMessages.openSystem)}</Link>
      </p>
    </>
  )
}

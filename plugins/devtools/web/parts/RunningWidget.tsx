import { Link, query, RequestErrorPanel, useQuery, useText } from '@portico/core/web'
import { devtoolsApi, devtoolsPaths, type System } from '@portico/devtools/common'
import { RelativeTime, SkeletonRows, Status, StructuredMetadata } from '@portico/ui'
import { devtoolsMessages } from '../messages.ts'
import styles from './RunningWidget.module.css'

/** What the server behind this page runs, in five lines. */
export function RunningWidget() {
  const text = useText()
  const { data, error, refetch } = useQuery(query(devtoolsApi.getSystem))
  if (error) return <RequestErrorPanel error={error} title={text(devtoolsMessages.runsFailed)} onRetry={() => void refetch()} />
  return data ? <Running system={data} /> : <SkeletonRows rows={5} />
}

function Running({ system }: { system: System }) {
  const text = useText()
  const running = system.plugins.filter(plugin => plugin.state === 'started').length
  const well = running === system.plugins.length
  return (
    <>
      <p className={styles.state}>
        <Status kind={well ? 'ok' : 'warning'}>{text(well ? devtoolsMessages.allWell : devtoolsMessages.someFailed)}</Status>
      </p>
      <StructuredMetadata
        facts={{
          [text(devtoolsMessages.plugins)]: system.plugins.map(plugin => plugin.id).join(', '),
          [text(devtoolsMessages.version)]: system.version,
          [text(devtoolsMessages.started)]: <RelativeTime at={system.startedAt} />,
          [text(devtoolsMessages.configWarnings)]: system.configWarnings.length,
        }}
      />
      <p className={styles.more}>
        <Link to={devtoolsPaths.system()}>{text(devtoolsMessages.openSystem)}</Link>
      </p>
    </>
  )
}

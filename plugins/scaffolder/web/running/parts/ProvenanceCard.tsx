import { entityRefOf, parseEntityRef } from '@portico/catalog/common'
import { EntityLink, useEntity } from '@portico/catalog/web'
import { Link, query, RequestErrorPanel, useQuery, useRouteRef, useText } from '@portico/core/web'
import { scaffolderApi, scaffolderPaths, type EntityProvenance } from '@portico/scaffolder/common'
import { InfoCard, RelativeTime, StructuredMetadata } from '@portico/ui'
import { runningMessages } from '../messages.ts'
import { selectedTemplateRoute } from '../../routes.ts'
import { withAnswers } from '../use-run-actions.ts'
import styles from './RunPanels.module.css'
import { UpgradeSection } from './UpgradeSection.tsx'

/** Which template made an entity, with which answers, and whether the template has changed since. Absent when none did. */
export function ProvenanceCard() {
  const text = useText()
  const { kind, namespace, name } = parseEntityRef(entityRefOf(useEntity()))
  const { data, error, refetch } = useQuery(query(scaffolderApi.getEntityProvenance, { params: { kind, namespace, name } }))
  if (error && !data) return <RequestErrorPanel error={error} title={text(runningMessages.originFailed)} onRetry={() => void refetch()} />
  if (!data?.origin) return undefined
  return (
    <InfoCard title={text(runningMessages.madeBy)}>
      <ProvenanceRecord origin={data.origin} />
    </InfoCard>
  )
}

function ProvenanceRecord({ origin }: { readonly origin: EntityProvenance }) {
  const text = useText()
  const toForm = useRouteRef(selectedTemplateRoute)
  const { templateRef, task } = origin
  const again = task && origin.currentVersion !== undefined ? withAnswers(toForm, templateRef, task.parameters) : undefined
  return (
    <>
      <dl className={styles.facts}>
        <dt>{text(runningMessages.template)}</dt>
        <dd>
          <EntityLink entity={templateRef} defaultKind="template" />
        </dd>
        {task && (
          <>
            <dt>{text(runningMessages.madeWhen)}</dt>
            <dd>
              <Link to={scaffolderPaths.task(task.id)}>
                <RelativeTime at={task.createdAt} />
              </Link>
            </dd>
            {task.createdBy !== undefined && (
              <>
                <dt>{text(runningMessages.madeWho)}</dt>
                <dd>
                  <EntityLink entity={task.createdBy} defaultKind="user" />
                </dd>
              </>
            )}
          </>
        )}
      </dl>
      <p className={styles.quiet}>{text(versionMessage(origin))}</p>
      {origin.repository && <UpgradeSection repository={origin.repository} />}
      {task && Object.keys(task.parameters).length > 0 && (
        <details className={styles.block}>
          <summary>{text(runningMessages.madeAnswers)}</summary>
          <StructuredMetadata facts={task.parameters} />
        </details>
      )}
      {again !== undefined && (
        <p className={styles.block}>
          <Link to={again}>{text(runningMessages.runAgain)}</Link>
        </p>
      )}
    </>
  )
}

function versionMessage({ templateVersion, currentVersion, isOutdated }: EntityProvenance) {
  if (currentVersion === undefined) return runningMessages.templateGone
  if (templateVersion === undefined) return runningMessages.versionUnknown
  return isOutdated ? runningMessages.templateChanged : runningMessages.templateSame
}

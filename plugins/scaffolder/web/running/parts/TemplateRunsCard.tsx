import { entityRefOf } from '@portico/catalog/common'
import { EntityLink, useEntity } from '@portico/catalog/web'
import { Link, query, RequestErrorPanel, useQuery, useText } from '@portico/core/web'
import { scaffolderApi, scaffolderPaths, type TaskStatistics } from '@portico/scaffolder/common'
import { Fact, Facts, InfoCard, RelativeTime, SkeletonRows, Status, useDuration, useNumber } from '@portico/ui'
import { runningMessages } from '../messages.ts'
import { shownStatus, statusLooks } from '../run-status.ts'
import styles from './RunPanels.module.css'

const latest = 5

/** The runs of a template: how many, how many succeeded, how long they take, and the latest. */
export function TemplateRunsCard() {
  const text = useText()
  const templateRef = entityRefOf(useEntity()).toLowerCase()
  const { data, error, refetch } = useQuery(query(scaffolderApi.getTaskStatistics, { query: { templateRef } }))
  return (
    <InfoCard
      title={text(runningMessages.runs)}
      action={<Link to={scaffolderPaths.tasks({ owner: 'all', template: templateRef })}>{text(runningMessages.allRuns)}</Link>}
    >
      {error && !data ? (
        <RequestErrorPanel error={error} title={text(runningMessages.runsFailed)} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={2} />
      ) : data.total === 0 ? (
        <p className={styles.quiet}>{text(runningMessages.noRuns)}</p>
      ) : (
        <>
          <Numbers statistics={data} />
          <LatestRuns templateRef={templateRef} />
        </>
      )}
    </InfoCard>
  )
}

function Numbers({ statistics: { total, succeeded, failed, medianMs, p90Ms, lastAt } }: { readonly statistics: TaskStatistics }) {
  const text = useText()
  const number = useNumber()
  const duration = useDuration()
  const ended = succeeded + failed
  return (
    <Facts>
      <Fact label={text(runningMessages.runsTotal)}>{number(total)}</Fact>
      {ended > 0 && (
        <Fact label={text(runningMessages.successRate)}>{number(succeeded / ended, { style: 'percent', maximumFractionDigits: 0 })}</Fact>
      )}
      {medianMs !== undefined && <Fact label={text(runningMessages.medianTime)}>{duration(medianMs)}</Fact>}
      {p90Ms !== undefined && <Fact label={text(runningMessages.p90Time)}>{duration(p90Ms)}</Fact>}
      {lastAt !== undefined && (
        <Fact label={text(runningMessages.lastRun)}>
          <RelativeTime at={lastAt} />
        </Fact>
      )}
    </Facts>
  )
}

function LatestRuns({ templateRef }: { readonly templateRef: string }) {
  const text = useText()
  const { data } = useQuery(query(scaffolderApi.listTasks, { query: { templateRef, limit: String(latest) } }))
  if (!data) return undefined
  return (
    <ul className={`${styles.links} ${styles.spaced}`} aria-label={text(runningMessages.latestRuns)}>
      {data.tasks.map(task => {
        const { kind, message } = statusLooks[shownStatus(task)]
        return (
          <li key={task.id}>
            <Link to={scaffolderPaths.task(task.id)}>
              <Status kind={kind}>{text(message)}</Status> <RelativeTime at={task.createdAt} />
            </Link>
            {task.createdBy !== undefined && <EntityLink entity={task.createdBy} defaultKind="user" />}
          </li>
        )
      })}
    </ul>
  )
}

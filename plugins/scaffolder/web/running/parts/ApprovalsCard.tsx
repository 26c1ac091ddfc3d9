import { EntityLink } from '@portico/catalog/web'
import { Link, query, RequestErrorPanel, useQuery, useText } from '@portico/core/web'
import { scaffolderApi, scaffolderPaths } from '@portico/scaffolder/common'
import { Button, InfoCard } from '@portico/ui'
import { useState } from 'react'
import { runningMessages } from '../messages.ts'
import { useTaskChanges, useTaskPolling } from '../use-task-changes.ts'
import { Decision, WaitingFacts } from './RunWaiting.tsx'
import styles from './ApprovalsCard.module.css'

/** The runs that wait for a yes of the user, with everything that is needed to decide. Absent when there are none. */
export function ApprovalsCard() {
  const text = useText()
  const { data, error, refetch } = useQuery({ ...query(scaffolderApi.listApprovals), ...useTaskPolling() })
  useTaskChanges(() => void refetch())
  const [open, setOpen] = useState<string>()
  if (error && !data)
    return <RequestErrorPanel error={error} title={text(runningMessages.approvalsFailed)} onRetry={() => void refetch()} />
  if (!data || data.items.length === 0) return undefined
  return (
    <InfoCard title={text(runningMessages.waitingForMe)} flush>
      <ul className={styles.list} aria-label={text(runningMessages.waitingForMe)}>
        {data.items.map(({ taskId, templateRef, createdBy, waiting }) => (
          <li key={`${taskId} ${waiting.stepId}`}>
            <div className={styles.row}>
              <span className={styles.words}>
                {templateRef !== undefined && <EntityLink entity={templateRef} defaultKind="template" />}
                {createdBy !== undefined && <EntityLink entity={createdBy} defaultKind="user" />}
                <Link to={scaffolderPaths.task(taskId)}>{text(runningMessages.openRun)}</Link>
              </span>
              <Button
                variant="default"
                size="xs"
                aria-expanded={open === taskId}
                onClick={() => setOpen(open === taskId ? undefined : taskId)}
              >
                {text(runningMessages.decide)}
              </Button>
            </div>
            {open === taskId && (
              <div className={styles.details}>
                <WaitingFacts waiting={waiting} stepName={undefined} />
                <Decision taskId={taskId} stepId={waiting.stepId} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </InfoCard>
  )
}

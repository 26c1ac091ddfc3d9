import { EntityLink } from '@portico/catalog/web'
import { query, RequestErrorPanel, useCall, useIdentity, useQuery, useText } from '@portico/core/web'
import { approvalMessages, Decision } from '@portico/notifications/web'
import { demandsOf, scaffolderApi, scaffolderPaths, type ApprovalDemand, type Task, type TaskWaiting } from '@portico/scaffolder/common'
import { Link, RelativeTime, SkeletonRows, Textarea, WarningPanel } from '@portico/ui'
import { useState } from 'react'
import { runningMessages } from '../messages.ts'
import styles from './RunPanels.module.css'

/** What a run waits for: who has to say yes and why, or until when. */
export function RunWaiting({ task }: { readonly task: Task }) {
  const text = useText()
  const { waiting } = task
  if (!waiting) return undefined
  const step = task.spec.steps.find(({ id }) => id === waiting.stepId)
  return (
    <WarningPanel severity="info" title={titleOf(waiting, text)}>
      <WaitingFacts waiting={waiting} stepName={step?.name} />
      {waiting.kind === 'approval' && <OwnDecision task={task} waiting={waiting} />}
    </WarningPanel>
  )
}

/** Only those who are asked get the buttons; who started the run is told why not. */
function OwnDecision({ task, waiting }: { readonly task: Task; readonly waiting: TaskWaiting }) {
  const text = useText()
  const { userEntityRef } = useIdentity()
  const { data } = useQuery(query(scaffolderApi.listApprovals))
  if (task.createdBy === userEntityRef || task.retriedBy?.includes(userEntityRef))
    return <p className={styles.quiet}>{text(runningMessages.ownRun)}</p>
  if (!data?.items.some(item => item.taskId === task.id && item.waiting.stepId === waiting.stepId)) return undefined
  return <RunDecision taskId={task.id} stepId={waiting.stepId} />
}

function titleOf(waiting: TaskWaiting, text: ReturnType<typeof useText>): string {
  if (waiting.kind === 'approval') return text(runningMessages.waitingApproval)
  if (waiting.kind === 'time') return text(runningMessages.waitingTime)
  if (waiting.kind === 'event') return text(runningMessages.waitingEvent, { topic: waiting.topic ?? '' })
  return text(runningMessages.waitingWebhook)
}

interface WaitingFactsProps {
  readonly waiting: TaskWaiting
  readonly stepName: string | undefined
}

/** Step, approvers, reason and times of a wait. */
function WaitingFacts({ waiting, stepName }: WaitingFactsProps) {
  const text = useText()
  const { kind, since, until, stepId } = waiting
  return (
    <dl className={styles.facts}>
      <dt>{text(runningMessages.waitingStep)}</dt>
      <dd>{stepName ?? stepId}</dd>
      {kind === 'approval' && demandsOf(waiting).map((demand, at) => <Demand key={at} demand={demand} />)}
      <dt>{text(runningMessages.waitingSince)}</dt>
      <dd>
        <RelativeTime at={since} />
      </dd>
      {until !== undefined && (
        <>
          <dt>{text(runningMessages.waitingUntil)}</dt>
          <dd>
            <RelativeTime at={until} />
          </dd>
        </>
      )}
    </dl>
  )
}

const demandTitles = {
  config: runningMessages.demandOfConfig,
  template: runningMessages.demandOfTemplate,
  step: runningMessages.approvers,
} as const

/** Who is asked, why, and whether they have said yes. */
function Demand({ demand: { from, approvers, reason, approvedBy } }: { readonly demand: ApprovalDemand }) {
  const text = useText()
  return (
    <>
      <dt>{text(demandTitles[from])}</dt>
      <dd className={styles.people}>
        {approvers.length === 0
          ? text(runningMessages.anyApprover)
          : approvers.map(ref => <EntityLink key={ref} entity={ref} defaultKind="group" />)}
        {approvedBy !== undefined && (
          <span className={styles.people}>
            {text(runningMessages.approvedBy)} <EntityLink entity={approvedBy} defaultKind="user" />
          </span>
        )}
      </dd>
      {reason !== undefined && (
        <>
          <dt>{text(runningMessages.approvalReason)}</dt>
          <dd>{reason}</dd>
        </>
      )}
    </>
  )
}

interface RunDecisionProps {
  readonly taskId: string
  readonly stepId: string
}

/** A yes or a no for a run, with a reason. */
function RunDecision({ taskId, stepId }: RunDecisionProps) {
  const text = useText()
  const [reason, setReason] = useState('')
  const { mutate, isPending, error } = useCall(scaffolderApi.decideApproval)
  return (
    <Decision
      isPending={isPending}
      error={error}
      onDecide={decision =>
        mutate({ params: { taskId }, body: { stepId, decision, ...(reason.trim() !== '' && { reason: reason.trim() }) } })
      }
    >
      <Textarea
        label={text(approvalMessages.reason)}
        value={reason}
        maxLength={2000}
        rows={2}
        onChange={event => setReason(event.currentTarget.value)}
      />
    </Decision>
  )
}

/** Why a run waits for the user, with the decision, beside what else waits for them. */
export function RunApproval({ id }: { readonly id: string }) {
  const text = useText()
  const { data, error, refetch } = useQuery(query(scaffolderApi.listApprovals))
  if (error && !data) return <RequestErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={3} />
  const found = data.items.find(({ taskId }) => taskId === id)
  return (
    <>
      {found ? (
        <WaitingFacts waiting={found.waiting} stepName={undefined} />
      ) : (
        <p className={styles.quiet}>{text(runningMessages.waitsNoMore)}</p>
      )}
      <p className={styles.spaced}>
        <Link to={scaffolderPaths.task(id)}>{text(runningMessages.openRun)}</Link>
      </p>
      {found && <RunDecision taskId={id} stepId={found.waiting.stepId} />}
    </>
  )
}

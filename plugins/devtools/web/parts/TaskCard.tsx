import { query, RequestErrorPanel, useCall, useQuery, useText } from '@portico/core/web'
import { devtoolsApi, type Task } from '@portico/devtools/common'
import { Button, DataTable, InfoCard, RelativeTime, SkeletonRows, Status } from '@portico/ui'
import { devtoolsMessages } from '../messages.ts'
import { Cadence } from './Cadence.tsx'
import styles from './TaskCard.module.css'

/** The scheduled tasks of all plugins, with a button to trigger each. */
export function TaskCard() {
  const text = useText()
  return (
    <InfoCard title={text(devtoolsMessages.tasks)} flush>
      <TaskTable />
    </InfoCard>
  )
}

function TaskTable() {
  const text = useText()
  const { data, error, refetch } = useQuery(query(devtoolsApi.listTasks))
  if (error) return <RequestErrorPanel error={error} title={text(devtoolsMessages.tasksFailed)} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={4} />
  return (
    <div className={styles.frame}>
      <DataTable
        label={text(devtoolsMessages.tasks)}
        rows={data.items}
        rowKey={task => `${task.plugin}:${task.id}`}
        empty={text(devtoolsMessages.noTasks)}
        columns={[
          {
            title: text(devtoolsMessages.task),
            grow: true,
            cell: task => <span title={task.description}>{`${task.plugin}:${task.id}`}</span>,
          },
          { title: text(devtoolsMessages.cadence), cell: task => <Cadence value={task.cadence} /> },
          { title: text(devtoolsMessages.state), cell: task => <TaskStatus task={task} /> },
          { title: text(devtoolsMessages.lastRun), cell: task => <Moment at={task.lastRunAt} otherwise={text(devtoolsMessages.never)} /> },
          {
            title: text(devtoolsMessages.nextRun),
            cell: task => <Moment at={task.nextRunAt} otherwise={text(devtoolsMessages.notPlanned)} />,
          },
        ]}
        actions={task => <TriggerButton task={task} />}
      />
    </div>
  )
}

function Moment({ at, otherwise }: { at: string | undefined; otherwise: string }) {
  return at === undefined ? otherwise : <RelativeTime at={at} />
}

const results = {
  completed: { kind: 'ok', message: devtoolsMessages.completed },
  failed: { kind: 'error', message: devtoolsMessages.failed },
  'timed-out': { kind: 'error', message: devtoolsMessages.timedOut },
  cancelled: { kind: 'aborted', message: devtoolsMessages.cancelled },
} as const

function TaskStatus({ task: { running, lastResult, lastError } }: { task: Task }) {
  const text = useText()
  if (running) return <Status kind="running" />
  if (lastResult === undefined) return <Status kind="pending">{text(devtoolsMessages.waiting)}</Status>
  const { kind, message } = results[lastResult]
  return (
    <span title={lastError}>
      <Status kind={kind}>{text(message)}</Status>
    </span>
  )
}

function TriggerButton({ task }: { task: Task }) {
  const text = useText()
  const trigger = useCall(devtoolsApi.triggerTask)
  if (trigger.error) return <Status kind="error">{trigger.error.message}</Status>
  return (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={text(devtoolsMessages.triggerTask, { task: task.id })}
      loading={trigger.isPending}
      disabled={task.running}
      onClick={() => trigger.mutate({ params: { plugin: task.plugin, task: task.id } })}
    >
      {text(devtoolsMessages.trigger)}
    </Button>
  )
}

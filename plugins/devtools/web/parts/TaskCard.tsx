import { parseDuration } from '@portico/core/common'
import { query, RequestErrorPanel, useCall, useQuery, useText } from '@portico/core/web'
import { devtoolsApi, type Task } from '@portico/devtools/common'
import { Button, Code, DataTable, ErrorText, InfoCard, RelativeTime, SkeletonRows, Status, useNumber } from '@portico/ui'
import { devtoolsMessages } from '../messages.ts'
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
  if (trigger.error) return <ErrorText>{trigger.error.message}</ErrorText>
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

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
  ['millisecond', 1],
] as const

/** How often a task runs: a length of time in words, a cron expression as it is, or that it is only triggered by hand. */
function Cadence({ value }: { value: string }) {
  const text = useText()
  const number = useNumber()
  if (value === 'manual') return text(devtoolsMessages.whenTriggered)
  const ms = parseDuration(value)
  if (ms === undefined) return <Code>{value}</Code>
  return text(devtoolsMessages.every, { duration: toDurationWords(ms, number) })
}

/** In the longest unit that needs no fraction: `90 minutes`, `1 hour`. */
function toDurationWords(ms: number, number: ReturnType<typeof useNumber>): string {
  const [unit, size] = units.find(([, length]) => ms >= length && ms % length === 0) ?? ['millisecond', 1]
  return number(ms / size, { style: 'unit', unit, unitDisplay: 'long' })
}

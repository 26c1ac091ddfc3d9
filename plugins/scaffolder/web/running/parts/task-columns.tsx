import { EntityLink } from '@portico/catalog/web'
import { Link, type useText } from '@portico/core/web'
import { runNameOf, scaffolderPaths, type Task } from '@portico/scaffolder/common'
import { RelativeTime, Status, useDuration, type Column } from '@portico/ui'
import { runningMessages } from '../messages.ts'
import { shownStatus, statusLooks, templateNameOf } from '../run-status.ts'
import { RunPerson } from './RunPerson.tsx'
import styles from './task-columns.module.css'

/** The columns of a list of tasks. */
export function taskColumns(text: ReturnType<typeof useText>): Column<Task>[] {
  return [
    {
      id: 'id',
      title: text(runningMessages.columnId),
      cell: task => <RunName task={task} />,
      highlight: true,
    },
    {
      id: 'template',
      title: text(runningMessages.columnTemplate),
      cell: ({ spec }) =>
        spec.templateInfo === undefined ? (
          '–'
        ) : (
          <EntityLink entity={spec.templateInfo.entityRef} defaultKind="template">
            {templateNameOf({ spec })}
          </EntityLink>
        ),
      grow: true,
      summary: true,
    },
    {
      id: 'created',
      title: text(runningMessages.columnCreated),
      field: 'createdAt',
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
      summary: true,
    },
    {
      id: 'owner',
      title: text(runningMessages.columnOwner),
      field: 'createdBy',
      cell: ({ createdBy }) => (createdBy === undefined ? '–' : <RunPerson userRef={createdBy} />),
    },
    {
      id: 'status',
      title: text(runningMessages.columnStatus),
      field: 'status',
      cell: task => {
        const { kind, message } = statusLooks[shownStatus(task)]
        return <Status kind={kind}>{text(message)}</Status>
      },
      summary: true,
    },
    {
      id: 'took',
      title: text(runningMessages.columnTook),
      cell: task => <Took task={task} />,
      align: 'end',
    },
  ]
}

/** What the run made, with the beginning of its id; the id alone where its answers name nothing. */
function RunName({ task }: { readonly task: Task }) {
  const name = runNameOf(task)
  return (
    <Link to={scaffolderPaths.task(task.id)} className={styles.run} title={name === undefined ? task.id : `${name} (${task.id})`}>
      {name !== undefined && <span dir="auto">{name}</span>} <span className={styles.id}>{task.id.slice(0, 8)}</span>
    </Link>
  )
}

/** How long an ended run took. */
function Took({ task: { startedAt, endedAt } }: { readonly task: Task }) {
  const duration = useDuration()
  if (startedAt === undefined || endedAt === undefined) return '–'
  return <span className={styles.took}>{duration(Date.parse(endedAt) - Date.parse(startedAt))}</span>
}

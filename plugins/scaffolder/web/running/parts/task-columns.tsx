import { EntityLink } from '@portico/catalog/web'
import { Link, type useText } from '@portico/core/web'
import { scaffolderPaths, type Task } from '@portico/scaffolder/common'
import { RelativeTime, Status, type Column } from '@portico/ui'
import { runningMessages } from '../messages.ts'
import { shownStatus, statusLooks, templateNameOf } from '../run-status.ts'
import styles from './task-columns.module.css'

/** The columns of a list of tasks. */
export function taskColumns(text: ReturnType<typeof useText>): Column<Task>[] {
  return [
    {
      id: 'id',
      title: text(runningMessages.columnId),
      cell: ({ id }) => (
        <Link to={scaffolderPaths.task(id)} className={styles.id} title={id}>
          {id}
        </Link>
      ),
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
      cell: ({ createdBy }) => (createdBy === undefined ? '–' : <EntityLink entity={createdBy} defaultKind="user" />),
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
  ]
}

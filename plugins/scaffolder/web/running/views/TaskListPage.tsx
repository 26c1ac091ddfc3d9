import { EntityLink } from '@portico/catalog/web'
import { RequestErrorPanel, useText } from '@portico/core/web'
import { WaitingForYou } from '@portico/notifications/web'
import type { Task } from '@portico/scaffolder/common'
import { Content, DataTable, EmptyState, Page, PageHeader, RemoveButton, SegmentedControl, Stack } from '@portico/ui'
import IconListDetails from '@tabler/icons-react/dist/esm/icons/IconListDetails.mjs'
import { useMemo } from 'react'
import { ScaffolderTabs } from '../../parts/ScaffolderTabs.tsx'
import { runningMessages } from '../messages.ts'
import { StatusFilter } from '../parts/StatusFilter.tsx'
import { taskColumns } from '../parts/task-columns.tsx'
import { useTaskList, useTaskListState, type TaskListState } from '../use-task-list.ts'
import styles from './TaskListPage.module.css'

/** The runs of templates: one's own or all, by status, and those that wait for the user. */
export default function TaskListPage() {
  const text = useText()
  const state = useTaskListState()
  return (
    <Page>
      <PageHeader
        title={text(runningMessages.tasksTitle)}
        subtitle={text(runningMessages.tasksSubtitle)}
        tabs={<ScaffolderTabs selected="tasks" />}
      />
      <Content wide>
        <Stack>
          <WaitingForYou plugin="scaffolder" />
          <TaskTable state={state} />
        </Stack>
      </Content>
    </Page>
  )
}

function TaskTable({ state }: { readonly state: TaskListState }) {
  const text = useText()
  const { list, statistics } = useTaskList(state)
  const columns = useMemo(() => taskColumns(text), [text])
  const rows: readonly Task[] = list.data?.tasks ?? []
  return (
    <>
      <div className={styles.bar}>
        <SegmentedControl
          label={text(runningMessages.ownership)}
          labelHidden
          segments={[
            { value: 'owned', label: text(runningMessages.owned) },
            { value: 'all', label: text(runningMessages.all) },
          ]}
          value={state.owner}
          onChange={state.setOwner}
        />
        <StatusFilter statistics={statistics.data} status={state.status} onChange={state.setStatus} />
        {state.template !== undefined && (
          <span className={styles.template}>
            {text(runningMessages.onlyTemplate)} <EntityLink entity={state.template} defaultKind="template" />
            <RemoveButton label={text(runningMessages.clearTemplate)} onRemove={state.clearTemplate} />
          </span>
        )}
      </div>
      <DataTable
        key={state.sort ? '' : 'unsorted'}
        label={text(runningMessages.tasksTitle)}
        title={text(runningMessages.tasksTitle)}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        remote
        savedState={state.sort && { sort: state.sort }}
        onStateChange={({ sort }) => state.setSort(sort)}
        loading={list.isPending || list.isPlaceholderData}
        {...(list.error &&
          !list.data && {
            error: <RequestErrorPanel error={list.error} title={text(runningMessages.tasksFailed)} onRetry={() => void list.refetch()} />,
          })}
        empty={
          <EmptyState size="small" icon={<IconListDetails size={32} />} title={text(runningMessages.nothing)}>
            {text(runningMessages.noTasks)}
          </EmptyState>
        }
        paging={{ form: 'offset', offset: state.offset, limit: state.limit, count: list.data?.totalTasks ?? 0, onChange: state.setPage }}
      />
    </>
  )
}

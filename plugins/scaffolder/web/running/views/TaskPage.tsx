import { EntityLink } from '@portico/catalog/web'
import { RequestErrorPanel, useParams, useText, useTitle } from '@portico/core/web'
import { hasEnded, runNameOf, scaffolderPaths, type Task } from '@portico/scaffolder/common'
import {
  Breadcrumbs,
  Content,
  Fact,
  Facts,
  Page,
  PageHeader,
  RelativeTime,
  SkeletonRows,
  Stack,
  Status,
  useDuration,
  WarningPanel,
} from '@portico/ui'
import { useState } from 'react'
import { runningMessages } from '../messages.ts'
import { RunAnswers } from '../parts/RunAnswers.tsx'
import { RunButtons, RunMenu } from '../parts/RunButtons.tsx'
import { RunFailure } from '../parts/RunFailure.tsx'
import { RunFiles } from '../parts/RunFiles.tsx'
import { RunLedger, useLedger } from '../parts/RunLedger.tsx'
import { RunLogCard } from '../parts/RunLogCard.tsx'
import { RunOutputs } from '../parts/RunOutputs.tsx'
import { RunPerson } from '../parts/RunPerson.tsx'
import { RunSteps } from '../parts/RunSteps.tsx'
import { RunWaiting } from '../parts/RunWaiting.tsx'
import { UndoDialog } from '../parts/UndoDialog.tsx'
import { shownStatus, statusLooks, templateNameOf, type ShownStatus } from '../run-status.ts'
import { useNow } from '../use-now.ts'
import { useRun, type Run } from '../use-run.ts'
import { useRunDownload, useRunFiles } from '../use-run-files.ts'
import { useRunActions } from '../use-run-actions.ts'
import { useRunView } from '../use-run-view.ts'
import styles from './TaskPage.module.css'
import { ScaffolderTabs } from '../../parts/ScaffolderTabs.tsx'
import { pageMessages } from '../../parts/page-messages.ts'

/** One run of a template, live. */
export default function TaskPage() {
  const { taskId = '' } = useParams()
  // Another task is another page: nothing of this one stays.
  return <RunOf key={taskId} taskId={taskId} />
}

function RunOf({ taskId }: { readonly taskId: string }) {
  const run = useRun(taskId)
  if (run.task) return <RunPage run={run} task={run.task} />
  return <RunShell taskId={taskId} run={run} />
}

/** The page while the task is not there: it loads, or cannot be loaded. */
function RunShell({ taskId, run: { error, refetch } }: { readonly taskId: string; readonly run: Run }) {
  const text = useText()
  useTitle(text(pageMessages.run))
  return (
    <Page>
      <PageHeader
        breadcrumb={<Trail />}
        title={text(pageMessages.run)}
        subtitle={text(runningMessages.taskId, { id: taskId })}
        tabs={<ScaffolderTabs selected="tasks" />}
      />
      <Content>
        {error ? (
          <RequestErrorPanel error={error} title={text(runningMessages.taskFailedToLoad)} onRetry={refetch} />
        ) : (
          <SkeletonRows rows={6} />
        )}
      </Content>
    </Page>
  )
}

function Trail({ name }: { readonly name?: string | undefined }) {
  const text = useText()
  return (
    <Breadcrumbs items={[{ title: text(pageMessages.tasks), to: scaffolderPaths.tasks() }, { title: name ?? text(pageMessages.run) }]} />
  )
}

function RunPage({ run, task }: { readonly run: Run; readonly task: Task }) {
  const text = useText()
  const { log } = run
  const name = templateNameOf(task)
  const title = name === undefined ? text(pageMessages.run) : text(runningMessages.runOf, { template: name })
  const made = runNameOf(task)
  useTitle(made === undefined ? title : `${made} – ${title}`)
  const status = shownStatus(task, log)
  const isOver = status !== 'waiting' && hasEnded(status)
  const view = useRunView()
  const actions = useRunActions(task, status, run.reopen)
  const ledger = useLedger(task.id, isOver)
  const [isUndoing, setUndoing] = useState(false)
  const entries = ledger.data?.entries ?? []
  const onUndo = actions.canUndo && entries.some(({ canUndo }) => canUndo) ? () => setUndoing(true) : undefined
  const files = useRunFiles(task.id, isOver)
  const downloading = useRunDownload(task)
  const buttons = { actions, view, onUndo, download: (files.data?.files.length ?? 0) > 0 ? downloading : undefined }
  return (
    <Page>
      <PageHeader
        breadcrumb={<Trail name={made} />}
        title={title}
        subtitle={text(runningMessages.taskId, { id: task.id })}
        tabs={<ScaffolderTabs selected="tasks" />}
        facts={<RunFacts task={task} status={status} run={run} />}
        menu={<RunMenu {...buttons} />}
      />
      <Content>
        <Stack>
          <Trouble run={run} />
          {status !== 'waiting' ? undefined : <RunWaiting task={task} />}
          <RunFailure task={task} log={log} onShowStep={view.setStep} />
          {view.hasButtons && <RunButtons {...buttons} />}
          <div className={styles.columns}>
            <Stack>
              <RunSteps task={task} log={log} selected={view.step} onSelect={view.setStep} />
              <RunAnswers task={task} />
            </Stack>
            <Stack>
              {log.end?.output && (
                <div className={styles.outputs}>
                  <RunOutputs output={log.end.output} />
                </div>
              )}
              <RunLedger taskId={task.id} isOver={isOver} />
              <RunFiles taskId={task.id} isOver={isOver} />
              {view.hasLogs && <RunLogCard task={task} log={log} selected={view.step} onSelect={view.setStep} />}
            </Stack>
          </div>
        </Stack>
        <UndoDialog taskId={task.id} entries={entries} open={isUndoing} onClose={() => setUndoing(false)} />
      </Content>
    </Page>
  )
}

function RunFacts({ task, status, run: { log } }: { readonly task: Task; readonly status: ShownStatus; readonly run: Run }) {
  const text = useText()
  const duration = useDuration()
  const isRunning = status === 'processing'
  const now = useNow(isRunning)
  const { kind, message } = statusLooks[status]
  const first = Math.min(...[...log.steps.values()].map(({ startedAt }) => Date.parse(startedAt ?? '')).filter(Number.isFinite))
  const until = log.end ? Date.parse(log.end.at) : isRunning ? now : undefined
  const ref = task.spec.templateInfo?.entityRef
  return (
    <Facts>
      <Fact label={text(runningMessages.status)}>
        <span role="status">
          <Status kind={kind}>{text(message)}</Status>
        </span>
      </Fact>
      {ref !== undefined && (
        <Fact label={text(runningMessages.template)}>
          <EntityLink entity={ref} defaultKind="template" />
        </Fact>
      )}
      <Fact label={text(runningMessages.createdAt)}>
        <RelativeTime at={task.createdAt} />
      </Fact>
      {task.createdBy !== undefined && (
        <Fact label={text(runningMessages.createdBy)}>
          <RunPerson userRef={task.createdBy} />
        </Fact>
      )}
      {until !== undefined && Number.isFinite(first) && (
        <Fact label={text(runningMessages.took)}>
          <span className={styles.took}>{duration(until - first)}</span>
        </Fact>
      )}
    </Facts>
  )
}

function Trouble({ run: { trouble, followAgain } }: { readonly run: Run }) {
  const text = useText()
  if (!trouble) return undefined
  if (trouble.isFinal) return <RequestErrorPanel error={trouble.error} title={text(runningMessages.liveEnded)} onRetry={followAgain} />
  return (
    <WarningPanel severity="warning" title={text(runningMessages.liveLost)}>
      {trouble.error.message}
    </WarningPanel>
  )
}

import { catalogSourcesApi, type DryRun, type SourceState } from '@portico/catalog-sources/common'
import { query, RequestErrorPanel, useCall, useQuery, useText } from '@portico/core/web'
import { Button, DataTable, ErrorText, InfoCard, RelativeTime, SkeletonRows, Stack, Status } from '@portico/ui'
import { useState } from 'react'
import { sourceMessages } from '../messages.ts'
import { DryRunCard } from './DryRunCard.tsx'
import { RunResult } from './RunResult.tsx'
import styles from './SourceCard.module.css'

/** The sources, with their last runs and what can be done with them. */
export function SourceCard() {
  const text = useText()
  const [tried, setTried] = useState<{ readonly source: SourceState; readonly result: DryRun }>()
  return (
    <Stack>
      <InfoCard title={text(sourceMessages.discovery)} flush>
        <SourceTable onTried={(source, result) => setTried({ source, result })} />
      </InfoCard>
      {tried && <DryRunCard source={tried.source} dryRun={tried.result} />}
    </Stack>
  )
}

function SourceTable({ onTried }: { onTried: (source: SourceState, result: DryRun) => void }) {
  const text = useText()
  const { data, error, refetch } = useQuery(query(catalogSourcesApi.listSources))
  if (error) return <RequestErrorPanel error={error} title={text(sourceMessages.sourcesFailed)} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={4} />
  return (
    <DataTable
      label={text(sourceMessages.sources)}
      rows={data.items}
      rowKey={source => source.id}
      empty={text(sourceMessages.noSources)}
      columns={[
        { title: text(sourceMessages.source), cell: source => <span title={source.id}>{source.title}</span> },
        { title: text(sourceMessages.state), cell: source => <SourceStatus source={source} /> },
        {
          title: text(sourceMessages.lastRun),
          cell: ({ lastRun }) => (lastRun ? <RelativeTime at={lastRun.startedAt} /> : text(sourceMessages.never)),
        },
        {
          title: text(sourceMessages.nextRun),
          cell: ({ nextRunAt }) => (nextRunAt === undefined ? text(sourceMessages.notPlanned) : <RelativeTime at={nextRunAt} />),
        },
        { title: text(sourceMessages.result), cell: ({ lastRun }) => lastRun && <RunResult run={lastRun} /> },
        {
          title: text(sourceMessages.actions),
          titleHidden: true,
          align: 'end',
          cell: source => <SourceActions source={source} onTried={onTried} />,
        },
      ]}
    />
  )
}

const results = {
  completed: { kind: 'ok', message: sourceMessages.completed },
  failed: { kind: 'error', message: sourceMessages.failed },
  refused: { kind: 'error', message: sourceMessages.refused },
} as const

function SourceStatus({ source: { isPaused, lastRun } }: { source: SourceState }) {
  const text = useText()
  if (isPaused) return <Status kind="aborted">{text(sourceMessages.paused)}</Status>
  if (!lastRun) return <Status kind="pending">{text(sourceMessages.waiting)}</Status>
  const { kind, message } = results[lastRun.result]
  return <Status kind={kind}>{text(message)}</Status>
}

function SourceActions({ source, onTried }: { source: SourceState; onTried: (source: SourceState, result: DryRun) => void }) {
  const text = useText()
  const { id, title, isPaused, lastRun } = source
  const run = useCall(catalogSourcesApi.runSource)
  const dryRun = useCall(catalogSourcesApi.dryRunSource)
  const pause = useCall(catalogSourcesApi.pauseSource)
  const failure = run.error ?? dryRun.error ?? pause.error
  const isRefused = lastRun?.result === 'refused'
  return (
    <div className={styles.actions}>
      {failure && <ErrorText>{failure.message}</ErrorText>}
      <Button
        size="compact-xs"
        variant="default"
        aria-label={text(sourceMessages.runSource, { source: title })}
        loading={run.isPending}
        onClick={() => run.mutate({ params: { id }, body: { force: isRefused } })}
      >
        {text(isRefused ? sourceMessages.runForced : sourceMessages.run)}
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={text(sourceMessages.dryRunSource, { source: title })}
        loading={dryRun.isPending}
        onClick={() => dryRun.mutate({ params: { id } }, { onSuccess: result => onTried(source, result) })}
      >
        {text(sourceMessages.dryRun)}
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={text(isPaused ? sourceMessages.resumeSource : sourceMessages.pauseSource, { source: title })}
        loading={pause.isPending}
        onClick={() => pause.mutate({ params: { id }, body: { isPaused: !isPaused } })}
      >
        {text(isPaused ? sourceMessages.resume : sourceMessages.pause)}
      </Button>
    </div>
  )
}

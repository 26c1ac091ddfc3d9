import { query, RequestErrorPanel, useCall, useQuery, useText } from '@portico/core/web'
import { searchApi, type LoggedQuery, type IndexStatus, type TypeStatus } from '@portico/search/common'
import { Button, DataTable, ErrorText, InfoCard, RelativeTime, SkeletonRows, Status, useBytes, useNumber } from '@portico/ui'
import { useState } from 'react'
import { searchMessages } from '../messages.ts'
import styles from './IndexCard.module.css'

const followMs = 1000

/** The search index for those who run the portal: documents by type, runs, slow and empty queries. */
export function IndexCard() {
  const text = useText()
  // When runs that were started here began before: until that differs, one is still to begin.
  const [started, setStarted] = useState<Readonly<Record<string, string | undefined>>>({})
  const isUnderWay = ({ type, running, startedAt }: TypeStatus) => running || (type in started && started[type] === startedAt)
  const { data, error, refetch } = useQuery({
    ...query(searchApi.getStatus),
    refetchInterval: ({ state }) => (state.data?.types.some(isUnderWay) ? followMs : false),
  })
  return (
    <InfoCard title={text(searchMessages.index)} flush>
      {error ? (
        <div className={styles.inner}>
          <RequestErrorPanel title={text(searchMessages.indexFailed)} error={error} onRetry={() => void refetch()} />
        </div>
      ) : data ? (
        <IndexFacts
          status={{ ...data, types: data.types.map(type => ({ ...type, running: isUnderWay(type) })) }}
          onStart={({ type, startedAt }) => setStarted(known => ({ ...known, [type]: startedAt }))}
        />
      ) : (
        <SkeletonRows rows={3} />
      )}
    </InfoCard>
  )
}

function IndexFacts({ status, onStart }: { status: IndexStatus; onStart: (type: TypeStatus) => void }) {
  const text = useText()
  const number = useNumber()
  const sizeOf = useBytes()
  const memory = status.indexBytes === undefined ? [] : [`${text(searchMessages.memory)}: ${sizeOf(status.indexBytes)}`]
  return (
    <>
      <p className={styles.facts}>{[`${text(searchMessages.engine)}: ${status.engine}`, ...memory].join(' · ')}</p>
      <DataTable
        label={text(searchMessages.index)}
        rows={status.types}
        rowKey={({ type }) => type}
        columns={[
          { title: text(searchMessages.type), cell: ({ type }) => type },
          { title: text(searchMessages.documents), align: 'end', cell: ({ documents }) => number(documents) },
          { title: text(searchMessages.size), align: 'end', cell: ({ bytes }) => sizeOf(bytes) },
          { title: text(searchMessages.result), cell: type => <RunResult {...type} /> },
          { title: text(searchMessages.lastRun), cell: ({ startedAt }) => <Moment at={startedAt} /> },
          { title: text(searchMessages.took), align: 'end', cell: ({ tookMs }) => (tookMs === undefined ? '' : `${number(tookMs)} ms`) },
          { title: text(searchMessages.newest), cell: ({ changedAt }) => <Moment at={changedAt} /> },
        ]}
        actions={type => <RunButton {...type} onStart={() => onStart(type)} />}
      />
      <div className={styles.queries}>
        <Queries title={text(searchMessages.slowest)} items={status.slowest} fact={({ slowestMs }) => `${number(slowestMs)} ms`} />
        <Queries
          title={text(searchMessages.emptiest)}
          items={status.emptiest}
          fact={({ empty }) => text(searchMessages.asked, { count: empty })}
        />
      </div>
    </>
  )
}

function Moment({ at }: { at: string | undefined }) {
  const text = useText()
  return at === undefined ? text(searchMessages.never) : <RelativeTime at={at} />
}

const looks = {
  completed: { kind: 'ok', message: searchMessages.completed },
  empty: { kind: 'warning', message: searchMessages.empty },
  failed: { kind: 'error', message: searchMessages.failedRun },
} as const

function RunResult({ running, result, error, refused, refusal }: TypeStatus) {
  const text = useText()
  if (running) return <Status kind="running">{text(searchMessages.running)}</Status>
  if (result === undefined) return <Status kind="pending">{text(searchMessages.never)}</Status>
  const { kind, message } = looks[result]
  return (
    <span title={error ?? refusal}>
      <Status kind={refused > 0 && kind === 'ok' ? 'warning' : kind}>
        {[text(message), ...(refused > 0 ? [text(searchMessages.refused, { count: refused })] : [])].join(', ')}
      </Status>
    </span>
  )
}

function RunButton({ type, running, onStart }: Pick<TypeStatus, 'type' | 'running'> & { onStart: () => void }) {
  const text = useText()
  const run = useCall(searchApi.runType)
  if (run.error) return <ErrorText>{run.error.message}</ErrorText>
  return (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={`${text(searchMessages.runNow)}: ${type}`}
      loading={run.isPending}
      disabled={running}
      onClick={() => run.mutate({ params: { type } }, { onSuccess: onStart })}
    >
      {text(searchMessages.runNow)}
    </Button>
  )
}

function Queries({ title, items, fact }: { title: string; items: readonly LoggedQuery[]; fact: (query: LoggedQuery) => string }) {
  const text = useText()
  return (
    <section>
      <h3 className={styles.heading}>{title}</h3>
      {items.length === 0 ? (
        <p className={styles.quiet}>{text(searchMessages.noQueries)}</p>
      ) : (
        <ul className={styles.list}>
          {items.map(item => (
            <li key={item.term} className={styles.query}>
              <span className={styles.term}>{item.term}</span>
              <span className={styles.quiet}>{fact(item)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

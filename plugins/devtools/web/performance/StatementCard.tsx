import { query, RequestErrorPanel, useQuery, useText } from '@portico/core/web'
import { devtoolsApi, type StatementTimes } from '@portico/devtools/common'
import { Button, CodeBlock, DataTable, Dialog, InfoCard, SkeletonRows, Stack, useDate } from '@portico/ui'
import { useState } from 'react'
import { useDurationColumns } from './duration-columns.tsx'
import { performanceMessages } from './messages.ts'
import styles from './PerformanceTab.module.css'

/** The statements that took most of the database's time, each with its plan. */
export function StatementCard({ statements, since }: { statements: readonly StatementTimes[]; since: string }) {
  const text = useText()
  const date = useDate()
  const durations = useDurationColumns<StatementTimes>()
  const [explained, setExplained] = useState<StatementTimes>()
  return (
    <InfoCard
      title={text(performanceMessages.statements)}
      subtitle={text(performanceMessages.sinceText, { since: date(since, { timeStyle: 'short' }) })}
      flush
    >
      <DataTable
        label={text(performanceMessages.statements)}
        rows={statements}
        rowKey={({ id }) => id}
        empty={text(performanceMessages.noStatements)}
        paging={{ form: 'client' }}
        columns={[
          {
            id: 'statement',
            title: text(performanceMessages.statement),
            grow: true,
            value: ({ statement }) => statement,
            cell: ({ statement }) => <span className={styles.statement}>{inOneLine(statement)}</span>,
          },
          ...durations,
        ]}
        actions={statement => (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={text(performanceMessages.showPlan, { statement: inOneLine(statement.statement).slice(0, 60) })}
            onClick={() => setExplained(statement)}
          >
            {text(performanceMessages.plan)}
          </Button>
        )}
      />
      {explained && (
        <Dialog open size="large" title={text(performanceMessages.plan)} onClose={() => setExplained(undefined)}>
          <Stack>
            <CodeBlock code={explained.statement} language="sql" maxHeight={240} />
            <Plan id={explained.id} />
          </Stack>
        </Dialog>
      )}
    </InfoCard>
  )
}

function Plan({ id }: { id: string }) {
  const text = useText()
  const { data, error, refetch } = useQuery(query(devtoolsApi.explainStatement, { params: { id } }))
  if (error) return <RequestErrorPanel error={error} title={text(performanceMessages.planFailed)} onRetry={() => void refetch()} />
  return data ? <CodeBlock code={data.plan} maxHeight={360} /> : <SkeletonRows rows={4} />
}

function inOneLine(statement: string): string {
  return statement.replace(/\s+/g, ' ').trim()
}

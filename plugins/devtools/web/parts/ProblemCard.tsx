import { query, RequestErrorPanel, useQuery, useText } from '@portico/core/web'
import { devtoolsApi, type ProblemReport } from '@portico/devtools/common'
import { DataTable, InfoCard } from '@portico/ui'
import { devtoolsMessages } from '../messages.ts'

/** What plugins report as not working. Empty where there are no problems, or without the permission to read them. */
export function ProblemCard() {
  const text = useText()
  const { data, error, refetch } = useQuery(query(devtoolsApi.listProblems))
  if (error?.name === 'NotAllowedError') return undefined
  if (error) return <RequestErrorPanel error={error} title={text(devtoolsMessages.problemsFailed)} onRetry={() => void refetch()} />
  return data?.items.map(report => <ReportCard key={`${report.plugin} ${report.title}`} report={report} />)
}

function ReportCard({ report: { plugin, title, count, items } }: { report: ProblemReport }) {
  const text = useText()
  return (
    <InfoCard title={text(devtoolsMessages.problemTitle, { plugin, title, count })} flush>
      <DataTable
        label={title}
        rows={items}
        rowKey={({ subject }) => subject}
        columns={[
          { title: text(devtoolsMessages.subject), cell: ({ subject }) => subject },
          { title: text(devtoolsMessages.cause), cell: ({ message }) => message },
        ]}
      />
    </InfoCard>
  )
}

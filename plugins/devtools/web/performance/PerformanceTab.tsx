import { query, RequestErrorPanel, useQuery, useText } from '@portico/core/web'
import { devtoolsApi, type RouteTimes } from '@portico/devtools/common'
import { Code, DataTable, InfoCard, SkeletonRows, Stack, useDate } from '@portico/ui'
import { Columns } from '../parts/Columns.tsx'
import { AdviceCard } from './AdviceCard.tsx'
import { DatabaseCards } from './DatabaseCards.tsx'
import { performanceMessages } from './messages.ts'
import { MemoryCard, ProcessCard } from './ProcessCards.tsx'
import { StatementCard } from './StatementCard.tsx'
import { useDurationColumns } from './duration-columns.tsx'

/** How fast the server that answered is, what makes it slow, and what would help. */
export function PerformanceTab() {
  const text = useText()
  const { data, error, refetch, isFetching } = useQuery(query(devtoolsApi.getPerformance))
  const onRefresh = () => void refetch()
  if (error) return <RequestErrorPanel error={error} title={text(performanceMessages.readFailed)} onRetry={onRefresh} />
  if (!data) {
    return (
      <InfoCard title={text(performanceMessages.performance)}>
        <SkeletonRows rows={8} />
      </InfoCard>
    )
  }
  return (
    <Columns>
      <Stack>
        <AdviceCard advice={data.advice} onRefresh={onRefresh} refreshing={isFetching} />
        <RouteCard routes={data.routes} since={data.since} />
        <StatementCard statements={data.statements} since={data.since} />
        <DatabaseCards database={data.database} queues={data.queues} />
      </Stack>
      <Stack>
        <ProcessCard performance={data} />
        <MemoryCard memory={data.process.memory} />
      </Stack>
    </Columns>
  )
}

/** The routes that took most of the server's time. */
function RouteCard({ routes, since }: { routes: readonly RouteTimes[]; since: string }) {
  const text = useText()
  const date = useDate()
  const durations = useDurationColumns<RouteTimes>()
  const nameOf = ({ method, route }: RouteTimes) => `${method} ${route}`
  return (
    <InfoCard
      title={text(performanceMessages.routes)}
      subtitle={text(performanceMessages.sinceText, { since: date(since, { timeStyle: 'short' }) })}
      flush
    >
      <DataTable
        label={text(performanceMessages.routes)}
        rows={routes}
        rowKey={nameOf}
        empty={text(performanceMessages.noRoutes)}
        paging={{ form: 'client' }}
        columns={[
          { id: 'route', title: text(performanceMessages.route), grow: true, value: nameOf, cell: row => <Code>{nameOf(row)}</Code> },
          ...durations,
        ]}
      />
    </InfoCard>
  )
}

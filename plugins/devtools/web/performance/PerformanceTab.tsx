import { query, RequestErrorPanel, useQuery, useText } from '@portico/core/web'
import { devtoolsApi } from '@portico/devtools/common'
import { InfoCard, SkeletonRows, Stack } from '@portico/ui'
import { Columns } from '../parts/Columns.tsx'
import { AdviceCard } from './AdviceCard.tsx'
import { DatabaseCards } from './DatabaseCards.tsx'
import { performanceMessages } from './messages.ts'
import { MemoryCard, ProcessCard } from './ProcessCards.tsx'
import { RouteCard } from './RouteCard.tsx'
import { StatementCard } from './StatementCard.tsx'

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

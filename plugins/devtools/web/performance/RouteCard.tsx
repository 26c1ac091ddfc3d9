import { useText } from '@portico/core/web'
import type { RouteTimes } from '@portico/devtools/common'
import { Code, DataTable, InfoCard, useDate } from '@portico/ui'
import { useDurationColumns } from './duration-columns.tsx'
import { performanceMessages } from './messages.ts'

/** The routes that took most of the server's time. */
export function RouteCard({ routes, since }: { routes: readonly RouteTimes[]; since: string }) {
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

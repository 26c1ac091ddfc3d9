import { query, RequestErrorPanel, useQuery, useText } from '@portico/core/web'
import { eventsApi, type TopicState } from '@portico/events/common'
import { DataTable, InfoCard, RelativeTime, SkeletonRows, Status } from '@portico/ui'
import { sourceMessages } from '../messages.ts'

/** The webhooks that the portal takes, and what last came. */
export function WebhookCard() {
  const text = useText()
  return (
    <InfoCard title={text(sourceMessages.webhooks)} flush>
      <TopicTable />
    </InfoCard>
  )
}

function TopicTable() {
  const text = useText()
  const { data, error, refetch } = useQuery(query(eventsApi.listTopics))
  if (error) return <RequestErrorPanel error={error} title={text(sourceMessages.webhooksFailed)} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={2} />
  return (
    <DataTable
      label={text(sourceMessages.webhooks)}
      rows={data.items}
      rowKey={({ topic }) => topic}
      empty={text(sourceMessages.noWebhooks)}
      columns={[
        { title: text(sourceMessages.address), cell: ({ topic }) => `/api/events/http/${topic}` },
        {
          title: text(sourceMessages.signature),
          cell: ({ isSigned }) => text(isSigned ? sourceMessages.checked : sourceMessages.notChecked),
        },
        {
          title: text(sourceMessages.lastDelivery),
          cell: ({ takenAt }) => (takenAt === undefined ? text(sourceMessages.never) : <RelativeTime at={takenAt} />),
        },
        { title: text(sourceMessages.lastRefusal), cell: topic => <Refusal topic={topic} /> },
      ]}
    />
  )
}

function Refusal({ topic: { refusedAt, refusal } }: { topic: TopicState }) {
  const text = useText()
  if (refusedAt === undefined) return text(sourceMessages.never)
  return (
    <span title={refusal}>
      <Status kind="error">
        <RelativeTime at={refusedAt} />
      </Status>
    </span>
  )
}

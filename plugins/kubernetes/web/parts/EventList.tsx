import { RequestErrorPanel, useQuery, useText } from '@portico/core/web'
import { momentOf, type KubeEvent } from '@portico/kubernetes/common'
import { DataTable, EmptyState, RelativeTime, SkeletonRows, Status, type Column } from '@portico/ui'
import { useMemo } from 'react'
import { useKubernetes, type PodPlace } from '../client/kubernetes-client.ts'
import { kubernetesMessages } from '../messages.ts'

/** What happened to an object lately, the newest first. */
export function EventList({ place }: { readonly place: PodPlace }) {
  const text = useText()
  const { client } = useKubernetes()
  const { data, error, refetch } = useQuery({
    queryKey: ['kubernetes', 'events', place],
    queryFn: () => client.events(place),
    retry: false,
  })
  const columns = useMemo<Column<KubeEvent>[]>(
    () => [
      {
        id: 'reason',
        title: text(kubernetesMessages.reason),
        value: ({ reason }) => reason,
        cell: ({ type, reason }) => <Status kind={type === 'Warning' ? 'warning' : 'pending'}>{reason}</Status>,
      },
      { id: 'message', title: text(kubernetesMessages.message), value: ({ message }) => message, grow: true, summary: true },
      { id: 'times', title: text(kubernetesMessages.times), align: 'end', value: ({ count }) => count ?? 1 },
      {
        id: 'at',
        title: text(kubernetesMessages.lastSeen),
        value: momentOf,
        summary: true,
        cell: event => <RelativeTime isPast at={momentOf(event)} />,
      },
    ],
    [text],
  )
  const rows = useMemo(() => (data ?? []).toSorted((one, other) => momentOf(other).localeCompare(momentOf(one))), [data])
  if (error) return <RequestErrorPanel error={error} title={text(kubernetesMessages.eventsFailed)} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={3} />
  if (rows.length === 0)
    return (
      <EmptyState size="small" title={text(kubernetesMessages.noEvents)}>
        {text(kubernetesMessages.noEventsHint)}
      </EmptyState>
    )
  return (
    <DataTable
      label={text(kubernetesMessages.events)}
      columns={columns}
      rows={rows}
      rowKey={event => event.metadata?.uid ?? `${event.reason} ${momentOf(event)}`}
    />
  )
}

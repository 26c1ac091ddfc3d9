import { EntityLink } from '@portico/catalog/web'
import { connectorsApi, type ConnectorDetails } from '@portico/connectors/common'
import { query, RequestErrorPanel, useQuery, useText } from '@portico/core/web'
import { DataTable, RelativeTime } from '@portico/ui'
import { useState } from 'react'
import { toolMessages } from '../messages.ts'
import { operateMessages } from './messages.ts'
import styles from './Operate.module.css'

const limit = 20

/** The entities that a connector matches, page by page. */
export function MatchedTab({ connector: { name } }: { readonly connector: ConnectorDetails }) {
  const text = useText()
  /** Where each page before this one began. */
  const [starts, setStarts] = useState<readonly (string | undefined)[]>([undefined])
  const after = starts.at(-1)
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...query(connectorsApi.listMatched, { params: { name }, query: { limit, ...(after !== undefined && { after }) } }),
    placeholderData: before => before,
  })
  if (error && !data) return <RequestErrorPanel error={error} onRetry={() => void refetch()} />
  return (
    <DataTable
      label={text(operateMessages.entities)}
      remote
      loading={!data || isPlaceholderData}
      rows={data?.items ?? []}
      rowKey={({ entityRef }) => entityRef}
      empty={text(operateMessages.noEntities)}
      paging={{
        form: 'cursor',
        offset: (starts.length - 1) * limit,
        count: data?.total,
        onPrevious: starts.length > 1 ? () => setStarts(starts.slice(0, -1)) : undefined,
        onNext: data?.next === undefined ? undefined : () => setStarts([...starts, data.next]),
      }}
      columns={[
        {
          id: 'entity',
          title: text(operateMessages.entity),
          highlight: true,
          cell: ({ entityRef }) => <EntityLink entity={entityRef} tab="tools" />,
        },
        { id: 'target', title: text(operateMessages.target), cell: ({ target }) => target },
        {
          id: 'annotations',
          title: text(operateMessages.annotations),
          grow: true,
          cell: ({ annotations }) => (
            <span className={styles.code}>
              {Object.entries(annotations)
                .map(([key, value]) => `${key}: ${value}`)
                .join(', ')}
            </span>
          ),
        },
        {
          id: 'read',
          title: text(toolMessages.readAt),
          cell: ({ checkedAt }) => (checkedAt === undefined ? '–' : <RelativeTime at={checkedAt} isPast />),
          summary: true,
        },
        {
          id: 'next',
          title: text(operateMessages.next),
          cell: ({ nextAt }) => (nextAt === undefined ? '–' : <RelativeTime at={nextAt} />),
        },
        {
          id: 'error',
          title: text(operateMessages.error),
          grow: true,
          cell: ({ error: why }) => why !== undefined && <span className={styles.error}>{why}</span>,
        },
      ]}
    />
  )
}

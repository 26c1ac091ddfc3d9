import { catalogApi, type CompoundEntityRef } from '@portico/catalog/common'
import { query, RequestErrorPanel, useQuery, useRouteRef, useText } from '@portico/core/web'
import { Button, EmptyState, InfoCard, SkeletonRows } from '@portico/ui'
import { useState } from 'react'
import { entityRoute } from '../../routes.ts'
import { entityMessages } from '../messages.ts'
import { ChangeEntry } from './ChangeEntry.tsx'
import styles from './History.module.css'

/** The changes of an entity, the newest first, a page at a time. Also for one that is gone. */
export function EntityHistoryList({ params, limit }: { params: CompoundEntityRef; limit: number }) {
  const text = useText()
  const [cursors, setCursors] = useState<readonly (string | undefined)[]>([undefined])
  return (
    <InfoCard title={text(entityMessages.history)} flush>
      {cursors.map((cursor, index) => (
        <HistoryPage
          key={cursor ?? ''}
          params={params}
          limit={limit}
          cursor={cursor}
          onMore={index === cursors.length - 1 ? next => setCursors([...cursors, next]) : undefined}
        />
      ))}
    </InfoCard>
  )
}

interface HistoryPageProps {
  readonly params: CompoundEntityRef
  readonly limit: number
  readonly cursor: string | undefined
  readonly onMore: ((cursor: string) => void) | undefined
}

function HistoryPage({ params, limit, cursor, onMore }: HistoryPageProps) {
  const text = useText()
  const base = useRouteRef(entityRoute)({ ...params })
  const { data, error, refetch } = useQuery(
    query(catalogApi.getEntityHistory, { params: { ...params }, query: { limit, ...(cursor !== undefined && { cursor }) } }),
  )
  if (error) {
    return (
      <div className={styles.inset}>
        <RequestErrorPanel error={error} title={text(entityMessages.historyFailed)} onRetry={() => void refetch()} />
      </div>
    )
  }
  if (!data) {
    return (
      <div className={styles.inset}>
        <SkeletonRows rows={Math.min(limit, 5)} />
      </div>
    )
  }
  const { nextCursor } = data.pageInfo
  if (data.items.length === 0 && cursor === undefined) return <EmptyState size="small" title={text(entityMessages.noHistory)} />
  return (
    <>
      <ol className={styles.entries}>
        {data.items.map((change, index) => (
          <ChangeEntry
            key={`${change.revision}.${change.sequence}`}
            change={change}
            base={base}
            initiallyOpen={cursor === undefined && index === 0 && change.kind === 'updated'}
          />
        ))}
      </ol>
      {nextCursor !== undefined && onMore && (
        <div className={styles.more}>
          <Button variant="default" size="xs" onClick={() => onMore(nextCursor)}>
            {text(entityMessages.olderChanges)}
          </Button>
        </div>
      )}
    </>
  )
}

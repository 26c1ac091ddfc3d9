import { EntityLink } from '@portico/catalog/web'
import { connectorsApi } from '@portico/connectors/common'
import { EmptyWidget, query, RequestErrorPanel, useQuery, useText } from '@portico/core/web'
import { SkeletonRows } from '@portico/ui'
import { toolMessages } from '../messages.ts'
import { FactText } from '../sections/FactText.tsx'
import styles from './ToolsWidget.module.css'

/** What tools say about what the teams of the user own, the worst first. */
export function ToolsWidget() {
  const text = useText()
  const { data, error, refetch } = useQuery({ ...query(connectorsApi.listOwnStates), staleTime: 60_000, refetchInterval: 120_000 })
  if (error) return <RequestErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={5} />
  if (data.total === 0) return <EmptyWidget title={text(toolMessages.nothingOwned)}>{text(toolMessages.nothingOwned)}</EmptyWidget>
  if (data.items.length === 0)
    return <EmptyWidget title={text(toolMessages.nothingWrong)}>{text(toolMessages.nothingWrongText)}</EmptyWidget>
  return (
    <ul className={styles.list}>
      {data.items.map(({ entityRef, connector, fact, tone, value }) => (
        <li key={`${entityRef} ${fact.name}`} className={styles.row}>
          <span className={styles.name}>
            <EntityLink entity={entityRef} defaultKind={entityRef.slice(0, entityRef.indexOf(':'))} tab={`tools#tool-${connector}`} />
          </span>
          <span className={styles.fact}>{fact.title}</span>
          <FactText fact={fact} value={value.value} tone={tone} />
        </li>
      ))}
    </ul>
  )
}

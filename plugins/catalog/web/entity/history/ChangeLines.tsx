import { catalogApi, type CompoundEntityRef } from '@portico/catalog/common'
import { query, useQuery, useText } from '@portico/core/web'
import { Button, RelativeTime, SkeletonRows } from '@portico/ui'
import { entityMessages } from '../messages.ts'
import { useChangeSentence } from './change-sentence.ts'
import styles from './History.module.css'

/** The newest changes, a line each. */
export function ChangeLines({ params, limit }: { params: CompoundEntityRef; limit: number }) {
  const text = useText()
  const toSentence = useChangeSentence()
  const { data, error, refetch } = useQuery(query(catalogApi.getEntityHistory, { params: { ...params }, query: { limit } }))
  if (error) {
    return (
      <p role="alert" className={styles.failure}>
        {text(entityMessages.historyFailed)}
        <Button variant="default" size="compact-xs" onClick={() => void refetch()}>
          {text(entityMessages.retry)}
        </Button>
      </p>
    )
  }
  if (!data) return <SkeletonRows rows={limit} />
  if (data.items.length === 0) return <p className={styles.quiet}>{text(entityMessages.noHistory)}</p>
  return (
    <ul className={styles.lines}>
      {data.items.map(change => (
        <li key={`${change.revision}.${change.sequence}`} className={styles.line}>
          <span className={styles.sentence}>{toSentence(change)}</span>
          <span className={styles.when}>
            <RelativeTime at={change.at} />
          </span>
        </li>
      ))}
    </ul>
  )
}

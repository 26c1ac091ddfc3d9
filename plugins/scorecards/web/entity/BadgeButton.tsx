import { query, RequestErrorPanel, useQuery, useText } from '@portico/core/web'
import { scorecardsApi } from '@portico/scorecards/common'
import { Button, Code, Dialog, SkeletonRows } from '@portico/ui'
import { useState } from 'react'
import styles from './Entity.module.css'
import { entityMessages } from './messages.ts'
import { useEntityParams } from './use-entity-scores.ts'

/** Makes the address of a badge, to be put into a README. */
export function BadgeButton() {
  const text = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="compact-sm" variant="default" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {text(entityMessages.badge)}
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={text(entityMessages.badge)} size="medium">
        {isOpen && <Badge />}
      </Dialog>
    </>
  )
}

function Badge() {
  const text = useText()
  const params = useEntityParams()
  const { data, error, refetch } = useQuery({ ...query(scorecardsApi.getBadge, { params, query: {} }), staleTime: Infinity })
  if (error) return <RequestErrorPanel error={error} title={text(entityMessages.badgeFailed)} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={3} />
  return (
    <div className={styles.form}>
      <p className={styles.muted}>{text(entityMessages.badgeText)}</p>
      <img src={data.url} alt={text(entityMessages.badge)} className={styles.badge} />
      <p className={styles.small}>{text(entityMessages.badgeMarkdown)}</p>
      <Code block>{data.markdown}</Code>
    </div>
  )
}

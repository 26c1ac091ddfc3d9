import { EntityLink, EntityText } from '@portico/catalog/web'
import { NamedIcon, RequestErrorPanel, useText } from '@portico/core/web'
import { Button, InfoCard, Link, RelativeTime } from '@portico/ui'
import { useState } from 'react'
import { notificationsMessages } from '../messages.ts'
import type { WaitingApproval } from '../slots.ts'
import { approvalMessages } from './messages.ts'
import { useApprovals, type Approvals } from './use-approvals.ts'
import styles from './WaitingForYou.module.css'

/** What waits for the user in one plugin, with everything that is needed to decide. Absent when that is nothing. */
export function WaitingForYou({ plugin }: { readonly plugin: string }) {
  const text = useText()
  return useApprovals(plugin).map(source => <SourceCard key={source.id} source={source} title={text(notificationsMessages.approvals)} />)
}

/** The approvals of one source, or why they could not be read. */
export function SourceCard({ source: { item, found, error, retry }, title }: { readonly source: Approvals; readonly title: string }) {
  const text = useText()
  if (error) {
    return <RequestErrorPanel error={error} title={text(approvalMessages.failed, { source: text(item.title) })} onRetry={retry} />
  }
  if (!found || found.length === 0) return undefined
  return (
    <InfoCard title={title} flush>
      <ul className={styles.list} aria-label={title}>
        {found.map(each => (
          <Row key={each.id} approval={each} View={item.View} />
        ))}
      </ul>
    </InfoCard>
  )
}

interface RowProps {
  readonly approval: WaitingApproval
  readonly View: Approvals['item']['View']
}

function Row({ approval: { id, title, to, icon, askedBy, reason, since, until }, View }: RowProps) {
  const text = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <li>
      <div className={styles.row}>
        <span className={styles.icon} aria-hidden>
          <NamedIcon name={icon ?? 'bug'} size={16} />
        </span>
        <div className={styles.words}>
          <Link to={to} className={styles.title} title={title}>
            {title}
          </Link>
          <span className={styles.reason} title={reason}>
            <EntityText>{reason}</EntityText>
          </span>
          <span className={styles.facts}>
            {askedBy !== undefined && (
              <span>
                {text(approvalMessages.askedBy)} {askedBy.includes(':') ? <EntityLink entity={askedBy} defaultKind="user" /> : askedBy}
              </span>
            )}
            {since !== undefined && <RelativeTime at={since} />}
            {until !== undefined && (
              <span>
                {text(approvalMessages.until)} <RelativeTime at={until} />
              </span>
            )}
          </span>
        </div>
        <Button
          variant="default"
          size="xs"
          aria-expanded={isOpen}
          aria-label={text(approvalMessages.decideOf, { title })}
          onClick={() => setOpen(!isOpen)}
        >
          {text(approvalMessages.decide)}
        </Button>
      </div>
      {isOpen && (
        <div className={styles.details}>
          <View id={id} />
        </div>
      )}
    </li>
  )
}

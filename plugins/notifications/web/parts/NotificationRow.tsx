import { useText } from '@portico/core/web'
import { isNotificationLink, type Notification } from '@portico/notifications/common'
import { ActionIcon, CheckboxBox, Link, RelativeTime } from '@portico/ui'
import IconBookmark from '@tabler/icons-react/dist/esm/icons/IconBookmark.mjs'
import IconBookmarkFilled from '@tabler/icons-react/dist/esm/icons/IconBookmarkFilled.mjs'
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs'
import IconMailOpened from '@tabler/icons-react/dist/esm/icons/IconMailOpened.mjs'
import { pageMessages } from '../page-messages.ts'
import styles from './Notifications.module.css'
import { SeverityIcon } from './SeverityIcon.tsx'
import type { Mark } from './use-mark.ts'
import { useOriginNames } from './use-origin-names.ts'

export interface NotificationRowProps {
  readonly notification: Notification
  readonly isSelected: boolean
  readonly onSelect: (isSelected: boolean) => void
  readonly onMark: (mark: Mark) => void
}

/** One notification: what it says, who says it, and what can be done with it. */
export function NotificationRow({ notification, isSelected, onSelect, onMark }: NotificationRowProps) {
  const text = useText()
  const { payload, read, saved, created, updated, origin, user } = notification
  const { originName, topicName } = useOriginNames()
  const isUnread = read === null
  const readWords = text(isUnread ? pageMessages.markRead : pageMessages.markUnread)
  const saveWords = text(saved === null ? pageMessages.save : pageMessages.unsave)
  return (
    <li className={styles.row} data-unread={isUnread || undefined} data-selected={isSelected || undefined}>
      <CheckboxBox
        className={styles.box}
        aria-label={text(pageMessages.select, { title: payload.title })}
        checked={isSelected}
        onChange={event => onSelect(event.currentTarget.checked)}
      />
      <SeverityIcon severity={payload.severity} />
      <div className={styles.words}>
        <div className={styles.title}>
          <Title notification={notification} onOpen={() => isUnread && onMark({ read: true })} />
        </div>
        {payload.description !== null && <p className={styles.description}>{payload.description}</p>}
        <p className={styles.facts}>
          <span>{originName(origin)}</span>
          {payload.topic !== null && <span>{topicName(payload.topic, origin)}</span>}
          {user === null && <span>{text(pageMessages.forEverybody)}</span>}
          <span>
            {updated !== null && `${text(pageMessages.changed)} `}
            <RelativeTime at={updated ?? created} />
          </span>
        </p>
      </div>
      <div className={styles.actions}>
        <ActionIcon aria-label={readWords} title={readWords} onClick={() => onMark({ read: isUnread })}>
          {isUnread ? <IconMailOpened size={16} aria-hidden /> : <IconMail size={16} aria-hidden />}
        </ActionIcon>
        <ActionIcon aria-label={saveWords} title={saveWords} onClick={() => onMark({ saved: saved === null })}>
          {saved === null ? <IconBookmark size={16} aria-hidden /> : <IconBookmarkFilled size={16} aria-hidden />}
        </ActionIcon>
      </div>
    </li>
  )
}

function Title({ notification: { payload }, onOpen }: { notification: Notification; onOpen: () => void }) {
  if (payload.link === null || !isNotificationLink(payload.link)) return <span>{payload.title}</span>
  return (
    <Link to={payload.link} onClick={onOpen}>
      {payload.title}
    </Link>
  )
}

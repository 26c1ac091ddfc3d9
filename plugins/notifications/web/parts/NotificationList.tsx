import { useText } from '@portico/core/web'
import type { Notification } from '@portico/notifications/common'
import { Button, CheckboxBox } from '@portico/ui'
import { useState } from 'react'
import { pageMessages } from '../page-messages.ts'
import { NotificationRow } from './NotificationRow.tsx'
import styles from './Notifications.module.css'
import { useMark, type Mark } from './use-mark.ts'

/** One page of notifications, and what can be done with several of them at once. */
export function NotificationList({ notifications, isOld }: { notifications: readonly Notification[]; isOld: boolean }) {
  const text = useText()
  const { mark } = useMark()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  // What is no longer on the page is not selected either.
  const selected = notifications.filter(({ id }) => chosen.has(id))
  const isAll = selected.length === notifications.length
  function select(ids: readonly string[], isSelected: boolean) {
    setChosen(before => new Set(isSelected ? [...before, ...ids] : [...before].filter(id => !ids.includes(id))))
  }
  function markSelected(change: Mark) {
    mark(
      selected.map(({ id }) => id),
      change,
    )
    setChosen(new Set())
  }
  const unread = notifications.filter(({ read }) => read === null)
  return (
    <>
      <div className={styles.bar}>
        <CheckboxBox
          aria-label={text(pageMessages.selectAll)}
          checked={isAll}
          ref={box => {
            if (box) box.indeterminate = selected.length > 0 && !isAll
          }}
          onChange={() =>
            select(
              notifications.map(({ id }) => id),
              !isAll,
            )
          }
        />
        {selected.length > 0 ? (
          <SelectionActions selected={selected} onMark={markSelected} />
        ) : (
          unread.length > 0 && (
            <Button
              variant="default"
              size="compact-sm"
              onClick={() =>
                mark(
                  unread.map(({ id }) => id),
                  { read: true },
                )
              }
            >
              {text(pageMessages.markAllRead)}
            </Button>
          )
        )}
      </div>
      <ul className={styles.rows} data-old={isOld || undefined}>
        {notifications.map(notification => (
          <NotificationRow
            key={notification.id}
            notification={notification}
            isSelected={chosen.has(notification.id)}
            onSelect={isSelected => select([notification.id], isSelected)}
            onMark={change => mark([notification.id], change)}
          />
        ))}
      </ul>
    </>
  )
}

function SelectionActions({ selected, onMark }: { selected: readonly Notification[]; onMark: (mark: Mark) => void }) {
  const text = useText()
  const actions = [
    { message: pageMessages.markRead, mark: { read: true }, isOffered: selected.some(({ read }) => read === null) },
    { message: pageMessages.markUnread, mark: { read: false }, isOffered: selected.some(({ read }) => read !== null) },
    { message: pageMessages.save, mark: { saved: true }, isOffered: selected.some(({ saved }) => saved === null) },
    { message: pageMessages.unsave, mark: { saved: false }, isOffered: selected.some(({ saved }) => saved !== null) },
  ]
  return (
    <>
      <span className={styles.chosen} role="status">
        {text(pageMessages.selected, { count: selected.length })}
      </span>
      {actions.map(
        ({ message, mark, isOffered }) =>
          isOffered && (
            <Button key={message.key} variant="default" size="compact-sm" onClick={() => onMark(mark)}>
              {text(message)}
            </Button>
          ),
      )}
    </>
  )
}

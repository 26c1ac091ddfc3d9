import { query, useQuery, useText, type Text } from '@portico/core/web'
import { notificationsApi, severities } from '@portico/notifications/common'
import { useNumber } from '@portico/ui'
import { useId } from 'react'
import { pageMessages } from '../page-messages.ts'
import styles from './Filters.module.css'
import { Select } from './Select.tsx'
import { orders, views, type ListState } from './use-list-state.ts'

const orderNames: Readonly<Record<(typeof orders)[number], Text>> = {
  'created,desc': pageMessages.newestFirst,
  'created,asc': pageMessages.oldestFirst,
  'severity,asc': pageMessages.bySeverity,
  'origin,asc': pageMessages.bySender,
}

/** What narrows and orders the list. */
export function NotificationFilters({ state, onChange }: { state: ListState; onChange: (part: Partial<ListState>) => void }) {
  const text = useText()
  const { data: known } = useQuery(query(notificationsApi.listTopics, { query: {} }))
  const topics = [...new Set([...(known?.topics ?? []), ...(state.topic === undefined ? [] : [state.topic])])].sort()
  return (
    <div className={styles.filters}>
      <ViewChoice state={state} onChange={onChange} />
      <Select
        label={text(pageMessages.severity)}
        value={state.severity ?? ''}
        options={[
          { value: '', label: text(pageMessages.anySeverity) },
          ...severities.slice(0, 3).map((value, index) => ({
            value,
            label: index === 0 ? text(pageMessages[value]) : text(pageMessages.atLeast, { severity: text(pageMessages[value]) }),
          })),
        ]}
        onChange={value => onChange({ severity: severities.find(each => each === value) })}
      />
      {topics.length > 0 && (
        <Select
          label={text(pageMessages.topic)}
          value={state.topic ?? ''}
          options={[{ value: '', label: text(pageMessages.anyTopic) }, ...topics.map(value => ({ value, label: value }))]}
          onChange={value => onChange({ topic: value || undefined })}
        />
      )}
      <Select
        label={text(pageMessages.order)}
        value={state.order}
        options={orders.map(value => ({ value, label: text(orderNames[value]) }))}
        onChange={value => onChange({ order: orders.find(each => each === value) ?? orders[0] })}
      />
    </div>
  )
}

function ViewChoice({ state, onChange }: { state: ListState; onChange: (part: Partial<ListState>) => void }) {
  const text = useText()
  const number = useNumber()
  const name = useId()
  const { data: status } = useQuery(query(notificationsApi.getStatus))
  const counts = status && { unread: status.unread, read: status.read, all: status.unread + status.read, saved: undefined }
  return (
    <fieldset className={styles.views}>
      <legend className={styles.label}>{text(pageMessages.show)}</legend>
      {views.map(view => (
        <label key={view} className={styles.view} data-chosen={state.view === view || undefined}>
          <input type="radio" className={styles.radio} name={name} checked={state.view === view} onChange={() => onChange({ view })} />
          <span>{text(pageMessages[view])}</span>
          {counts?.[view] !== undefined && <span className={styles.count}>{number(counts[view])}</span>}
        </label>
      ))}
    </fieldset>
  )
}

import { query, useQuery, useText, type Text } from '@portico/core/web'
import { notificationsApi, severities } from '@portico/notifications/common'
import { ChoiceList, Select } from '@portico/ui'
import { pageMessages } from '../page-messages.ts'
import styles from './Filters.module.css'
import { useOriginNames } from './use-origin-names.ts'
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
  const { topicName } = useOriginNames()
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
          options={[{ value: '', label: text(pageMessages.anyTopic) }, ...topics.map(value => ({ value, label: topicName(value) }))]}
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
  const { data: status } = useQuery(query(notificationsApi.getStatus))
  const counts = status && { unread: status.unread, read: status.read, all: status.unread + status.read, saved: undefined }
  return (
    <ChoiceList
      label={text(pageMessages.show)}
      choices={views.map(view => ({ value: view, label: text(pageMessages[view]), count: counts?.[view] }))}
      value={state.view}
      onChange={value => onChange({ view: views.find(each => each === value) ?? views[0] })}
      isRowWhenNarrow
    />
  )
}

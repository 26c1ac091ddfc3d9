import { entityRefOf } from '@portico/catalog/common'
import { useEntity } from '@portico/catalog/web'
import { alertApiRef, query, useApi, useCall, useQuery, useSlot, useText } from '@portico/core/web'
import { notificationsApi, type WatchEvent } from '@portico/notifications/common'
import { InfoCard, Switch } from '@portico/ui'
import { pageMessages } from '../page-messages.ts'
import { watchOptions } from '../slots.ts'
import styles from './Settings.module.css'

const ownOptions = watchOptions.fillOwn([
  { name: 'changed', order: 10, event: 'changed', label: pageMessages.watchChanged },
  { name: 'broken', order: 20, event: 'broken', label: pageMessages.watchBroken },
])

/** What the user wants to be told about the entity of the page. */
export function WatchCard() {
  const text = useText()
  const alerts = useApi(alertApiRef)
  const entity = useEntity()
  const entityRef = entityRefOf(entity)
  const options = useSlot(watchOptions, { context: entity, own: ownOptions })
  const { data, error } = useQuery(query(notificationsApi.listWatches, { query: { entityRef } }))
  const { mutate, isPending } = useCall(notificationsApi.putWatch)
  // A guest without a session on the server cannot be told anything.
  if (error) return undefined
  const chosen = data?.events ?? []
  function change(event: WatchEvent, isWanted: boolean) {
    const events = isWanted ? [...chosen, event] : chosen.filter(each => each !== event)
    mutate(
      { body: { entityRef, events } },
      { onError: failure => alerts.post({ message: text(pageMessages.watchFailed, { error: failure.message }), severity: 'error' }) },
    )
  }
  return (
    <InfoCard title={text(pageMessages.watchTitle)} flush>
      {options.map(({ item: { event, label } }) => (
        <div key={event} className={styles.row}>
          <span className={styles.label}>{text(label)}</span>
          <Switch
            aria-label={text(label)}
            checked={chosen.includes(event)}
            disabled={!data || isPending}
            onChange={({ currentTarget }) => change(event, currentTarget.checked)}
          />
        </div>
      ))}
    </InfoCard>
  )
}

import { alertApiRef, browserStorageApiRef, query, RequestErrorPanel, useApi, useCall, useQuery, useText } from '@portico/core/web'
import { notificationsApi, webChannel, type NotificationSettings } from '@portico/notifications/common'
import { Button, Content, InfoCard, SkeletonRows, Status, Switch } from '@portico/ui'
import { useState } from 'react'
import { pageMessages } from '../page-messages.ts'
import styles from './Settings.module.css'
import { useOriginNames } from './use-origin-names.ts'
import { allowBrowserNotices, browserNotices, stopBrowserNotices } from '../live/browser-notice.ts'

/** What reaches the user by which channel. */
export function NotificationSettingsTab() {
  const text = useText()
  const alerts = useApi(alertApiRef)
  const { data, error, refetch } = useQuery(query(notificationsApi.getSettings))
  const { mutate } = useCall(notificationsApi.putSettings)
  if (error) {
    return (
      <Content>
        <RequestErrorPanel error={error} title={text(pageMessages.settingsFailed)} onRetry={() => void refetch()} />
      </Content>
    )
  }
  if (!data) {
    return (
      <Content>
        <SkeletonRows rows={4} />
      </Content>
    )
  }
  const change = (address: SettingAddress, enabled: boolean) =>
    mutate(
      { body: withSetting(data, address, enabled) },
      { onError: failure => alerts.post({ message: text(pageMessages.changeFailed, { error: failure.message }), severity: 'error' }) },
    )
  return (
    <Content>
      <div className={styles.cards}>
        {data.channels.map(channel => (
          <ChannelCard key={channel.id} channel={channel} onChange={change} />
        ))}
        <BrowserCard />
      </div>
    </Content>
  )
}

type Channel = NotificationSettings['channels'][number]

function ChannelCard({ channel, onChange }: { channel: Channel; onChange: (address: SettingAddress, enabled: boolean) => void }) {
  const text = useText()
  const { originName, topicName } = useOriginNames()
  const name = channel.id === webChannel ? text(pageMessages.channelWeb) : channel.id
  return (
    <InfoCard
      title={name}
      {...(channel.id === webChannel && { subtitle: text(pageMessages.settingsText) })}
      flush
      action={
        <Switch
          aria-label={text(pageMessages.wholeChannel, { channel: name })}
          checked={channel.enabled ?? true}
          onChange={event => onChange({ channel: channel.id }, event.currentTarget.checked)}
        />
      }
    >
      {channel.origins.length === 0 && <p className={styles.nothing}>{text(pageMessages.noOrigins)}</p>}
      <ul className={styles.rows}>
        {channel.origins.map(({ id: origin, enabled, topics = [] }) => (
          <li key={origin} className={styles.origin}>
            <Row
              label={originName(origin)}
              name={text(pageMessages.fromOrigin, { origin: originName(origin), channel: name })}
              checked={enabled}
              onChange={checked => onChange({ channel: channel.id, origin }, checked)}
            />
            {topics.map(topic => (
              <Row
                key={topic.id}
                isTopic
                label={topicName(topic.id, origin)}
                name={text(pageMessages.aboutTopic, { topic: topicName(topic.id, origin), origin: originName(origin), channel: name })}
                checked={topic.enabled}
                onChange={checked => onChange({ channel: channel.id, origin, topic: topic.id }, checked)}
              />
            ))}
          </li>
        ))}
      </ul>
    </InfoCard>
  )
}

interface RowProps {
  readonly label: string
  readonly name: string
  readonly checked: boolean
  readonly isTopic?: boolean
  readonly onChange: (checked: boolean) => void
}

function Row({ label, name, checked, isTopic = false, onChange }: RowProps) {
  return (
    <div className={styles.row} data-topic={isTopic || undefined}>
      <span className={styles.label}>{label}</span>
      <Switch aria-label={name} checked={checked} onChange={event => onChange(event.currentTarget.checked)} />
    </div>
  )
}

/** Whether this browser shows what is new while the portal is in the background. The browser asks only after a press. */
function BrowserCard() {
  const text = useText()
  const { storage } = useApi(browserStorageApiRef)
  const [state, setState] = useState(() => browserNotices(storage))
  if (state === 'unavailable') return undefined
  return (
    <InfoCard title={text(pageMessages.thisBrowser)}>
      <div className={styles.browser}>
        <p className={styles.note}>{text(state === 'denied' ? pageMessages.browserDenied : pageMessages.browserText)}</p>
        {state === 'on' && <Status kind="ok">{text(pageMessages.browserOn)}</Status>}
        {state === 'on' && (
          <Button variant="default" size="xs" onClick={() => setState(stopBrowserNotices(storage))}>
            {text(pageMessages.browserStop)}
          </Button>
        )}
        {state === 'off' && (
          <Button variant="default" size="xs" onClick={() => void allowBrowserNotices(storage).then(setState)}>
            {text(pageMessages.browserAllow)}
          </Button>
        )}
      </div>
    </InfoCard>
  )
}

interface SettingAddress {
  readonly channel: string
  readonly origin?: string
  readonly topic?: string
}

/** The settings with one switch at another position. What is above it decides for what is below until that is switched itself. */
function withSetting(
  { channels }: NotificationSettings,
  { channel, origin, topic }: SettingAddress,
  enabled: boolean,
): NotificationSettings {
  return {
    channels: channels
      .filter(({ id }) => id === channel)
      .map(each => {
        if (origin === undefined) return { ...each, enabled, origins: [] }
        return { ...each, origins: each.origins.map(own => (own.id === origin ? withOrigin(own, topic, enabled) : own)) }
      }),
  }
}

type Origin = NotificationSettings['channels'][number]['origins'][number]

function withOrigin(origin: Origin, topic: string | undefined, enabled: boolean): Origin {
  if (topic === undefined) return { id: origin.id, enabled }
  return { ...origin, topics: (origin.topics ?? []).map(each => (each.id === topic ? { ...each, enabled } : each)) }
}

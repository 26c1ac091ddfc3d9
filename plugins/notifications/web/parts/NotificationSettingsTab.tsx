import { alertApiRef, query, RequestErrorPanel, useApi, useCall, useQuery, useText } from '@portico/core/web'
import { notificationsApi, webChannel, type NotificationSettings } from '@portico/notifications/common'
import { Content, InfoCard, SkeletonRows, Switch } from '@portico/ui'
import { pageMessages } from '../page-messages.ts'
import { BrowserCard } from './BrowserCard.tsx'
import { originName } from './origin-name.ts'
import { withSetting, type SettingAddress } from './settings-change.ts'
import styles from './Settings.module.css'

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
                label={topic.id}
                name={text(pageMessages.aboutTopic, { topic: topic.id, origin: originName(origin), channel: name })}
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

import type { NotificationSettings } from '@portico/notifications/common'

export interface SettingAddress {
  readonly channel: string
  readonly origin?: string
  readonly topic?: string
}

/** The settings with one switch at another position. What is above it decides for what is below until that is switched itself. */
export function withSetting(
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

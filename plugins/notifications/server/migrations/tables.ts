// Written by `npm run tables` from the migrations. Do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export interface NotificationsTables {
  acknowledgement: {
    announcement_id: string
    user_ref: string
    acknowledged_at: Generated<Date>
  }
  announcement: {
    id: Generated<string>
    title: string
    text: string
    severity: number
    starts: Date
    ends: Date | null
  }
  broadcast_state: {
    user_ref: string
    notification_id: string
    read: Date | null
    saved: Date | null
  }
  channel_setting: {
    user_ref: string
    channel: string
    origin: string
    topic: string
    enabled: boolean
  }
  notification: {
    id: Generated<string>
    user_ref: string | null
    origin: string
    created: Generated<Date>
    updated: Date | null
    read: Date | null
    saved: Date | null
    title: string
    description: string | null
    link: string | null
    severity: number
    topic: string | null
    scope: string | null
    icon: string | null
    metadata: ColumnType<unknown, string | null, string | null>
  }
  origin_rate: {
    origin: string
    since: Generated<Date>
    count: Generated<number>
  }
  outgoing: {
    id: GeneratedAlways<string>
    channel: string
    recipient: string
    delivery_id: string
    notification: ColumnType<unknown, string | null, string | null>
    state: Generated<string>
    attempts: Generated<number>
    error: string | null
    due_at: Generated<Date>
    claimed_until: Date | null
    changed: Generated<Date>
  }
  signing_key: {
    name: string
    value: Buffer
  }
  watch: {
    entity_ref: string
    user_ref: string
    events: string[]
    problems: ColumnType<unknown, string | null, string | null>
  }
}

import type { NotificationSettings } from '@portico/notifications/common'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { NotificationTables } from './notification-row.ts'

export interface SettingRow {
  readonly channel: string
  readonly origin: string
  readonly topic: string
  readonly enabled: boolean
}

/** Whether a user wants what an origin says about a topic by a channel: the closest setting decides, without any it is wanted. */
export function isEnabled(asked: {
  readonly user: RawBuilder<unknown>
  readonly channel: string
  readonly origin: RawBuilder<unknown>
  readonly topic: RawBuilder<unknown>
}): RawBuilder<boolean> {
  const { user, channel, origin, topic } = asked
  return sql<boolean>`coalesce((
    select setting.enabled from channel_setting setting
    where setting.user_ref = ${user} and setting.channel = ${channel} and setting.origin in ('', ${origin}) and setting.topic in ('', coalesce(${topic}, ''))
    order by setting.origin <> '' desc, setting.topic <> '' desc limit 1), true)`
}

/** What users have said about channels, origins and topics. */
export function createSettingStore(db: Kysely<NotificationTables>) {
  return {
    async ofUser(user: string): Promise<SettingRow[]> {
      const { rows } = await sql<SettingRow>`select channel, origin, topic, enabled from channel_setting where user_ref = ${user}`.execute(
        db,
      )
      return rows
    },

    /** Replaces what a user has said about these channels. */
    async put(user: string, { channels }: NotificationSettings): Promise<void> {
      const rows = channels.flatMap(({ id: channel, enabled, origins }) => [
        ...(enabled === undefined ? [] : [{ channel, origin: '', topic: '', enabled }]),
        ...origins.flatMap(({ id: origin, enabled: wanted, topics = [] }) => [
          { channel, origin, topic: '', enabled: wanted },
          ...topics.map(topic => ({ channel, origin, topic: topic.id, enabled: topic.enabled })),
        ]),
      ])
      await db.transaction().execute(async trx => {
        await sql`delete from channel_setting where user_ref = ${user} and channel = any(${channels.map(({ id }) => id)})`.execute(trx)
        for (const { channel, origin, topic, enabled } of rows) {
          await sql`
            insert into channel_setting (user_ref, channel, origin, topic, enabled) values (${user}, ${channel}, ${origin}, ${topic}, ${enabled})
            on conflict (user_ref, channel, origin, topic) do update set enabled = excluded.enabled`.execute(trx)
        }
      })
    },

    /** Switches off what some origins say about topics by a channel; without a topic everything of the origin. */
    async switchOff(
      user: string,
      channel: string,
      from: readonly { readonly origin: string; readonly topic?: string | undefined }[],
    ): Promise<void> {
      await sql`
        insert into channel_setting (user_ref, channel, origin, topic, enabled)
        select distinct ${user}, ${channel}, origin, topic, false
        from unnest(${from.map(({ origin }) => origin)}::text[], ${from.map(({ topic }) => topic ?? '')}::text[]) as chosen (origin, topic)
        on conflict (user_ref, channel, origin, topic) do update set enabled = false`.execute(db)
    },

    /** Those of some users who want what an origin says about a topic by a channel. */
    async wanting(users: readonly string[], channel: string, origin: string, topic: string | undefined): Promise<string[]> {
      const wanted = isEnabled({ user: sql`recipient.ref`, channel, origin: sql`${origin}::text`, topic: sql`${topic ?? null}::text` })
      const { rows } = await sql<{ ref: string }>`select ref from unnest(${users}::text[]) as recipient (ref) where ${wanted}`.execute(db)
      return rows.map(({ ref }) => ref)
    },
  }
}

export type SettingStore = ReturnType<typeof createSettingStore>

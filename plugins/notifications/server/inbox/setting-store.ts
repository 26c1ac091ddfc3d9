import type { NotificationSettings } from '@portico/notifications/common'
import { anyOf } from '@portico/core/server/expressions'
import { expressionBuilder, sql, type Expression, type Kysely } from 'kysely'
import type { NotificationsTables } from '../migrations/tables.ts'

export interface SettingRow {
  readonly channel: string
  readonly origin: string
  readonly topic: string
  readonly enabled: boolean
}

type Text = Expression<string | null> | string | null

/** Whether a user wants what an origin says about a topic by a channel: the closest setting decides, without any it is wanted. */
export function isEnabled({ user, channel, origin, topic }: Readonly<Record<'user' | 'channel' | 'origin' | 'topic', Text>>) {
  const { fn, lit, selectFrom } = expressionBuilder<NotificationsTables, never>()
  const closest = selectFrom('channel_setting')
    .select('enabled')
    .where('user_ref', '=', user)
    .where('channel', '=', channel)
    .where('channel_setting.origin', 'in', ['', origin])
    .where('channel_setting.topic', 'in', ['', topic ?? ''])
    .orderBy(setting => setting('channel_setting.origin', '<>', ''), 'desc')
    .orderBy(setting => setting('channel_setting.topic', '<>', ''), 'desc')
    .limit(1)
  return fn.coalesce(closest, lit(true))
}

/** What users have said about channels, origins and topics. */
export function createSettingStore(db: Kysely<NotificationsTables>) {
  return {
    ofUser: (user: string): Promise<SettingRow[]> =>
      db.selectFrom('channel_setting').select(['channel', 'origin', 'topic', 'enabled']).where('user_ref', '=', user).execute(),

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
        const replaced = anyOf(channels.map(({ id }) => id))
        await trx.deleteFrom('channel_setting').where('user_ref', '=', user).where('channel', '=', replaced).execute()
        for (const row of rows)
          await trx
            .insertInto('channel_setting')
            .values({ user_ref: user, ...row })
            .onConflict(conflict => conflict.columns(['user_ref', 'channel', 'origin', 'topic']).doUpdateSet({ enabled: row.enabled }))
            .execute()
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
      const rows = await db
        .selectFrom(sql<{ ref: string }>`unnest(${users}::text[])`.as<'recipient'>(sql`recipient (ref)`))
        .select('ref')
        .where(eb => isEnabled({ user: eb.ref('recipient.ref'), channel, origin, topic: topic ?? null }))
        .execute()
      return rows.map(({ ref }) => ref)
    },
  }
}

export type SettingStore = ReturnType<typeof createSettingStore>

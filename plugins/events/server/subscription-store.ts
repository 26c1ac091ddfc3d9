import { allOf, anyOf } from '@portico/core/server/expressions'
import { sql, type Kysely } from 'kysely'
import type { EventsTables } from './migrations/tables.ts'

export type SubscriptionStore = ReturnType<typeof createSubscriptionStore>

/** Subscriptions of programs outside, and the events that they have not read yet. */
export function createSubscriptionStore(db: Kysely<EventsTables>) {
  return {
    async subscribe(id: string, topics: readonly string[]): Promise<void> {
      const { last } = await db
        .selectFrom('event')
        .select(({ fn, lit }) => fn.coalesce(fn.max('id'), lit(0)).as('last'))
        .executeTakeFirstOrThrow()
      await db
        .insertInto('subscription')
        .values({ id, topics: [...topics], read_to: last, seen_at: new Date() })
        .onConflict(conflict => conflict.column('id').doUpdateSet({ topics: [...topics], seen_at: new Date() }))
        .execute()
    },
    async has(id: string): Promise<boolean> {
      return (await db.selectFrom('subscription').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
    },
    /** Keeps an event for the subscriptions of its topic that have not had it. How many there are. */
    async add(topic: string, payload: unknown, notified: readonly string[]): Promise<number> {
      return db.transaction().execute(async trx => {
        // Readers go by ids, so that events have to be committed in the order of theirs.
        await sql`select pg_advisory_xact_lock(hashtext('events.event'))`.execute(trx)
        const { count } = await trx
          .selectFrom('subscription')
          .select(({ fn }) => fn.countAll<string>().as('count'))
          .where(({ eb, fn, val }) => eb(val(topic), '=', fn.any('topics')))
          .where('id', '<>', allOf(notified))
          .executeTakeFirstOrThrow()
        const event = { topic, payload: JSON.stringify(payload ?? null), notified: [...notified] }
        if (Number(count) > 0) await trx.insertInto('event').values(event).execute()
        return Number(count)
      })
    },
    /** The next events, which are then read. One reader at a time gets them. */
    async take(id: string, limit: number): Promise<{ topic: string; payload: unknown }[]> {
      return db.transaction().execute(async trx => {
        const subscription = await trx
          .selectFrom('subscription')
          .select(['topics', 'read_to'])
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst()
        if (!subscription) return []
        const rows = await trx
          .selectFrom('event')
          .select(['id', 'topic', 'payload'])
          .where('id', '>', subscription.read_to)
          .where('topic', '=', anyOf(subscription.topics))
          .where(({ eb, fn, val }) => eb.not(eb(val(id), '=', fn.any('notified'))))
          .orderBy('id')
          .limit(limit)
          .execute()
        const last = rows.at(-1)?.id ?? subscription.read_to
        await trx.updateTable('subscription').set({ read_to: last, seen_at: new Date() }).where('id', '=', id).execute()
        return rows.map(({ topic, payload }) => ({ topic, payload }))
      })
    },
    /** Subscriptions that nobody reads, and events that are old. */
    async forget(before: Date): Promise<void> {
      await db.deleteFrom('subscription').where('seen_at', '<', before).execute()
      await db.deleteFrom('event').where('at', '<', before).execute()
    },
  }
}

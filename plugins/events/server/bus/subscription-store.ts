import { sql, type Kysely } from 'kysely'

interface Tables {
  subscription: { id: string; topics: string[]; read_to: string; seen_at: Date }
  event: { id: string; topic: string; payload: string; notified: string[]; at: Date }
}

export type SubscriptionStore = ReturnType<typeof createSubscriptionStore>

/** Subscriptions of programs outside, and the events that they have not read yet. */
export function createSubscriptionStore(db: Kysely<Tables>) {
  return {
    async subscribe(id: string, topics: readonly string[]): Promise<void> {
      const { last } = await db
        .selectFrom('event')
        .select(({ fn }) => fn.coalesce(fn.max('id'), sql<string>`0`).as('last'))
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
          .where(sql<boolean>`${topic} = any(topics)`)
          .where(sql<boolean>`not (id = any(${sql.val([...notified])}::text[]))`)
          .executeTakeFirstOrThrow()
        const text = JSON.stringify(payload ?? null)
        if (Number(count) > 0)
          await sql`insert into event (topic, payload, notified) values (${topic}, ${text}::jsonb, ${sql.val([...notified])}::text[])`.execute(
            trx,
          )
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
          .where(sql<boolean>`topic = any(${sql.val(subscription.topics)}::text[])`)
          .where(sql<boolean>`not (${id} = any(notified))`)
          .orderBy('id')
          .limit(limit)
          .execute()
        const last = rows.at(-1)?.id ?? subscription.read_to
        await trx.updateTable('subscription').set({ read_to: last, seen_at: new Date() }).where('id', '=', id).execute()
        return rows.map(({ topic, payload }) => ({ topic, payload: payload as unknown }))
      })
    },
    /** Subscriptions that nobody reads, and events that are old. */
    async forget(before: Date): Promise<void> {
      await db.deleteFrom('subscription').where('seen_at', '<', before).execute()
      await db.deleteFrom('event').where('at', '<', before).execute()
    },
  }
}

import type { Kysely, Transaction } from 'kysely'
import type { EventsTables } from './migrations/tables.ts'

/** What last came to a topic. */
export interface LastDelivery {
  readonly takenAt: Date | undefined
  readonly refusedAt: Date | undefined
  readonly refusal: string | undefined
}

export type DeliveryStore = ReturnType<typeof createDeliveryStore>

/** The last delivery that was taken, and the last that was refused, by topic. */
export function createDeliveryStore(db: Kysely<EventsTables>) {
  const change = async (topic: string, values: Partial<Omit<EventsTables['delivery'], 'topic'>>): Promise<void> => {
    await db
      .insertInto('delivery')
      .values({ topic, ...values })
      .onConflict(conflict => conflict.column('topic').doUpdateSet(values))
      .execute()
  }
  return {
    taken: (topic: string) => change(topic, { taken_at: new Date() }),
    refused: (topic: string, refusal: string) => change(topic, { refused_at: new Date(), refusal }),
    /** Runs what is to be done with a delivery, unless it has been done before, by this server or another. False when it has. */
    once(digest: string, run: (within: Transaction<EventsTables>) => Promise<void>): Promise<boolean> {
      return db.transaction().execute(async within => {
        const added = await within
          .insertInto('seen_delivery')
          .values({ digest })
          .onConflict(conflict => conflict.doNothing())
          .returning('digest')
          .executeTakeFirst()
        if (added) await run(within)
        return added !== undefined
      })
    },
    /** Forgets deliveries that are older, and those beyond a number. */
    async forgetSeen(before: Date, max: number): Promise<void> {
      await db.deleteFrom('seen_delivery').where('at', '<', before).execute()
      const oldest = db.selectFrom('seen_delivery').select('digest').orderBy('at', 'desc').offset(max)
      await db.deleteFrom('seen_delivery').where('digest', 'in', oldest).execute()
    },
    async all(): Promise<Map<string, LastDelivery>> {
      const rows = await db.selectFrom('delivery').selectAll().execute()
      return new Map(
        rows.map(({ topic, taken_at: takenAt, refused_at: refusedAt, refusal }) => [
          topic,
          { takenAt: takenAt ?? undefined, refusedAt: refusedAt ?? undefined, refusal: refusal ?? undefined },
        ]),
      )
    },
  }
}

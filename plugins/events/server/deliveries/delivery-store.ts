import { sql, type Generated, type Kysely, type Transaction } from 'kysely'

interface Tables {
  seen_delivery: { digest: string; at: Generated<Date> }
  delivery: { topic: string; taken_at: Date | null; refused_at: Date | null; refusal: string | null }
}

/** What last came to a topic. */
export interface LastDelivery {
  readonly takenAt: Date | undefined
  readonly refusedAt: Date | undefined
  readonly refusal: string | undefined
}

export type DeliveryStore = ReturnType<typeof createDeliveryStore>

/** The last delivery that was taken, and the last that was refused, by topic. */
export function createDeliveryStore(db: Kysely<Tables>) {
  const change = async (topic: string, values: Partial<Omit<Tables['delivery'], 'topic'>>): Promise<void> => {
    await db
      .insertInto('delivery')
      .values({ topic, taken_at: null, refused_at: null, refusal: null, ...values })
      .onConflict(conflict => conflict.column('topic').doUpdateSet(values))
      .execute()
  }
  return {
    taken: (topic: string) => change(topic, { taken_at: new Date() }),
    refused: (topic: string, refusal: string) => change(topic, { refused_at: new Date(), refusal }),
    /** Runs what is to be done with a delivery, unless it has been done before, by this server or another. False when it has. */
    once(digest: string, run: (within: Transaction<Tables>) => Promise<void>): Promise<boolean> {
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
      await sql`delete from seen_delivery where digest in (select digest from seen_delivery order by at desc offset ${max})`.execute(db)
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

import { sql, type Kysely, type Transaction } from 'kysely'
import type { UserSettingsTables } from '../migrations/tables.ts'

/** Whose sessions were ended, and when. */
export function createSignOutStore(db: Kysely<UserSettingsTables>) {
  return {
    /** The moment that was stored: later than that of the last time, also when the clocks of two servers differ. */
    async put(
      user: string,
      endedAt: Date,
      alongside: (transaction: Transaction<UserSettingsTables>, stored: Date) => Promise<void>,
    ): Promise<Date> {
      return db.transaction().execute(async transaction => {
        const later = sql<Date>`greatest(excluded.ended_at, sign_out.ended_at + interval '1 millisecond')`
        const { ended_at: stored } = await transaction
          .insertInto('sign_out')
          .values({ user_ref: user, ended_at: endedAt })
          .onConflict(conflict => conflict.column('user_ref').doUpdateSet({ ended_at: later }))
          .returning('ended_at')
          .executeTakeFirstOrThrow()
        await alongside(transaction, stored)
        return stored
      })
    },

    async find(user: string): Promise<Date | undefined> {
      return (await db.selectFrom('sign_out').select('ended_at').where('user_ref', '=', user).executeTakeFirst())?.ended_at
    },

    async list(): Promise<{ user: string; endedAt: Date }[]> {
      const rows = await db.selectFrom('sign_out').selectAll().execute()
      return rows.map(row => ({ user: row.user_ref, endedAt: row.ended_at }))
    },
  }
}

export type SignOutStore = ReturnType<typeof createSignOutStore>

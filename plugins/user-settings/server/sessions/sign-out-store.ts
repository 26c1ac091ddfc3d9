import type { Kysely, Transaction } from 'kysely'

interface SignOutTables {
  sign_out: { user_ref: string; ended_at: Date }
}

/** Whose sessions were ended, and when. */
export function createSignOutStore(db: Kysely<SignOutTables>) {
  return {
    async put(user: string, endedAt: Date, alongside: (transaction: Transaction<SignOutTables>) => Promise<void>): Promise<void> {
      await db.transaction().execute(async transaction => {
        await transaction
          .insertInto('sign_out')
          .values({ user_ref: user, ended_at: endedAt })
          .onConflict(conflict => conflict.column('user_ref').doUpdateSet({ ended_at: endedAt }))
          .execute()
        await alongside(transaction)
      })
    },

    async list(): Promise<{ user: string; endedAt: Date }[]> {
      const rows = await db.selectFrom('sign_out').selectAll().execute()
      return rows.map(row => ({ user: row.user_ref, endedAt: row.ended_at }))
    },
  }
}

export type SignOutStore = ReturnType<typeof createSignOutStore>

import type { Kysely, Selectable, Transaction } from 'kysely'
import type { AuthTables } from '../migrations/tables.ts'

/** Why and since when a user is blocked. */
export interface Block {
  readonly userEntityRef: string
  readonly at: Date
  readonly by: string
  readonly reason?: string
}

type Alongside = (transaction: Transaction<AuthTables>) => Promise<void>
export type BlockStore = ReturnType<typeof createBlockStore>

/** The users whom an administrator has blocked. Refs are compared in lower case. */
export function createBlockStore(db: Kysely<AuthTables>) {
  return {
    async find(userEntityRef: string): Promise<Block | undefined> {
      const row = await db.selectFrom('blocked_user').selectAll().where('user_ref', '=', userEntityRef.toLowerCase()).executeTakeFirst()
      return row && toBlock(row)
    },

    async list(): Promise<Block[]> {
      return (await db.selectFrom('blocked_user').selectAll().orderBy('user_ref').execute()).map(toBlock)
    },

    /** `alongside` commits with it. */
    async put({ userEntityRef, by, reason }: Omit<Block, 'at'>, alongside: Alongside): Promise<void> {
      const metadata = { blocked_by: by, reason: reason ?? null, blocked_at: new Date() }
      await db.transaction().execute(async transaction => {
        await transaction
          .insertInto('blocked_user')
          .values({ user_ref: userEntityRef.toLowerCase(), ...metadata })
          .onConflict(conflict => conflict.column('user_ref').doUpdateSet(metadata))
          .execute()
        await alongside(transaction)
      })
    },

    /** Whether the user was blocked. */
    async remove(userEntityRef: string, alongside: Alongside): Promise<boolean> {
      return db.transaction().execute(async transaction => {
        const { numDeletedRows } = await transaction
          .deleteFrom('blocked_user')
          .where('user_ref', '=', userEntityRef.toLowerCase())
          .executeTakeFirstOrThrow()
        await alongside(transaction)
        return numDeletedRows > 0n
      })
    },
  }
}

function toBlock(row: Selectable<AuthTables['blocked_user']>): Block {
  return { userEntityRef: row.user_ref, at: row.blocked_at, by: row.blocked_by, ...(row.reason !== null && { reason: row.reason }) }
}

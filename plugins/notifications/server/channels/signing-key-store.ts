import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { NotificationsTables } from '../migrations/tables.ts'

/** The key that signs links in mails. */
export function createSigningKeyStore(db: Kysely<NotificationsTables>) {
  return {
    /** The key of all servers; made by the first that needs it. */
    async signingKey(): Promise<Buffer> {
      const name = 'unsubscribe'
      await db
        .insertInto('signing_key')
        .values({ name, value: randomBytes(32) })
        .onConflict(conflict => conflict.doNothing())
        .execute()
      const { value } = await db.selectFrom('signing_key').select('value').where('name', '=', name).executeTakeFirstOrThrow()
      return value
    },
  }
}

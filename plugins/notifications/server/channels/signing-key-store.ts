import { randomBytes } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { NotificationTables } from '../inbox/notification-row.ts'

/** The key that signs links in mails. */
export function createSigningKeyStore(db: Kysely<NotificationTables>) {
  return {
    /** The key of all servers; made by the first that needs it. */
    async signingKey(): Promise<Buffer> {
      await sql`insert into signing_key (name, value) values ('unsubscribe', ${randomBytes(32)}) on conflict do nothing`.execute(db)
      const { rows } = await sql<{ value: Buffer }>`select value from signing_key where name = 'unsubscribe'`.execute(db)
      return rows[0]!.value
    },
  }
}

import { randomBytes } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { NotificationDraft } from '../notification-extensions.ts'
import type { NotificationTables } from './notification-row.ts'

export interface WaitingMail {
  readonly id: string
  readonly notification: NotificationDraft
}

/** What waits to be mailed, and the key that signs links in mails. */
export function createMailStore(db: Kysely<NotificationTables>) {
  return {
    /** Adds a notification for some users; what a delivery has added before is not added again. */
    async add(users: readonly string[], deliveryId: string, notification: NotificationDraft): Promise<void> {
      await sql`
        insert into mail (user_ref, delivery_id, notification)
        select ref, ${deliveryId}, ${JSON.stringify(notification)}::jsonb from unnest(${users}::text[]) as recipient (ref)
        on conflict (user_ref, delivery_id) do nothing`.execute(db)
    },

    /** Everything that waits for a user, oldest first, unless another server is at it. */
    async lease(user: string, seconds: number): Promise<WaitingMail[]> {
      const { rows } = await sql<WaitingMail>`
        update mail set leased_until = now() + make_interval(secs => ${seconds})
        where user_ref = ${user} and (leased_until is null or leased_until < now()) returning id, notification`.execute(db)
      return rows.sort((a, b) => Number(a.id) - Number(b.id))
    },

    async release(ids: readonly string[]): Promise<void> {
      await sql`update mail set leased_until = null where id = any(${ids}::bigint[])`.execute(db)
    },

    async remove(ids: readonly string[]): Promise<void> {
      await sql`delete from mail where id = any(${ids}::bigint[])`.execute(db)
    },

    /** The key of all servers; made by the first that needs it. */
    async signingKey(): Promise<Buffer> {
      await sql`insert into signing_key (name, value) values ('unsubscribe', ${randomBytes(32)}) on conflict do nothing`.execute(db)
      const { rows } = await sql<{ value: Buffer }>`select value from signing_key where name = 'unsubscribe'`.execute(db)
      return rows[0]!.value
    },
  }
}

export type MailStore = ReturnType<typeof createMailStore>

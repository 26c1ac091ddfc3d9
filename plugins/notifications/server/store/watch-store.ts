import type { WatchEvent } from '@portico/notifications/common'
import { sql, type Kysely } from 'kysely'
import type { NotificationTables } from './notification-row.ts'

export interface Watch {
  readonly entityRef: string
  readonly user: string
  readonly events: readonly WatchEvent[]
  readonly errors: string
}

/** Who wants to be told about which entities. */
export function createWatchStore(db: Kysely<NotificationTables>) {
  return {
    async eventsOf(user: string, entityRef: string): Promise<readonly WatchEvent[]> {
      const { rows } = await sql<{ events: WatchEvent[] }>`
        select events from watch where user_ref = ${user} and entity_ref = ${entityRef}`.execute(db)
      return rows[0]?.events ?? []
    },

    /** False when it would be one too many. No events end it. */
    async put(
      user: string,
      entityRef: string,
      events: readonly WatchEvent[],
      options: { readonly errors: string; readonly max: number },
    ): Promise<boolean> {
      if (events.length === 0) {
        await sql`delete from watch where user_ref = ${user} and entity_ref = ${entityRef}`.execute(db)
        return true
      }
      const { numAffectedRows } = await sql`
        insert into watch (entity_ref, user_ref, events, errors)
        select ${entityRef}, ${user}, ${events}::text[], ${options.errors}
        where exists (select from watch where user_ref = ${user} and entity_ref = ${entityRef})
          or (select count(*) from watch where user_ref = ${user}) < ${options.max}
        on conflict (entity_ref, user_ref) do update set events = excluded.events`.execute(db)
      return numAffectedRows === 1n
    },

    async ofEntities(refs: readonly string[]): Promise<Watch[]> {
      const { rows } = await sql<Watch>`
        select entity_ref as "entityRef", user_ref as "user", events, errors from watch where entity_ref = any(${refs}::text[])`.execute(db)
      return rows
    },

    async setErrors(entityRef: string, errors: string): Promise<void> {
      await sql`update watch set errors = ${errors} where entity_ref = ${entityRef}`.execute(db)
    },
  }
}

export type WatchStore = ReturnType<typeof createWatchStore>

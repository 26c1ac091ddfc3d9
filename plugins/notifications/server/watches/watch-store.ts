import type { EntityProblem } from '@portico/catalog/server'
import type { WatchEvent } from '@portico/notifications/common'
import { sql, type Kysely } from 'kysely'
import type { NotificationTables } from '../inbox/notification-row.ts'

export interface Watch {
  readonly entityRef: string
  readonly user: string
  readonly events: readonly WatchEvent[]
  /** The broken rules that the user knows of; undefined when nobody has looked. */
  readonly problems: readonly EntityProblem[] | undefined
}

type WatchRow = Omit<Watch, 'problems'> & { readonly problems: EntityProblem[] | null }

const columns = sql`entity_ref as "entityRef", user_ref as "user", events, problems`

/** Who wants to be told about which entities. */
export function createWatchStore(db: Kysely<NotificationTables>) {
  return {
    async eventsOf(user: string, entityRef: string): Promise<readonly WatchEvent[]> {
      const { rows } = await sql<{ events: WatchEvent[] }>`
        select events from watch where user_ref = ${user} and entity_ref = ${entityRef}`.execute(db)
      return rows[0]?.events ?? []
    },

    /** False when it would be one too many. No events end it. Who already watches the rules is still told what they do not know. */
    async put(
      user: string,
      entityRef: string,
      events: readonly WatchEvent[],
      options: { readonly problems: readonly EntityProblem[]; readonly max: number },
    ): Promise<boolean> {
      if (events.length === 0) {
        await sql`delete from watch where user_ref = ${user} and entity_ref = ${entityRef}`.execute(db)
        return true
      }
      const { numAffectedRows } = await sql`
        insert into watch (entity_ref, user_ref, events, problems)
        select ${entityRef}, ${user}, ${events}::text[], ${JSON.stringify(options.problems)}::jsonb
        where exists (select from watch where user_ref = ${user} and entity_ref = ${entityRef})
          or (select count(*) from watch where user_ref = ${user}) < ${options.max}
        on conflict (entity_ref, user_ref) do update set events = excluded.events,
          problems = case when 'broken' = any(watch.events) then watch.problems else excluded.problems end`.execute(db)
      return numAffectedRows === 1n
    },

    async ofEntities(refs: readonly string[]): Promise<Watch[]> {
      const { rows } = await sql<WatchRow>`select ${columns} from watch where entity_ref = any(${refs}::text[])`.execute(db)
      return rows.map(toWatch)
    },

    /** Of those who want to be told about broken rules. */
    async ofRules(): Promise<Watch[]> {
      const { rows } = await sql<WatchRow>`select ${columns} from watch where 'broken' = any(events) order by entity_ref`.execute(db)
      return rows.map(toWatch)
    },

    async hasRules(): Promise<boolean> {
      const { rows } = await sql`select from watch where 'broken' = any(events) limit 1`.execute(db)
      return rows.length > 0
    },

    async setProblems(entityRef: string, users: readonly string[], problems: readonly EntityProblem[]): Promise<void> {
      await sql`
        update watch set problems = ${JSON.stringify(problems)}::jsonb
        where entity_ref = ${entityRef} and user_ref = any(${users}::text[])`.execute(db)
    },
  }
}

export type WatchStore = ReturnType<typeof createWatchStore>

function toWatch({ problems, ...row }: WatchRow): Watch {
  return { ...row, problems: problems ?? undefined }
}

import type { EntityProblem } from '@portico/catalog/server'
import type { WatchEvent } from '@portico/notifications/common'
import { anyOf } from '@portico/core/server/expressions'
import { sql, type ExpressionBuilder, type Kysely, type Selectable } from 'kysely'
import type { NotificationsTables } from '../migrations/tables.ts'

export interface Watch {
  readonly entityRef: string
  readonly user: string
  readonly events: readonly WatchEvent[]
  /** The broken rules that the user knows of; undefined when nobody has looked. */
  readonly problems: readonly EntityProblem[] | undefined
}

const watchesRules = (eb: ExpressionBuilder<NotificationsTables, 'watch'>) => eb(eb.val('broken'), '=', eb.fn.any('events'))

/** Who wants to be told about which entities. */
export function createWatchStore(db: Kysely<NotificationsTables>) {
  return {
    async eventsOf(user: string, entityRef: string): Promise<readonly WatchEvent[]> {
      const row = await db
        .selectFrom('watch')
        .select('events')
        .where('user_ref', '=', user)
        .where('entity_ref', '=', entityRef)
        .executeTakeFirst()
      return (row?.events ?? []) as WatchEvent[]
    },

    /** False when it would be one too many. No events end it. Who already watches the rules is still told what they do not know. */
    async put(
      user: string,
      entityRef: string,
      events: readonly WatchEvent[],
      options: { readonly problems: readonly EntityProblem[]; readonly max: number },
    ): Promise<boolean> {
      if (events.length === 0) {
        await db.deleteFrom('watch').where('user_ref', '=', user).where('entity_ref', '=', entityRef).execute()
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
      const rows = await db.selectFrom('watch').selectAll().where('entity_ref', '=', anyOf(refs)).execute()
      return rows.map(toWatch)
    },

    /** Of those who want to be told about broken rules. */
    async ofRules(): Promise<Watch[]> {
      const rows = await db.selectFrom('watch').selectAll().where(watchesRules).orderBy('entity_ref').execute()
      return rows.map(toWatch)
    },

    async hasRules(): Promise<boolean> {
      return (await db.selectFrom('watch').select('user_ref').where(watchesRules).limit(1).executeTakeFirst()) !== undefined
    },

    async setProblems(entityRef: string, users: readonly string[], problems: readonly EntityProblem[]): Promise<void> {
      await db
        .updateTable('watch')
        .set({ problems: JSON.stringify(problems) })
        .where('entity_ref', '=', entityRef)
        .where('user_ref', '=', anyOf(users))
        .execute()
    },
  }
}

export type WatchStore = ReturnType<typeof createWatchStore>

function toWatch({ entity_ref, user_ref, events, problems }: Selectable<NotificationsTables['watch']>): Watch {
  return {
    entityRef: entity_ref,
    user: user_ref,
    events: events as WatchEvent[],
    problems: (problems ?? undefined) as readonly EntityProblem[] | undefined,
  }
}

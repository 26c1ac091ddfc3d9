import { severities, type Announcement, type NewAnnouncement } from '@portico/notifications/common'
import { now } from '@portico/core/server/expressions'
import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import type { NotificationsTables } from '../migrations/tables.ts'

type AnnouncementRow = Selectable<NotificationsTables['announcement']> & { readonly acknowledged: boolean; readonly is_shown: boolean }

/** What operators tell everybody, and who has confirmed it. */
export function createAnnouncementStore(db: Kysely<NotificationsTables>) {
  return {
    /** Those that have not ended; without those to come, unless they are asked for. */
    async list(user: string, options: { readonly withFuture: boolean }): Promise<Announcement[]> {
      let shown = db.selectFrom('announcement').where(eb => eb.or([eb('ends', 'is', null), eb('ends', '>', now)]))
      if (!options.withFuture) shown = shown.where('starts', '<=', now)
      const rows = await shown
        .selectAll()
        .select(eb => [
          eb('starts', '<=', now).$castTo<boolean>().as('is_shown'),
          eb
            .exists(
              eb
                .selectFrom('acknowledgement')
                .whereRef('announcement_id', '=', 'announcement.id')
                .where('acknowledgement.user_ref', '=', user),
            )
            .$castTo<boolean>()
            .as('acknowledged'),
        ])
        .orderBy('severity')
        .orderBy('starts', 'desc')
        .orderBy('id')
        .execute()
      return rows.map(toAnnouncement)
    },

    async find(id: string): Promise<Announcement | undefined> {
      const row = await db
        .selectFrom('announcement')
        .selectAll()
        .select(eb => eb('starts', '<=', now).$castTo<boolean>().as('is_shown'))
        .where(eb => eb(eb.cast('id', 'text'), '=', id))
        .executeTakeFirst()
      return row && toAnnouncement({ ...row, acknowledged: false })
    },

    /** The id; undefined when it would be one too many, or one with its id is there. */
    async add(
      { id: given, title, text, severity, starts, ends }: NewAnnouncement & { readonly id?: string | undefined },
      max: number,
      alongside: (id: string, transaction: Transaction<NotificationsTables>) => Promise<void>,
    ): Promise<string | undefined> {
      return db.transaction().execute(async trx => {
        const { rows } = await sql<{ id: string }>`
          insert into announcement (id, title, text, severity, starts, ends)
          select coalesce(${given ?? null}::uuid, gen_random_uuid()), ${title}, ${text}, ${severities.indexOf(severity)}::smallint, coalesce(${starts ?? null}::timestamptz, now()), ${ends ?? null}::timestamptz
          where (select count(*) from announcement) < ${max} on conflict do nothing returning id`.execute(trx)
        const id = rows[0]?.id
        if (id !== undefined) await alongside(id, trx)
        return id
      })
    },

    async remove(id: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('announcement')
        .where(eb => eb(eb.cast('id', 'text'), '=', id))
        .executeTakeFirst()
      return numDeletedRows === 1n
    },

    /** False when there is none, or none yet. */
    async acknowledge(user: string, id: string): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('acknowledgement')
        .columns(['announcement_id', 'user_ref'])
        .expression(
          db
            .selectFrom('announcement')
            .select(eb => ['id', eb.val(user).as('user_ref')])
            .where(eb => eb(eb.cast('id', 'text'), '=', id))
            .where('starts', '<=', now),
        )
        .onConflict(conflict => conflict.columns(['announcement_id', 'user_ref']).doUpdateSet({ user_ref: user }))
        .executeTakeFirst()
      return numInsertedOrUpdatedRows === 1n
    },
  }
}

export type AnnouncementStore = ReturnType<typeof createAnnouncementStore>

function toAnnouncement({ id, title, text, severity, starts, ends, acknowledged, is_shown }: AnnouncementRow): Announcement {
  return {
    id,
    title,
    text,
    severity: severities[severity] ?? 'normal',
    starts: starts.toISOString(),
    ends: ends?.toISOString() ?? null,
    acknowledged,
    isShown: is_shown,
  }
}

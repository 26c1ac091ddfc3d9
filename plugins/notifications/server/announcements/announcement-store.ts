import { severities, type Announcement, type NewAnnouncement } from '@portico/notifications/common'
import { sql, type Kysely, type Transaction } from 'kysely'
import type { NotificationTables } from '../inbox/notification-row.ts'

interface AnnouncementRow {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly severity: number
  readonly starts: Date
  readonly ends: Date | null
  readonly acknowledged: boolean
  readonly is_shown: boolean
}

/** What operators tell everybody, and who has confirmed it. */
export function createAnnouncementStore(db: Kysely<NotificationTables>) {
  return {
    /** Those that have not ended; without those to come, unless they are asked for. */
    async list(user: string, options: { readonly withFuture: boolean }): Promise<Announcement[]> {
      const { rows } = await sql<AnnouncementRow>`
        select a.*, a.starts <= now() as is_shown, exists (
          select from acknowledgement k where k.announcement_id = a.id and k.user_ref = ${user}) as acknowledged
        from announcement a where (ends is null or ends > now()) and (starts <= now() or ${options.withFuture})
        order by severity, starts desc, id`.execute(db)
      return rows.map(toAnnouncement)
    },

    async find(id: string): Promise<Announcement | undefined> {
      const { rows } = await sql<AnnouncementRow>`
        select *, starts <= now() as is_shown, false as acknowledged from announcement where id::text = ${id}`.execute(db)
      return rows[0] && toAnnouncement(rows[0])
    },

    /** The id; undefined when it would be one too many. */
    async add(
      { title, text, severity, starts, ends }: NewAnnouncement,
      max: number,
      alongside: (id: string, transaction: Transaction<NotificationTables>) => Promise<void>,
    ): Promise<string | undefined> {
      return db.transaction().execute(async trx => {
        const { rows } = await sql<{ id: string }>`
          insert into announcement (title, text, severity, starts, ends)
          select ${title}, ${text}, ${severities.indexOf(severity)}::smallint, coalesce(${starts ?? null}::timestamptz, now()), ${ends ?? null}::timestamptz
          where (select count(*) from announcement) < ${max} returning id`.execute(trx)
        const id = rows[0]?.id
        if (id !== undefined) await alongside(id, trx)
        return id
      })
    },

    async remove(id: string): Promise<boolean> {
      const { numAffectedRows } = await sql`delete from announcement where id::text = ${id}`.execute(db)
      return numAffectedRows === 1n
    },

    /** False when there is none, or none yet. */
    async acknowledge(user: string, id: string): Promise<boolean> {
      const { numAffectedRows } = await sql`
        insert into acknowledgement (announcement_id, user_ref) select id, ${user} from announcement where id::text = ${id} and starts <= now()
        on conflict (announcement_id, user_ref) do update set user_ref = excluded.user_ref`.execute(db)
      return numAffectedRows === 1n
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

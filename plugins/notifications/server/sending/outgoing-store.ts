import { sql, type Kysely, type Transaction } from 'kysely'
import type { NotificationDraft } from '../notification-extensions.ts'
import type { NotificationTables } from '../inbox/notification-row.ts'

/** One recipient of one channel. */
export interface Target {
  readonly channel: string
  readonly recipient: string
}

export interface ClaimedMessage {
  readonly id: string
  readonly notification: NotificationDraft
  /** How often it was tried, this time included. */
  readonly attempts: number
}

/** How a message to one recipient has ended. */
export type EndState = 'sent' | 'skipped' | 'failed' | 'unknown'

/** A message that did not arrive, or of which nobody knows. */
export interface UndeliveredMessage extends Target {
  readonly state: 'failed' | 'unknown'
  readonly error: string | null
  readonly attempts: number
  readonly changed: Date
}

type Within = (trx: Transaction<NotificationTables>) => Promise<unknown>

const shareOfPrune = 10_000

/** Messages to single recipients, each with what is known about it. */
export function createOutgoingStore(db: Kysely<NotificationTables>) {
  return {
    /** Adds a notification for some recipients, and what `within` adds with them; what a delivery has added before is not added again. */
    async add(
      { channel, recipients, deliveryId, delaySeconds }: NewMessages,
      notification: NotificationDraft,
      within: Within,
    ): Promise<void> {
      await db.transaction().execute(async trx => {
        await sql`
          insert into outgoing (channel, recipient, delivery_id, notification, due_at)
          select ${channel}, ref, ${deliveryId}, ${JSON.stringify(notification)}::jsonb, now() + make_interval(secs => ${delaySeconds})
          from unnest(${recipients}::text[]) as recipient (ref)
          on conflict (channel, recipient, delivery_id) do nothing`.execute(trx)
        await within(trx)
      })
    },

    /** Claims what waits for a recipient: all of it, or the first that is due. Nobody else gets what is claimed, now or later. */
    async claim({ channel, recipient }: Target, options: { readonly seconds: number; readonly limit: number; readonly isEarly: boolean }) {
      const { seconds, limit, isEarly } = options
      const { rows } = await sql<ClaimedMessage>`
        update outgoing set state = 'claimed', attempts = attempts + 1, claimed_until = now() + make_interval(secs => ${seconds}), changed = now()
        where id in (
          select id from outgoing where channel = ${channel} and recipient = ${recipient} and state = 'waiting'
          and (${isEarly} or due_at <= now() + interval '1 second') order by due_at, id limit ${limit} for update skip locked)
        returning id, notification, attempts`.execute(db)
      return rows.toSorted((a, b) => Number(a.id) - Number(b.id))
    },

    /** Records how it ended. */
    async end(ids: readonly string[], state: EndState, error: string | undefined): Promise<void> {
      await sql`
        update outgoing set state = ${state}, error = ${error ?? null}, notification = null, claimed_until = null, changed = now()
        where id = any(${ids}::bigint[])`.execute(db)
    },

    /** Has messages wait again, and adds what `within` adds with that. */
    async retry(ids: readonly string[], error: string, delaySeconds: number, within: Within): Promise<void> {
      await db.transaction().execute(async trx => {
        await sql`
          update outgoing set state = 'waiting', error = ${error}, claimed_until = null, changed = now(), due_at = now() + make_interval(secs => ${delaySeconds})
          where id = any(${ids}::bigint[])`.execute(trx)
        await within(trx)
      })
    },

    /** What was claimed by a server that did not say how it ended. Whether it was sent is unknown, so it is not sent again. */
    async giveUpLost(error: string): Promise<Target[]> {
      const { rows } = await sql<Target>`
        update outgoing set state = 'unknown', error = ${error}, notification = null, claimed_until = null, changed = now()
        where state = 'claimed' and claimed_until < now() returning channel, recipient`.execute(db)
      return rows
    },

    /** Those for whom something has waited for minutes longer than it should. */
    async overdue(limit: number): Promise<Target[]> {
      const { rows } = await sql<Target>`
        select distinct channel, recipient from outgoing where state = 'waiting' and due_at < now() - interval '5 minutes' limit ${limit}`.execute(
        db,
      )
      return rows
    },

    /** The last that did not arrive since a time, with how many there are. */
    async undelivered(since: Date, limit: number): Promise<{ count: number; items: UndeliveredMessage[] }> {
      const those = sql`from outgoing where state in ('failed', 'unknown') and changed > ${since}`
      const counted = await sql<{ count: number }>`select count(*)::int as count ${those}`.execute(db)
      const { rows } = await sql<UndeliveredMessage>`
        select channel, recipient, state, error, attempts, changed ${those} order by changed desc, id desc limit ${limit}`.execute(db)
      return { count: counted.rows[0]?.count ?? 0, items: rows }
    },

    /** Deletes some of what ended before a time; returns how many. */
    async prune(states: readonly EndState[], before: Date): Promise<number> {
      const { numAffectedRows = 0n } = await sql`
        delete from outgoing where id in (
          select id from outgoing where state = any(${states}) and changed < ${before} limit ${shareOfPrune})`.execute(db)
      return Number(numAffectedRows)
    },
  }
}

export interface NewMessages {
  readonly channel: string
  readonly recipients: readonly string[]
  readonly deliveryId: string
  readonly delaySeconds: number
}

export type OutgoingStore = ReturnType<typeof createOutgoingStore>

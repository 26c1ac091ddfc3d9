import { anyOf, now, secondsFromNow } from '@portico/core/server/expressions'
import { sql, type Kysely, type Transaction } from 'kysely'
import type { NotificationDraft } from '../notification-extensions.ts'
import type { NotificationsTables } from '../migrations/tables.ts'

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

type Within = (trx: Transaction<NotificationsTables>) => Promise<unknown>

const shareOfPrune = 10_000

/** Messages to single recipients, each with what is known about it. */
export function createOutgoingStore(db: Kysely<NotificationsTables>) {
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
      let waiting = db
        .selectFrom('outgoing')
        .where('channel', '=', channel)
        .where('recipient', '=', recipient)
        .where('state', '=', 'waiting')
      if (!isEarly) waiting = waiting.where('due_at', '<=', secondsFromNow(1))
      const rows = await db
        .updateTable('outgoing')
        .set(({ eb }) => ({
          state: 'claimed',
          attempts: eb('attempts', '+', 1),
          claimed_until: secondsFromNow(seconds),
          changed: now,
        }))
        .where('id', 'in', waiting.select('id').orderBy('due_at').orderBy('id').limit(limit).forUpdate().skipLocked())
        .returning(['id', 'notification', 'attempts'])
        .execute()
      return rows.map(toClaimed).toSorted((a, b) => Number(a.id) - Number(b.id))
    },

    /** Records how it ended. */
    async end(ids: readonly string[], state: EndState, error: string | undefined): Promise<void> {
      await db
        .updateTable('outgoing')
        .set({ state, error: error ?? null, notification: null, claimed_until: null, changed: now })
        .where('id', '=', anyOf(ids))
        .execute()
    },

    /** Has messages wait again, and adds what `within` adds with that. */
    async retry(ids: readonly string[], error: string, delaySeconds: number, within: Within): Promise<void> {
      await db.transaction().execute(async trx => {
        await trx
          .updateTable('outgoing')
          .set({ state: 'waiting', error, claimed_until: null, changed: now, due_at: secondsFromNow(delaySeconds) })
          .where('id', '=', anyOf(ids))
          .execute()
        await within(trx)
      })
    },

    /** What was claimed by a server that did not say how it ended. Whether it was sent is unknown, so it is not sent again. */
    giveUpLost: (error: string): Promise<Target[]> =>
      db
        .updateTable('outgoing')
        .set({ state: 'unknown', error, notification: null, claimed_until: null, changed: now })
        .where('state', '=', 'claimed')
        .where('claimed_until', '<', now)
        .returning(['channel', 'recipient'])
        .execute(),

    /** Those for whom something has waited for minutes longer than it should. */
    overdue: (limit: number): Promise<Target[]> =>
      db
        .selectFrom('outgoing')
        .select(['channel', 'recipient'])
        .distinct()
        .where('state', '=', 'waiting')
        .where('due_at', '<', secondsFromNow(-5 * 60))
        .limit(limit)
        .execute(),

    /** The last that did not arrive since a time, with how many there are. */
    async undelivered(since: Date, limit: number): Promise<{ count: number; items: UndeliveredMessage[] }> {
      const those = db.selectFrom('outgoing').where('state', 'in', ['failed', 'unknown']).where('changed', '>', since)
      const { count } = await those.select(({ fn }) => fn.countAll<string>().as('count')).executeTakeFirstOrThrow()
      const rows = await those
        .select(['channel', 'recipient', 'state', 'error', 'attempts', 'changed'])
        .orderBy('changed', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      return { count: Number(count), items: rows.map(row => ({ ...row, state: row.state as UndeliveredMessage['state'] })) }
    },

    /** Deletes some of what ended before a time; returns how many. */
    async prune(states: readonly EndState[], before: Date): Promise<number> {
      const ended = db
        .selectFrom('outgoing')
        .select('id')
        .where('state', '=', anyOf(states))
        .where('changed', '<', before)
        .limit(shareOfPrune)
      const { numDeletedRows } = await db.deleteFrom('outgoing').where('id', 'in', ended).executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

function toClaimed({ id, notification, attempts }: { id: string; notification: unknown; attempts: number }): ClaimedMessage {
  return { id, notification: notification as NotificationDraft, attempts }
}

export interface NewMessages {
  readonly channel: string
  readonly recipients: readonly string[]
  readonly deliveryId: string
  readonly delaySeconds: number
}

export type OutgoingStore = ReturnType<typeof createOutgoingStore>

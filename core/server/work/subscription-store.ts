import { sql, type ExpressionBuilder, type Kysely } from 'kysely'
import { anyOf, msUntil, now, secondsFromNow } from '../database/expressions.ts'
import type { CoreTables } from '../migrations/tables.ts'
import { eventChannel, horizon, isAfterLast, type Position } from './event-store.ts'

export interface ClaimedSubscription {
  readonly after: Position
  /** How often the next event has failed in a row. */
  readonly failures: number
}

export type SubscriptionStore = ReturnType<typeof createSubscriptionStore>

/** The positions of the subscriptions of plugins, and which server delivers to each of them at the moment. */
export function createSubscriptionStore(db: Kysely<CoreTables>) {
  const update = (plugin: string, id: string) => db.updateTable('event_subscription').where('plugin', '=', plugin).where('id', '=', id)
  const held = (plugin: string, id: string, owner: string) => update(plugin, id).where('owner', '=', owner)

  return {
    /** Registers a subscription, or changes its topics; a new one begins at the current position. */
    async register(plugin: string, id: string, topics: readonly string[]): Promise<void> {
      const values = { topics: [...topics], seen_at: now }
      await db
        .insertInto('event_subscription')
        .values({ plugin, id, last_transaction: horizon, last_position: 0, ...values })
        .onConflict(conflict => conflict.columns(['plugin', 'id']).doUpdateSet(values))
        .execute()
    },

    /** Takes the subscription, unless another has it, it pauses after a failure, or there is nothing to deliver. */
    async claim(plugin: string, id: string, owner: string, leaseSeconds: number): Promise<ClaimedSubscription | undefined> {
      const row = await update(plugin, id)
        .set({ owner, lease_until: secondsFromNow(leaseSeconds), seen_at: now })
        .where(eb => eb.or([eb('owner', 'is', null), eb('lease_until', '<', now), eb('owner', '=', owner)]))
        .where(eb => eb.or([eb('retry_at', 'is', null), eb('retry_at', '<=', now)]))
        .where(eb => eb.exists(unread(eb).where('transaction', '<', horizon)))
        .returning(['last_transaction', 'last_position', 'failures'])
        .executeTakeFirst()
      return row && { after: { transaction: row.last_transaction, position: row.last_position }, failures: row.failures }
    },

    /** Stores the position and renews the lease; false when another server has it by now. */
    async advance(plugin: string, id: string, owner: string, to: Position, leaseSeconds: number): Promise<boolean> {
      const { numUpdatedRows } = await held(plugin, id, owner)
        .set({ last_transaction: to.transaction, last_position: to.position, failures: 0, retry_at: null, last_error: null })
        .set({ lease_until: secondsFromNow(leaseSeconds), seen_at: now })
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    async keep(plugin: string, id: string, owner: string, leaseSeconds: number): Promise<boolean> {
      const { numUpdatedRows } = await held(plugin, id, owner)
        .set({ lease_until: secondsFromNow(leaseSeconds) })
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** Releases the subscription; after a failure no server retries before the backoff is over. */
    async release(
      plugin: string,
      id: string,
      owner: string,
      failure?: { readonly error: string; readonly retryAfterSeconds: number },
    ): Promise<void> {
      const released = held(plugin, id, owner).set({ owner: null, lease_until: null })
      const changed = failure
        ? released.set(({ eb }) => ({
            failures: eb('failures', '+', 1),
            last_error: failure.error,
            retry_at: secondsFromNow(failure.retryAfterSeconds),
          }))
        : released
      await changed.execute()
    },

    /** Releases the subscription and notifies the other servers. */
    async handOver(plugin: string, id: string, owner: string): Promise<void> {
      const released = held(plugin, id, owner).set({ owner: null, lease_until: null }).returning('topics')
      await db
        .with('released', () => released)
        .selectFrom('released')
        .select(({ fn, val }) => fn('pg_notify', [val(eventChannel), sql`topics[1]`]).as('told'))
        .execute()
    },

    /** In how many milliseconds to check again without a notification; undefined when there is nothing to wait for. */
    async outlook(plugin: string, id: string): Promise<{ isKnown: boolean; inMs: number | undefined }> {
      const row = await db
        .selectFrom('event_subscription')
        .select(eb => [
          msUntil(eb.fn<Date | null>('greatest', ['lease_until', 'retry_at'])).as('wait_ms'),
          eb.exists(unread(eb)).as('is_pending'),
        ])
        .where('plugin', '=', plugin)
        .where('id', '=', id)
        .executeTakeFirst()
      // Pending, without a lease to wait for: an older transaction is still open, and its end is not notified.
      return { isKnown: row !== undefined, inMs: row?.is_pending ? Math.max(row.wait_ms ?? 0, 25) : undefined }
    },

    async markSeen(plugin: string, ids: readonly string[]): Promise<void> {
      await db.updateTable('event_subscription').set({ seen_at: now }).where('plugin', '=', plugin).where('id', '=', anyOf(ids)).execute()
    },

    /** Deletes subscriptions that no server has used for that long. */
    async dropUnseen(unseenSeconds: number): Promise<string[]> {
      const rows = await db
        .deleteFrom('event_subscription')
        .where('seen_at', '<', secondsFromNow(-unseenSeconds))
        .returning(['plugin', 'id'])
        .execute()
      return rows.map(({ plugin, id }) => `${plugin}/${id}`)
    },
  }
}

/** The events that a subscription has still to get. */
function unread(eb: ExpressionBuilder<CoreTables, 'event_subscription'>) {
  return eb
    .selectFrom('event')
    .where(({ eb: event, fn }) => event('event.topic', '=', fn.any('event_subscription.topics')))
    .where(isAfterLast)
}

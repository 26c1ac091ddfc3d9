import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { eventChannel, type Position } from './event-store.ts'

export interface ClaimedSubscription {
  readonly after: Position
  /** How often the next event has failed in a row. */
  readonly failures: number
}

interface SubscriptionRow {
  readonly last_transaction: string
  readonly last_position: string
  readonly failures: number
}

export type SubscriptionStore = ReturnType<typeof createSubscriptionStore>

/** The positions of the subscriptions of plugins, and which server delivers to each of them at the moment. */
export function createSubscriptionStore(db: Kysely<any>) {
  const inSeconds = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`

  return {
    /** Registers a subscription, or changes its topics; a new one begins at the current position. */
    async register(plugin: string, id: string, topics: readonly string[]): Promise<void> {
      await sql`
        insert into core.event_subscription as subscription (plugin, id, topics, last_transaction, last_position, seen_at)
        values (${plugin}, ${id}, ${topics}, pg_snapshot_xmin(pg_current_snapshot()), 0, now())
        on conflict (plugin, id) do update set topics = excluded.topics, seen_at = now()`.execute(db)
    },

    /** Takes the subscription, unless another has it, it pauses after a failure, or there is nothing to deliver. */
    async claim(plugin: string, id: string, owner: string, leaseSeconds: number): Promise<ClaimedSubscription | undefined> {
      const { rows } = await sql<SubscriptionRow>`
        update core.event_subscription subscription set owner = ${owner}, lease_until = ${inSeconds(leaseSeconds)}, seen_at = now()
        where plugin = ${plugin} and id = ${id}
          and (owner is null or lease_until < now() or owner = ${owner}) and (retry_at is null or retry_at <= now())
          and exists (select from core.event where topic = any(topics) and transaction < pg_snapshot_xmin(pg_current_snapshot())
            and (transaction, position) > (last_transaction, last_position))
        returning last_transaction::text, last_position::text, failures`.execute(db)
      const row = rows[0]
      return row && { after: { transaction: row.last_transaction, position: row.last_position }, failures: row.failures }
    },

    /** Stores the position and renews the lease; false when another server has it by now. */
    async advance(plugin: string, id: string, owner: string, to: Position, leaseSeconds: number): Promise<boolean> {
      const { rows } = await sql`
        update core.event_subscription set last_transaction = ${to.transaction}::xid8, last_position = ${to.position}::bigint,
          failures = 0, retry_at = null, last_error = null, lease_until = ${inSeconds(leaseSeconds)}, seen_at = now()
        where plugin = ${plugin} and id = ${id} and owner = ${owner} returning 1`.execute(db)
      return rows.length > 0
    },

    async keep(plugin: string, id: string, owner: string, leaseSeconds: number): Promise<boolean> {
      const { rows } = await sql`
        update core.event_subscription set lease_until = ${inSeconds(leaseSeconds)}
        where plugin = ${plugin} and id = ${id} and owner = ${owner} returning 1`.execute(db)
      return rows.length > 0
    },

    /** Releases the subscription; after a failure no server retries before the backoff is over. */
    async release(
      plugin: string,
      id: string,
      owner: string,
      failure?: { readonly error: string; readonly retryAfterSeconds: number },
    ): Promise<void> {
      const pause = failure
        ? sql`failures = failures + 1, last_error = ${failure.error}, retry_at = ${inSeconds(failure.retryAfterSeconds)},`
        : sql``
      await sql`
        update core.event_subscription set ${pause} owner = null, lease_until = null
        where plugin = ${plugin} and id = ${id} and owner = ${owner}`.execute(db)
    },

    /** Releases the subscription and notifies the other servers. */
    async handOver(plugin: string, id: string, owner: string): Promise<void> {
      await sql`
        with released as (
          update core.event_subscription set owner = null, lease_until = null
          where plugin = ${plugin} and id = ${id} and owner = ${owner} returning topics)
        select pg_notify(${eventChannel}, topics[1]) from released`.execute(db)
    },

    /** In how many milliseconds to check again without a notification; undefined when there is nothing to wait for. */
    async outlook(plugin: string, id: string): Promise<{ isKnown: boolean; inMs: number | undefined }> {
      const { rows } = await sql<{ wait_ms: number | null; is_pending: boolean }>`
        select extract(epoch from greatest(lease_until, retry_at) - now())::float8 * 1000 as wait_ms,
          exists (select from core.event where topic = any(topics) and (transaction, position) > (last_transaction, last_position)) as is_pending
        from core.event_subscription where plugin = ${plugin} and id = ${id}`.execute(db)
      const row = rows[0]
      // Pending, without a lease to wait for: an older transaction is still open, and its end is not notified.
      return { isKnown: row !== undefined, inMs: row?.is_pending ? Math.max(row.wait_ms ?? 0, 25) : undefined }
    },

    async markSeen(plugin: string, ids: readonly string[]): Promise<void> {
      await sql`update core.event_subscription set seen_at = now() where plugin = ${plugin} and id = any(${ids})`.execute(db)
    },

    /** Deletes subscriptions that no server has used for that long. */
    async dropUnseen(unseenSeconds: number): Promise<string[]> {
      const { rows } = await sql<{ name: string }>`
        delete from core.event_subscription where seen_at < now() - make_interval(secs => ${unseenSeconds})
        returning plugin || '/' || id as name`.execute(db)
      return rows.map(({ name }) => name)
    },
  }
}

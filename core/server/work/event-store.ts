import { sql, type Kysely, type Transaction } from 'kysely'
import { secondsFromNow } from '../database/expressions.ts'
import type { CoreTables } from '../migrations/tables.ts'
import type { BusEvent } from './events.ts'

/** Says that there is an event of the topic. */
export const eventChannel = 'portico_event'

/** A position in the order of events: everything up to it has been read. */
export interface Position {
  readonly transaction: string
  readonly position: string
}

export interface EventBatch {
  readonly events: readonly (BusEvent & { readonly at: Position })[]
  /** There may be more. */
  readonly isFull: boolean
  /** Up to where everything has been seen, wanted or not. */
  readonly seen: Position
  /** There are events of the topics that cannot be delivered yet, as an older transaction may still publish something before them. */
  readonly isHeldUp: boolean
}

interface EventRow {
  /** Null in the one row that is returned when there is no event. */
  readonly position: string | null
  readonly transaction: string
  readonly topic: string
  readonly payload: unknown
  readonly horizon: string
  readonly is_told: boolean
}

export type EventStore = ReturnType<typeof createEventStore>

const batchSize = 100

/** The oldest transaction that is still open: what is older is there for good. */
export const horizon = sql<string>`pg_snapshot_xmin(pg_current_snapshot())`
/** Whether a subscription has still to get an event. */
export const isAfterLast = sql<boolean>`(event.transaction, event.position) > (event_subscription.last_transaction, event_subscription.last_position)`

/**
 * The table of events. Numbers of a sequence become visible in the order of commits, not in their own, so the order is that of
 * transactions, and what is younger than the oldest open transaction is not delivered yet.
 */
export function createEventStore(db: Kysely<CoreTables>) {
  return {
    /** The table is named with its schema, as plugins publish in transactions of theirs. */
    async publish(plugin: string, topic: string, payloadJson: string, within?: Transaction<any>): Promise<void> {
      await ((within ?? db) as Kysely<CoreTables>)
        .withSchema('core')
        .with('added', query => query.insertInto('event').values({ plugin, topic, payload: payloadJson }).returning('topic'))
        .selectFrom('added')
        .select(({ fn, val }) => fn('pg_notify', [val(eventChannel), 'topic']).as('told'))
        .execute()
    },

    /** The position of a new reader, who gets only later events. */
    async present(): Promise<Position> {
      const { transaction } = await db.selectNoFrom(horizon.as('transaction')).executeTakeFirstOrThrow()
      return { transaction, position: '0' }
    },

    async read(after: Position, topics: readonly string[]): Promise<EventBatch> {
      const { rows } = await sql<EventRow>`
        select position, transaction, topic, payload, horizon, coalesce(transaction < horizon, false) as is_told
        from (select ${horizon} as horizon) now left join lateral (
          select * from event where (transaction, position) > (${after.transaction}::xid8, ${after.position}::bigint) and topic = any(${topics})
          order by transaction, position limit ${batchSize}) next on true
        order by transaction, position`.execute(db)
      const events = rows.flatMap(({ position, transaction, topic, payload, is_told }) =>
        position !== null && is_told ? [{ id: position, topic, payload, at: { transaction, position } }] : [],
      )
      const isFull = events.length === batchSize
      const isHeldUp = rows.some(row => row.position !== null && !row.is_told)
      // Everything below the horizon was looked at; what is at it has positions above 0.
      const seen = (isFull && events.at(-1)?.at) || later(after, { transaction: rows[0]?.horizon ?? '0', position: '0' })
      return { events, isFull, seen, isHeldUp }
    },

    /** Deletes events that are old enough and that every subscription has read; returns how many. */
    async deleteOld(keepSeconds: number): Promise<number> {
      const read = db
        .selectFrom('event')
        .select('position')
        .where('published_at', '<', secondsFromNow(-keepSeconds))
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('event_subscription')
                .where(({ eb, fn }) => eb('event.topic', '=', fn.any('event_subscription.topics')))
                .where(isAfterLast),
            ),
          ),
        )
        .limit(5000)
      const { numDeletedRows } = await db.deleteFrom('event').where('position', 'in', read).executeTakeFirst()
      return Number(numDeletedRows)
    },

    /**
     * Transaction numbers start again when a dump is restored into another PostgreSQL. What has a number from the future is
     * given one of the present, so that it is neither held up for ever nor skipped.
     */
    async adoptRestored(): Promise<void> {
      const present = sql<string>`pg_current_xact_id()`
      const future = sql<string>`pg_snapshot_xmax(pg_current_snapshot())`
      await db
        .with('adopted', query => query.updateTable('event').set({ transaction: present }).where('transaction', '>=', future))
        .updateTable('event_subscription')
        .set({ last_transaction: present })
        .where('last_transaction', '>=', future)
        .execute()
    },
  }
}

function later(one: Position, other: Position): Position {
  const difference = BigInt(one.transaction) - BigInt(other.transaction)
  if (difference !== 0n) return difference > 0n ? one : other
  return BigInt(one.position) >= BigInt(other.position) ? one : other
}

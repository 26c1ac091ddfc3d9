import type { Kysely, RawBuilder, Transaction } from 'kysely'
import { sql } from 'kysely'
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

/**
 * The table of events. Numbers of a sequence become visible in the order of commits, not in their own, so the order is that of
 * transactions, and what is younger than the oldest open transaction is not delivered yet.
 */
export function createEventStore(db: Kysely<any>) {
  const horizon = sql`pg_snapshot_xmin(pg_current_snapshot())`
  const isAfter = ({ transaction, position }: Position): RawBuilder<boolean> =>
    sql`(transaction, position) > (${transaction}::xid8, ${position}::bigint)`

  return {
    async publish(plugin: string, topic: string, payloadJson: string, within?: Transaction<any>): Promise<void> {
      await sql`
        with added as (insert into core.event (plugin, topic, payload) values (${plugin}, ${topic}, ${payloadJson}) returning topic)
        select pg_notify(${eventChannel}, topic) from added`.execute(within ?? db)
    },

    /** The position of a new reader, who gets only later events. */
    async present(): Promise<Position> {
      const { rows } = await sql<{ transaction: string }>`select ${horizon}::text as transaction`.execute(db)
      return { transaction: rows[0]?.transaction ?? '0', position: '0' }
    },

    async read(after: Position, topics: readonly string[]): Promise<EventBatch> {
      const { rows } = await sql<EventRow>`
        select position, transaction, topic, payload, horizon, coalesce(transaction < horizon, false) as is_told
        from (select ${horizon} as horizon) now left join lateral (
          select * from core.event where ${isAfter(after)} and topic = any(${topics})
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
      const { numAffectedRows } = await sql`
        delete from core.event where position in (
          select position from core.event where published_at < now() - make_interval(secs => ${keepSeconds})
            and not exists (select from core.event_subscription wanting where event.topic = any(wanting.topics)
              and (event.transaction, event.position) > (wanting.last_transaction, wanting.last_position))
          limit 5000)`.execute(db)
      return Number(numAffectedRows ?? 0)
    },

    /**
     * Transaction numbers start again when a dump is restored into another PostgreSQL. What has a number from the future is
     * given one of the present, so that it is neither held up for ever nor skipped.
     */
    async adoptRestored(): Promise<void> {
      const isFuture = (column: string) => sql<boolean>`${sql.ref(column)} >= pg_snapshot_xmax(pg_current_snapshot())`
      await sql`
        with adopted as (update core.event set transaction = pg_current_xact_id() where ${isFuture('transaction')})
        update core.event_subscription set last_transaction = pg_current_xact_id() where ${isFuture('last_transaction')}`.execute(db)
    },
  }
}

function later(one: Position, other: Position): Position {
  const difference = BigInt(one.transaction) - BigInt(other.transaction)
  if (difference !== 0n) return difference > 0n ? one : other
  return BigInt(one.position) >= BigInt(other.position) ? one : other
}

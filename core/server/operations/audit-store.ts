import type { Kysely, Selectable } from 'kysely'
import { now } from '../database/expressions.ts'
import type { CoreTables } from '../migrations/tables.ts'
import type { AuditEvent, AuditQuery, AuditResult } from './audit.ts'

/** An event that is still to be kept: the database gives it its number and its time. */
export type NewAuditEvent = Omit<AuditEvent, 'id' | 'occurredAt' | 'details' | 'count' | 'lastOccurredAt'> & {
  readonly detailsJson?: string
  readonly repeatKey?: string
}

// Deleting a year of events in one statement would hit the statement timeout.
const pruneBatch = 5000

/** The table of the audit trail in the core's schema. */
export function createAuditStore(db: Kysely<CoreTables>) {
  return {
    async insert(event: NewAuditEvent): Promise<void> {
      await db
        .insertInto('audit_event')
        .values({
          plugin_id: event.pluginId,
          action: event.action,
          subject: event.subject ?? null,
          result: event.result,
          caller_type: event.callerType,
          caller: event.caller,
          actor: event.actor ?? null,
          request_id: event.requestId ?? null,
          details: event.detailsJson ?? null,
          repeat_key: event.repeatKey ?? null,
        })
        .onConflict(conflict =>
          conflict.column('repeat_key').doUpdateSet(({ eb }) => ({ count: eb('audit_event.count', '+', 1), last_occurred_at: now })),
        )
        .execute()
    },

    /** The newest first, those older than `beforeId` only. */
    async list(query: Omit<AuditQuery, 'cursor'> & { readonly beforeId?: string }): Promise<AuditEvent[]> {
      let select = db.selectFrom('audit_event').selectAll().orderBy('id', 'desc').limit(query.limit)
      if (query.beforeId !== undefined) select = select.where('id', '<', query.beforeId)
      if (query.action !== undefined) select = select.where('action', '=', query.action)
      if (query.subject !== undefined) select = select.where('subject', '=', query.subject)
      if (query.caller !== undefined) select = select.where('caller', '=', query.caller)
      if (query.result !== undefined) select = select.where('result', '=', query.result)
      if (query.since !== undefined) select = select.where('occurred_at', '>=', query.since)
      if (query.until !== undefined) select = select.where('occurred_at', '<', query.until)
      return (await select.execute()).map(toEvent)
    },

    /** Removes what happened before a moment; returns how many. */
    async prune(olderThan: Date, signal?: AbortSignal): Promise<number> {
      let removed = 0
      while (!signal?.aborted) {
        const oldest = db
          .selectFrom('audit_event')
          .select('id')
          .where('occurred_at', '<', olderThan)
          .orderBy('occurred_at')
          .limit(pruneBatch)
        const { numDeletedRows } = await db.deleteFrom('audit_event').where('id', 'in', oldest).executeTakeFirstOrThrow()
        removed += Number(numDeletedRows)
        if (numDeletedRows < pruneBatch) break
      }
      return removed
    },
  }
}

function toEvent(row: Selectable<CoreTables['audit_event']>): AuditEvent {
  return {
    id: row.id,
    occurredAt: row.occurred_at,
    pluginId: row.plugin_id,
    action: row.action,
    ...(row.subject !== null && { subject: row.subject }),
    result: row.result as AuditResult,
    callerType: row.caller_type as AuditEvent['callerType'],
    caller: row.caller,
    ...(row.actor !== null && { actor: row.actor }),
    ...(row.request_id !== null && { requestId: row.request_id }),
    ...(row.details !== null && { details: row.details as NonNullable<AuditEvent['details']> }),
    ...(row.last_occurred_at !== null && { count: row.count, lastOccurredAt: row.last_occurred_at }),
  }
}

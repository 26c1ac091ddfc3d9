import type { SentRequest } from '@portico/connectors/common'
import { anyOf } from '@portico/core/server/expressions'
import { sql, type Kysely } from 'kysely'
import type { ConnectorsTables } from '../migrations/tables.ts'

/** One request of a connector for one entity. */
export interface WorkItem {
  readonly request: string
  readonly entityRef: string
  readonly failures: number
  readonly leftOut: boolean
  /** When it was due as it was taken. */
  readonly takenDueAt: Date
}

export interface MatchedItem {
  readonly connector: string
  readonly request: string
  readonly entityRef: string
  readonly target: string
  /** When it is asked for the first time. */
  readonly dueAt: Date
}

export interface FinishedItem {
  readonly connector: string
  readonly request: string
  readonly entityRef: string
  readonly dueAt: Date
  readonly checkedAt: Date | undefined
  readonly failures: number
  readonly error: string | undefined
  readonly leftOut: boolean
  /** If it is due at another time now, somebody wanted it meanwhile, and it stays due. */
  readonly takenDueAt: Date
}

export interface TargetRecord {
  readonly target: string
  readonly pausedUntil: Date | undefined
  readonly failures: number
  readonly isLimited: boolean
  readonly error: string | undefined
  readonly lastOkAt: Date | undefined
  readonly sentInMinute: number
  readonly requests: readonly SentRequest[]
}

/** What is asked when, and by which server. */
export function createWorkStore(db: Kysely<ConnectorsTables>) {
  const toTarget = (row: {
    target: string
    paused_until: Date | null
    failures: number
    is_limited: boolean
    error: string | null
    last_ok_at: Date | null
    sent_in_minute: number
    requests: unknown
  }): TargetRecord => ({
    target: row.target,
    pausedUntil: row.paused_until ?? undefined,
    failures: row.failures,
    isLimited: row.is_limited,
    error: row.error ?? undefined,
    lastOkAt: row.last_ok_at ?? undefined,
    sentInMinute: row.sent_in_minute,
    requests: row.requests as SentRequest[],
  })

  return {
    /** Adds what is not there, and moves what has another target. What is there keeps its time. */
    async match(items: readonly MatchedItem[], run: number): Promise<void> {
      const given = JSON.stringify(
        items.map(({ connector, request, entityRef, target, dueAt }) => ({
          connector,
          request,
          entity_ref: entityRef,
          target,
          due_at: dueAt,
        })),
      )
      await sql`
        insert into work_item as w (connector, request, entity_ref, target, due_at, matched)
        select connector, request, entity_ref, target, due_at, ${run}
        from jsonb_to_recordset(${given}::jsonb)
          as g(connector text, request text, entity_ref text, target text, due_at timestamptz)
        order by connector, request, entity_ref
        on conflict (connector, request, entity_ref) do update set
          matched = greatest(w.matched, excluded.matched),
          due_at = case when w.target = excluded.target then w.due_at else excluded.due_at end,
          target = excluded.target`.execute(db)
    },
    /** Of some entities what no longer matches. Returns it. */
    async unmatch(refs: readonly string[], before: number): Promise<{ connector: string; entityRef: string }[]> {
      const rows = await db
        .deleteFrom('work_item')
        .where('entity_ref', '=', anyOf(refs))
        .where('matched', '<', String(before))
        .returning(['connector', 'entity_ref'])
        .execute()
      return rows.map(row => ({ connector: row.connector, entityRef: row.entity_ref }))
    },
    /** What a whole matching of a connector has not confirmed: the refs of which nothing is left. */
    async removeOlder(connector: string, before: number): Promise<string[]> {
      const { rows } = await sql<{ entity_ref: string }>`
        with gone as (delete from work_item where connector = ${connector} and matched < ${before} returning entity_ref)
        select distinct entity_ref from gone g
        where not exists (
          select from work_item w where w.connector = ${connector} and w.entity_ref = g.entity_ref and w.matched >= ${before}
        )`.execute(db)
      return rows.map(row => row.entity_ref)
    },
    async removeOtherConnectors(names: readonly string[]): Promise<void> {
      await sql`delete from work_item where not (connector = any(${names}::text[]))`.execute(db)
      await sql`delete from target_state where not (connector = any(${names}::text[]))`.execute(db)
    },
    async due(connector: string, target: string, limit: number): Promise<WorkItem[]> {
      const rows = await db
        .selectFrom('work_item')
        .select(['request', 'entity_ref', 'failures', 'left_out', 'due_at'])
        .where('connector', '=', connector)
        .where('target', '=', target)
        .where('due_at', '<=', sql<Date>`now()`)
        .orderBy('due_at')
        .limit(limit)
        .execute()
      return rows.map(row => ({
        request: row.request,
        entityRef: row.entity_ref,
        failures: row.failures,
        leftOut: row.left_out,
        takenDueAt: row.due_at,
      }))
    },
    async finish(items: readonly FinishedItem[]): Promise<void> {
      const given = JSON.stringify(
        items.map(({ connector, request, entityRef, dueAt, checkedAt, failures, error, leftOut, takenDueAt }) => ({
          connector,
          request,
          entity_ref: entityRef,
          due_at: dueAt,
          checked_at: checkedAt ?? null,
          failures,
          error: error ?? null,
          left_out: leftOut,
          taken_due_at: takenDueAt,
        })),
      )
      await sql`
        update work_item w set due_at = case when w.due_at = g.taken_due_at then g.due_at else w.due_at end,
          checked_at = coalesce(g.checked_at, w.checked_at), failures = g.failures,
          error = g.error, left_out = g.left_out
        from jsonb_to_recordset(${given}::jsonb) as g(connector text, request text, entity_ref text, due_at timestamptz,
          checked_at timestamptz, failures integer, error text, left_out boolean, taken_due_at timestamptz)
        where w.connector = g.connector and w.request = g.request and w.entity_ref = g.entity_ref`.execute(db)
    },
    /** Has items asked now. Returns how many entities that are. */
    async hurry(of: {
      readonly connector?: string
      readonly entityRefs?: readonly string[]
      readonly requests?: readonly string[]
      readonly isLeftOut?: boolean
    }): Promise<number> {
      let update = db.updateTable('work_item').set({ due_at: sql<Date>`now()` })
      if (of.connector !== undefined) update = update.where('connector', '=', of.connector)
      if (of.entityRefs) update = update.where('entity_ref', '=', anyOf(of.entityRefs))
      if (of.requests) update = update.where('request', '=', anyOf(of.requests))
      if (of.isLeftOut) update = update.where('left_out', '=', true)
      const rows = await update.returning('entity_ref').execute()
      return new Set(rows.map(row => row.entity_ref)).size
    },
    /** What is known of the work for some entities. */
    async ofEntities(refs: readonly string[]) {
      return db
        .selectFrom('work_item')
        .select(['connector', 'request', 'entity_ref', 'target', 'due_at', 'checked_at', 'error', 'left_out'])
        .where('entity_ref', '=', anyOf(refs))
        .orderBy('connector')
        .execute()
    },
    /** Those of a connector that were left out, by entity. */
    async leftOut(connector: string, refs: readonly string[]): Promise<ReadonlySet<string>> {
      const rows = await db
        .selectFrom('work_item')
        .select(['entity_ref', 'request'])
        .where('connector', '=', connector)
        .where('entity_ref', '=', anyOf(refs))
        .where('left_out', '=', true)
        .execute()
      return new Set(rows.map(row => `${row.entity_ref}\n${row.request}`))
    },
    /** The entities that a connector matches, a page at a time. */
    async entities(connector: string, after: string, limit: number) {
      const { rows } = await sql<{ entity_ref: string; target: string; checked_at: Date | null; next_at: Date; error: string | null }>`
        select entity_ref, min(target) as target, min(checked_at) as checked_at, min(due_at) as next_at, max(error) as error
        from work_item where connector = ${connector} and entity_ref > ${after}
        group by entity_ref order by entity_ref limit ${limit}`.execute(db)
      return rows
    },
    async counts(): Promise<ReadonlyMap<string, { readonly entities: number; readonly read: number; readonly failing: number }>> {
      const { rows } = await sql<{ connector: string; entities: number; read: number; failing: number }>`
        select connector, count(distinct entity_ref)::int as entities, count(checked_at)::int as read, count(error)::int as failing
        from work_item group by connector`.execute(db)
      return new Map(rows.map(({ connector, ...rest }) => [connector, rest]))
    },
    async errors(connector: string, limit: number) {
      return db
        .selectFrom('work_item')
        .select(['entity_ref', 'request', 'error', 'due_at', 'checked_at'])
        .where('connector', '=', connector)
        .where('error', 'is not', null)
        .orderBy('due_at', 'desc')
        .limit(limit)
        .execute()
    },
    /** The refs that a target is responsible for, by the values of an annotation, are found by the catalog; this says which of them match. */
    async matching(connector: string, refs: readonly string[]): Promise<string[]> {
      const rows = await db
        .selectFrom('work_item')
        .select('entity_ref')
        .distinct()
        .where('connector', '=', connector)
        .where('entity_ref', '=', anyOf(refs))
        .execute()
      return rows.map(row => row.entity_ref)
    },
    /** Takes a target for a while, or keeps it. Undefined where another server has it. */
    async lease(connector: string, target: string, holder: string, seconds: number): Promise<TargetRecord | undefined> {
      const { rows } = await sql<Parameters<typeof toTarget>[0]>`
        insert into target_state as t (connector, target, holder, lease_until)
        values (${connector}, ${target}, ${holder}, now() + make_interval(secs => ${seconds}))
        on conflict (connector, target) do update set holder = excluded.holder, lease_until = excluded.lease_until
        where t.holder = excluded.holder or t.lease_until is null or t.lease_until < now()
        returning t.target, t.paused_until, t.failures, t.is_limited, t.error, t.last_ok_at, t.sent_in_minute, t.requests`.execute(db)
      return rows[0] && toTarget(rows[0])
    },
    async release(holder: string): Promise<void> {
      await db.updateTable('target_state').set({ lease_until: null }).where('holder', '=', holder).execute()
    },
    async saveTarget(
      connector: string,
      { target, pausedUntil, failures, isLimited, error, lastOkAt, sentInMinute, requests }: TargetRecord,
    ): Promise<void> {
      await db
        .updateTable('target_state')
        .set({
          paused_until: pausedUntil ?? null,
          failures,
          is_limited: isLimited,
          error: error ?? null,
          last_ok_at: lastOkAt ?? null,
          sent_in_minute: sentInMinute,
          requests: JSON.stringify(requests),
        })
        .where('connector', '=', connector)
        .where('target', '=', target)
        .execute()
    },
    async targets(connector?: string): Promise<(TargetRecord & { readonly connector: string })[]> {
      let query = db
        .selectFrom('target_state')
        .select(['connector', 'target', 'paused_until', 'failures', 'is_limited', 'error', 'last_ok_at', 'sent_in_minute', 'requests'])
      if (connector !== undefined) query = query.where('connector', '=', connector)
      return (await query.orderBy('connector').orderBy('target').execute()).map(row => ({ connector: row.connector, ...toTarget(row) }))
    },
  }
}

export type WorkStore = ReturnType<typeof createWorkStore>

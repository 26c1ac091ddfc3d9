import { sql, type Kysely, type Transaction } from 'kysely'
import type { ScorecardsTables } from '../migrations/tables.ts'

export interface PendingEntity {
  readonly ref: string
  readonly at: Date
  /** When it came into the catalog, if that was seen. */
  readonly createdAt: Date | undefined
}

/** Changed inputs go before changed checks, which concern many entities. */
export const priorities = { input: 0, check: 1 } as const

/** Entities that wait for their evaluation. */
export function createPendingStore(db: Kysely<ScorecardsTables>) {
  return {
    async add(refs: readonly string[], { priority, createdAt }: { readonly priority: number; readonly createdAt?: Date }): Promise<void> {
      if (refs.length === 0) return
      await sql`
        insert into pending as p (ref, priority, created_at) select distinct ref, ${priority}::smallint, ${createdAt ?? null}::timestamptz from unnest(${refs}::text[]) as r(ref)
        on conflict (ref) do update set at = excluded.at, priority = least(p.priority, excluded.priority), created_at = coalesce(p.created_at, excluded.created_at)`.execute(
        db,
      )
    },
    /** Those with results whose time has come: a grace period or an exemption ends, a fact gets too old. */
    async addDue(): Promise<void> {
      await sql`
        insert into pending (ref, priority) select ref, ${priorities.check}::smallint from entity where due_at <= now() on conflict do nothing`.execute(
        db,
      )
    },
    /** Takes some for this transaction: others that look meanwhile get others. */
    async claim(limit: number, within: Transaction<ScorecardsTables>): Promise<PendingEntity[]> {
      const rows = await within
        .selectFrom('pending')
        .selectAll()
        .orderBy('priority')
        .orderBy('at')
        .limit(limit)
        .forUpdate()
        .skipLocked()
        .execute()
      return rows.map(row => ({ ref: row.ref, at: row.at, createdAt: row.created_at ?? undefined }))
    },
    async done(refs: readonly string[], within: Transaction<ScorecardsTables>): Promise<void> {
      await sql`delete from pending where ref = any(${refs}::text[])`.execute(within)
    },
    async count(): Promise<number> {
      const { total } = await db
        .selectFrom('pending')
        .select(eb => eb.fn.countAll<string>().as('total'))
        .executeTakeFirstOrThrow()
      return Number(total)
    },
  }
}

export type PendingStore = ReturnType<typeof createPendingStore>

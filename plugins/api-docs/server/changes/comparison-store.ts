import type { ChangeCounts } from '@portico/api-docs/common'
import { anyOf, now, secondsFromNow } from '@portico/core/server/expressions'
import type { Kysely, Transaction } from 'kysely'
import type { ApiDocsTables } from '../migrations/tables.ts'
import type { ComparisonTexts, VersionFacts } from './compare-definitions.ts'

/** A comparison without its changes. */
export type ComparisonSummary = Omit<ComparisonTexts, 'changes'>

/** What changed between two readings, by an id made of theirs. */
export function createComparisonStore(db: Kysely<ApiDocsTables>) {
  return {
    async find(id: string): Promise<ComparisonTexts | undefined> {
      const row = await db.selectFrom('comparison').selectAll().where('id', '=', id).executeTakeFirst()
      return row && { ...toSummary(row), changes: row.changes }
    },

    async summaries(ids: readonly string[]): Promise<Map<string, ComparisonSummary>> {
      const rows = await db
        .selectFrom('comparison')
        .select(['id', 'counts', 'total', 'failure', 'before_about', 'after_about'])
        .where('id', '=', anyOf(ids))
        .execute()
      return new Map(rows.map(row => [row.id, toSummary(row)]))
    },

    async save(id: string, { changes, counts, total, failure, before, after }: ComparisonTexts): Promise<void> {
      const values = {
        changes: changes.replaceAll('\0', ''),
        counts: JSON.stringify(counts),
        total,
        failure: failure ?? null,
        before_about: JSON.stringify(before),
        after_about: JSON.stringify(after),
        used_at: now,
      }
      await db
        .insertInto('comparison')
        .values({ id, ...values })
        .onConflict(conflict => conflict.column('id').doUpdateSet(values))
        .execute()
    },

    /** Says that somebody has used them: written once a day. */
    async touch(ids: readonly string[]): Promise<void> {
      const old = db.updateTable('comparison').set({ used_at: now }).where('id', '=', anyOf(ids))
      await old.where('used_at', '<', secondsFromNow(-86_400)).execute()
    },

    async deleteUnused(days: number): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('comparison')
        .where('used_at', '<', secondsFromNow(-days * 86_400))
        .executeTakeFirst()
      return Number(numDeletedRows)
    },

    /** Runs once for a version, over all servers, together with what it writes. */
    async announceOnce(entityRef: string, textId: string, run: (within: Transaction<ApiDocsTables>) => Promise<void>): Promise<boolean> {
      return db.transaction().execute(async within => {
        const { numInsertedOrUpdatedRows } = await within
          .insertInto('announced_version')
          .values({ entity_ref: entityRef, text_id: textId })
          .onConflict(conflict => conflict.doNothing())
          .executeTakeFirst()
        if (!numInsertedOrUpdatedRows) return false
        await run(within)
        return true
      })
    },
  }
}

export type ComparisonStore = ReturnType<typeof createComparisonStore>

interface SummaryRow {
  readonly counts: unknown
  readonly total: number
  readonly failure: string | null
  readonly before_about: unknown
  readonly after_about: unknown
}

function toSummary({ counts, total, failure, before_about: before, after_about: after }: SummaryRow): ComparisonSummary {
  return {
    counts: counts as ChangeCounts,
    total,
    failure: failure ?? undefined,
    before: before as VersionFacts,
    after: after as VersionFacts,
  }
}

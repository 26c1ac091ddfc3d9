import { sql, type Kysely } from 'kysely'
import type { ScorecardsTables } from '../migrations/tables.ts'

/** The first change of an entity: its first evaluation. */
export interface FirstChange {
  readonly id: string
  readonly entityId: string
  readonly ref: string
  readonly facets: string
  readonly cells: string
  readonly details: string
}

export interface PastRow {
  readonly entityId: string
  readonly at: Date
  readonly facets: string
  readonly cells: string
  readonly difference: string
  readonly details: string
  readonly isFull: boolean
}

/** Changes from before the first evaluation. */
export function createPastStore(db: Kysely<ScorecardsTables>) {
  return {
    async firstChanges(): Promise<FirstChange[]> {
      const { rows } = await sql<FirstChange>`
        select distinct on (change.entity_id) change.id, change.entity_id as "entityId", entity.ref, change.facets, change.cells, change.details
        from change join entity on entity.id = change.entity_id order by change.entity_id, change.at, change.id`.execute(db)
      return rows
    },
    /** Puts changes before the first ones, which then change nothing; once for each database. */
    async bringIn(rows: readonly PastRow[], firsts: readonly string[]): Promise<void> {
      await db.transaction().execute(async within => {
        const { numInsertedOrUpdatedRows } = await within
          .insertInto('mark')
          .values({ name: 'past', value: '' })
          .onConflict(conflict => conflict.doNothing())
          .executeTakeFirst()
        if ((numInsertedOrUpdatedRows ?? 0n) === 0n) return
        for (const { entityId, at, facets, cells, difference, details, isFull } of rows)
          await within
            .insertInto('change')
            .values({ entity_id: entityId, at, facets, cells, difference, details, is_full: isFull })
            .execute()
        await within
          .updateTable('change')
          .set({ difference: '' })
          .where('id', 'in', [...firsts])
          .execute()
      })
    },
  }
}

export type PastStore = ReturnType<typeof createPastStore>

import { sql, type Kysely, type Selectable } from 'kysely'
import type { SearchTables } from '../migrations/tables.ts'

/** How the last run of a type went. */
export interface Collation {
  readonly type: string
  readonly startedAt?: Date
  readonly endedAt?: Date
  readonly result?: CollationResult
  readonly error?: string
  readonly documents: number
  readonly changed: number
  readonly refused: number
  readonly refusal?: string
  readonly succeededAt?: Date
}

export type CollationResult = 'completed' | 'empty' | 'failed'

/** What a run says of itself at its end. */
export interface CollationEnd {
  readonly result: CollationResult
  readonly error?: string
  readonly documents?: number
  readonly changed?: number
  readonly refused?: number
  readonly refusal?: string
}

export type CollationStore = ReturnType<typeof createCollationStore>

/** How runs went, by type. */
export function createCollationStore(db: Kysely<SearchTables>) {
  return {
    async begin(type: string, startedAt: Date): Promise<void> {
      const started = { started_at: startedAt, ended_at: null }
      await db
        .insertInto('type_run')
        .values({ type, ...started })
        .onConflict(conflict => conflict.column('type').doUpdateSet(started))
        .execute()
    },
    async end(type: string, end: CollationEnd): Promise<void> {
      const { result, error = null, documents, changed = 0, refused = 0, refusal = null } = end
      const clock = sql<Date>`clock_timestamp()`
      await db
        .updateTable('type_run')
        .set({ ended_at: clock, result, error, changed, refused, refusal })
        .set({ ...(documents !== undefined && { documents }), ...(result === 'completed' && { succeeded_at: clock }) })
        .where('type', '=', type)
        .execute()
    },
    async list(): Promise<Collation[]> {
      return (await db.selectFrom('type_run').selectAll().orderBy('type').execute()).map(toCollation)
    },
  }
}

function toCollation(row: Selectable<SearchTables['type_run']>): Collation {
  return {
    type: row.type,
    ...(row.started_at !== null && { startedAt: row.started_at }),
    ...(row.ended_at !== null && { endedAt: row.ended_at }),
    ...(row.result !== null && { result: row.result as CollationResult }),
    ...(row.error !== null && { error: row.error }),
    documents: row.documents,
    changed: row.changed,
    refused: row.refused,
    ...(row.refusal !== null && { refusal: row.refusal }),
    ...(row.succeeded_at !== null && { succeededAt: row.succeeded_at }),
  }
}

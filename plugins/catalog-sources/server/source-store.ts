import type { SourceRun } from '@portico/catalog-sources/common'
import type { Kysely } from 'kysely'

interface SourceTable {
  source: {
    id: string
    is_paused: boolean
    snapshot: string
    last_run: string | null
    last_delivery: string | null
  }
}

/** What is kept of a source between its runs. */
export interface StoredSource {
  readonly isPaused: boolean
  readonly lastRun: SourceRun | undefined
  readonly count: number
}

/** The hash of each entity that a source has brought, by ref. */
export type Snapshot = Readonly<Record<string, string>>

export type SourceStore = ReturnType<typeof createSourceStore>

/** What sources did, and what they brought last. */
export function createSourceStore(db: Kysely<SourceTable>) {
  const change = (id: string, values: Partial<Omit<SourceTable['source'], 'id'>>) =>
    db
      .insertInto('source')
      .values({ id, is_paused: false, snapshot: '{}', last_run: null, last_delivery: null, ...values })
      .onConflict(conflict => conflict.column('id').doUpdateSet(values))
      .execute()

  return {
    async all(): Promise<Map<string, StoredSource>> {
      const found = await db.selectFrom('source').select(['id', 'is_paused', 'last_run', 'snapshot']).execute()
      return new Map(
        found.map(({ id, is_paused: isPaused, last_run: lastRun, snapshot }) => [
          id,
          { isPaused, lastRun: (lastRun ?? undefined) as SourceRun | undefined, count: Object.keys(snapshot as unknown as object).length },
        ]),
      )
    },
    async snapshot(id: string): Promise<Snapshot> {
      const row = await db.selectFrom('source').select('snapshot').where('id', '=', id).executeTakeFirst()
      return (row?.snapshot ?? {}) as unknown as Snapshot
    },
    async isPaused(id: string): Promise<boolean> {
      return (await db.selectFrom('source').select('is_paused').where('id', '=', id).executeTakeFirst())?.is_paused ?? false
    },
    setPaused: async (id: string, isPaused: boolean): Promise<void> => void (await change(id, { is_paused: isPaused })),
    recordRun: async (id: string, run: SourceRun, snapshot?: Snapshot): Promise<void> =>
      void (await change(id, { last_run: JSON.stringify(run), ...(snapshot && { snapshot: JSON.stringify(snapshot) }) })),
  }
}

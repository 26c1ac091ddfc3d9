import type { SourceRun } from '@portico/catalog-sources/common'
import type { Kysely, Updateable } from 'kysely'
import type { CatalogSourcesTables } from './migrations/tables.ts'

/** What is kept of a source between its runs. */
export interface StoredSource {
  readonly isPaused: boolean
  readonly lastRun: SourceRun | undefined
  readonly count: number
}

/** What a source had when it was last read whole. */
export interface KnownVersion {
  readonly version: string
  readonly readAt: Date
}

/** The hash of each entity that a source has brought, by ref. */
export type Snapshot = Readonly<Record<string, string>>

export type SourceStore = ReturnType<typeof createSourceStore>

/** What sources did, and what they brought last. */
export function createSourceStore(db: Kysely<CatalogSourcesTables>) {
  const change = (id: string, values: Omit<Updateable<CatalogSourcesTables['source']>, 'id'>) =>
    db
      .insertInto('source')
      .values({ id, ...values })
      .onConflict(conflict => conflict.column('id').doUpdateSet(values))
      .execute()

  return {
    async all(): Promise<Map<string, StoredSource>> {
      const found = await db.selectFrom('source').select(['id', 'is_paused', 'last_run', 'snapshot']).execute()
      return new Map(
        found.map(({ id, is_paused: isPaused, last_run: lastRun, snapshot }) => [
          id,
          { isPaused, lastRun: (lastRun ?? undefined) as SourceRun | undefined, count: Object.keys(snapshot as Snapshot).length },
        ]),
      )
    },
    async snapshot(id: string): Promise<Snapshot> {
      const row = await db.selectFrom('source').select('snapshot').where('id', '=', id).executeTakeFirst()
      return (row?.snapshot ?? {}) as Snapshot
    },
    async isPaused(id: string): Promise<boolean> {
      return (await db.selectFrom('source').select('is_paused').where('id', '=', id).executeTakeFirst())?.is_paused ?? false
    },
    setPaused: async (id: string, isPaused: boolean): Promise<void> => void (await change(id, { is_paused: isPaused })),
    /** Undefined where it has to be read whole. */
    async version(id: string): Promise<KnownVersion | undefined> {
      const row = await db.selectFrom('source').select(['version', 'read_at']).where('id', '=', id).executeTakeFirst()
      return row && row.version !== null && row.read_at !== null ? { version: row.version, readAt: row.read_at } : undefined
    },
    /** The next run reads it whole. */
    forgetVersion: async (id: string): Promise<void> =>
      void (await db.updateTable('source').set({ version: null }).where('id', '=', id).execute()),
    /** A run that changed nothing, because it failed or because nothing had changed. */
    recordRun: async (id: string, run: SourceRun): Promise<void> => void (await change(id, { last_run: JSON.stringify(run) })),
    /** A run that was applied. */
    recordApplied: async (id: string, run: SourceRun, snapshot: Snapshot, version: string | undefined): Promise<void> =>
      void (await change(id, {
        last_run: JSON.stringify(run),
        snapshot: JSON.stringify(snapshot),
        version: version ?? null,
        read_at: new Date(),
      })),
  }
}

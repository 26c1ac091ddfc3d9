import type { CatalogDatabase } from '../write/catalog-database-store.ts'

/** A file, or a pattern of files, and the source that is read again when it changes. */
export interface WatchedFile {
  readonly sourceId: number
  readonly target: string
}

/** What is worth watching on this machine's disk: files, patterns, and files that others include. */
export async function findWatchedFiles(db: CatalogDatabase): Promise<readonly WatchedFile[]> {
  return db
    .selectFrom('source')
    .select(['id as sourceId', 'target'])
    .where('type', '=', 'file')
    .union(
      db
        .selectFrom('refresh_key')
        .select(({ fn, val }) => ['source_id as sourceId', fn<string>('substr', ['key', val('file:'.length + 1)]).as('target')])
        .where('key', 'like', 'file:%'),
    )
    .execute()
}

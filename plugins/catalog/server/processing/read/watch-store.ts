import { sql } from 'kysely'
import type { CatalogDatabase } from '../write/catalog-database-store.ts'

/** A file, or a pattern of files, and the source that is read again when it changes. */
export interface WatchedFile {
  readonly sourceId: number
  readonly target: string
}

/** What is worth watching on this machine's disk: files, patterns, and files that others include. */
export async function findWatchedFiles(db: CatalogDatabase): Promise<readonly WatchedFile[]> {
  const { rows } = await sql<WatchedFile>`
    select id as "sourceId", target from source where type = 'file'
    union select k.source_id, substr(k.key, 6) from refresh_key k where k.key like 'file:%'`.execute(db)
  return rows
}

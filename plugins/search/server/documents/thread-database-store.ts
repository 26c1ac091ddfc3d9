import { openThreadDatabase, type ThreadDatabaseOptions } from '@portico/core/server/thread-database'
import { createDocumentReadingStore } from './document-reading-store.ts'

/** The schema of search as the thread of the index reads it. */
export function openSearchDatabase(options: Omit<ThreadDatabaseOptions, 'schema'>) {
  const { query, partStore, close } = openThreadDatabase({ ...options, schema: 'search' })
  return {
    store: createDocumentReadingStore(query),
    parts: partStore({
      changedQuery: 'select from document where revision > $1 limit $2',
      // What has gone is marked for seven days (`tidy`): an index that is older cannot learn of it.
      maxAgeHours: () => 6 * 24,
    }),
    close,
  }
}

import { createPartStore } from '@portico/core/server/worker'
import pg from 'pg'
import { createDocumentReadingStore } from './document-reading-store.ts'

/** How to reach the database. */
export type ConnectionConfig = pg.ClientConfig

/** A few connections of one's own to the schema of search, for a thread that shares nothing with the server's. */
export function openSearchDatabase(config: ConnectionConfig, onLost: (error: Error) => void, connections = 3) {
  const pool = new pg.Pool({ ...config, options: '-c search_path=search', max: connections, idleTimeoutMillis: 60_000 })
  // Without a listener, a connection that breaks would end the thread.
  pool.on('error', onLost)
  pool.on('connect', client => client.on('error', () => {}))
  return {
    store: createDocumentReadingStore(async <Row>(text: string, values: readonly unknown[]) => {
      const { rows } = await pool.query(text, [...values])
      return rows as Row[]
    }),
    parts: createPartStore(() => pool.connect(), {
      schema: 'search',
      changedQuery: 'select from document where revision > $1 limit $2',
      // What has gone is marked for seven days (`tidy`): an index that is older cannot learn of it.
      maxAgeHours: 6 * 24,
      freshHours: 12,
    }),
    close: async () => {
      if (!pool.ending) await pool.end()
    },
  }
}
